/** Shows what publishing a draft would touch: the records there are, and what is built on them. */

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DryRunResponse, PublishImpact } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useForms } from '../../data/queries.ts';
import { date, nameOf, number, text } from '../../data/words.ts';

interface Props {
  form: string | null;
  impact: PublishImpact;
  missing: DryRunResponse['missing_texts'];
  /** Day from which new records would use it. Undefined: today. */
  from: string | undefined;
}

export function PublishImpactList({ form, impact, missing, from }: Props) {
  const { t } = useTranslation('admin');
  const { records, looked, captured_with, provinces, answers, reports, forms, views, drafts } = impact;
  return (
    <>
      {answers.length > 0 && (
        <ul>
          {answers.map((one) => (
            <Lost key={one.question} form={form} lost={one} />
          ))}
        </ul>
      )}
      {looked < records && (
        <p className="am-hint">
          {t('definitionDrafts.impact.looked', { looked: number(looked), records: number(records) })}
        </p>
      )}
      <dl className="am-pairs am-above-2" data-impact>
        {missing.length > 0 && (
          <Fact name="missing">
            {missing.map(({ language, texts }) => (
              <span key={language}>
                {isolateName(languageName(language))} {number(texts)}
              </span>
            ))}
          </Fact>
        )}
        <Fact name="records">{number(records)}</Fact>
        <Fact name="captured">
          {from
            ? t('versions.versionFrom', { version: number(captured_with), day: isolateName(date(from)) })
            : t('versions.version', { version: number(captured_with) })}
        </Fact>
        {provinces.length > 0 && (
          <Fact name="provinces">
            {provinces.map(({ place, records: inside }) => (
              <span key={place.id}>
                {isolateName(nameOf(place))} {number(inside)}
              </span>
            ))}
          </Fact>
        )}
        <Fact name="drafts">
          {drafts.drafts === 0
            ? number(0)
            : t('definitionDrafts.impact.draftsOf', { drafts: number(drafts.drafts), people: number(drafts.people) })}
        </Fact>
        <Fact name="views">{number(views)}</Fact>
        {reports.length > 0 && (
          <Fact name="reports">
            {reports.map(({ report, title, path }) => (
              <Link key={report} to={path} target="_blank">
                {text(title)}
              </Link>
            ))}
          </Fact>
        )}
        {forms.length > 0 && (
          <Fact name="forms">
            {forms.map((one) => (
              <bdi key={one.form}>{text(one.title)}</bdi>
            ))}
          </Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <dt>{t(`definitionDrafts.impact.${name}`)}</dt>
      <dd className="am-gap-3 am-row-gap-1 am-flow" data-fact={name}>
        {children}
      </dd>
    </>
  );
}

function Lost({ form, lost: { label, records, samples } }: { form: string | null; lost: PublishImpact['answers'][0] }) {
  const { t } = useTranslation('admin');
  const entry = useForms().data?.find((one) => one.form === form);
  return (
    <li>
      {t('definitionDrafts.lost', { question: isolateName(label), number: number(records) })}
      {entry && samples.length > 0 && (
        <div className="am-gap-3 am-row-gap-1 am-flow">
          <span className="am-hint">{t('definitionDrafts.impact.example')}</span>
          {samples.map(({ id, code }) => (
            <Link key={id} to={recordPath(entry, id)} target="_blank">
              <bdi>{code ?? id}</bdi>
            </Link>
          ))}
        </div>
      )}
    </li>
  );
}
