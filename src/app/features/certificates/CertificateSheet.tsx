/** The certificate as printed. `language` is chosen for its holder and may differ from the screen's language. */
import type { TFunction } from 'i18next';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { RecordView, Refs } from '../../../core/generated/api.ts';
import { formatDate } from '../../../core/text/dates.ts';
import { isolateName, type Language, languageTag, pickText, textDirection } from '../../../core/text/languages.ts';
import { QrCode } from '../../shell/QrCode.tsx';
import mark from '../../theme/mark.svg';
import classes from './Certificates.module.css';

interface Props {
  record: RecordView;
  refs: Refs;
  form: CompiledForm;
  /** URL of the public verification page. */
  url: string;
  language: Language;
  /** Translations in that language. */
  t: TFunction;
}

export function CertificateSheet({ record, refs, form, url, language, t }: Props) {
  const { data, current_state: state } = record;
  const answer = (name: string) => text(data, name);
  const kind = answer('kind') || 'training';
  const signer = refs[answer('signed_by')];
  const day = answer('issue_date');
  const otherCalendar = language === 'en' ? 'solar' : 'gregorian';
  const date = (calendar: 'solar' | 'gregorian') => formatDate(day, { language, calendar, style: 'long' });
  const issuer = form.definition.api.public?.issuer;
  return (
    <article
      className={classes.sheet}
      lang={languageTag(language)}
      dir={textDirection(language)}
      data-sheet
      data-state={state.id}
    >
      <div className={classes.frame}>
        <div className={`${classes.head} am-inline`}>
          <img src={mark} alt="" />
          <p>{issuer ? pickText(issuer, language) : ''}</p>
        </div>
        <h2 className={classes.kind}>{t(`sheet.heading.${kind}`)}</h2>
        <div className={classes.body}>
          <p>{t('sheet.given')}</p>
          <p className={classes.holder}>
            <bdi>{answer('holder_name')}</bdi>
          </p>
          {answer('father_name') && (
            <p className={classes.father}>
              {t(`sheet.childOf.${answer('gender') || 'none'}`, { name: isolateName(answer('father_name')) })}
            </p>
          )}
          <p>{t(`sheet.for.${kind}`)}</p>
          <p className={classes.subject}>
            <bdi>{answer('title')}</bdi>
          </p>
        </div>
        <div className={classes.foot}>
          <dl className={`${classes.facts} am-stack`}>
            <div>
              <dt>{t('sheet.date')}</dt>
              <dd>
                {day ? date(language === 'en' ? 'gregorian' : 'solar') : ''}
                {day && <small> ({date(otherCalendar)})</small>}
              </dd>
            </div>
            <div>
              <dt>{t('sheet.number')}</dt>
              <dd>
                <bdi dir="ltr">{record.code}</bdi>
              </dd>
            </div>
          </dl>
          <div className={`${classes.signature} am-column am-end am-center`}>
            <bdi>{signer ? signer[`name_${language}`] || signer.name : ''}</bdi>
            <small>{t('sheet.signature')}</small>
          </div>
          <figure className={classes.qr}>
            <QrCode text={url} label={t('sheet.qr')} />
            <figcaption>{t('sheet.scan')}</figcaption>
          </figure>
        </div>
        {state.id === 'revoked' && <p className={classes.stamp}>{pickText(state.label, language)}</p>}
      </div>
    </article>
  );
}

function text(data: RecordData, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}
