/** Shows the versions of one form, newest first: published when and by whom, the note, its records, what changed; what is withdrawn or retired. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type {
  DifferenceSide,
  FormVersion,
  FormVersionsResponse,
  VersionDifference,
} from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { useForms, useSession } from '../../data/queries.ts';
import { instant, isolate, number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { RetirementPanel } from './RetirementPanel.tsx';
import classes from './Versions.module.css';
import { Withdrawal } from './Withdrawal.tsx';

export default function VersionsScreen() {
  const { form = '' } = useParams();
  const { t, i18n } = useTranslation('admin');
  const session = useSession();
  const forms = useForms();
  const isAllowed = session.data?.may.definitions;
  const versions = useQuery({
    // The differences come in the language of the reader.
    queryKey: ['definition', form, 'versions', i18n.language],
    queryFn: () => call<FormVersionsResponse>(`definitions/${encodeURIComponent(form)}/versions`),
    enabled: isAllowed === true,
  });
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? versions.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), versions.refetch()])} />;
  const offered = versions.data?.data.filter(({ withdrawn }) => !withdrawn) ?? [];
  const entry = forms.data?.find((one) => one.form === form);
  const title = text(entry?.plural) || form;
  return (
    <Screen
      name="form-versions"
      title={title}
      crumbs={[{ label: t('versions.title'), to: '/admin/forms' }, { label: title }]}
    >
      {!versions.data && <Skeleton height={240} radius="lg" />}
      {versions.data && entry && <RetirementPanel entry={entry} retired={versions.data.retired} />}
      {versions.data?.data.map((one) => (
        <section key={one.version} className={`am-surface ${classes.version}`} data-version={one.version}>
          <h2>{t('versions.version', { version: number(one.version) })}</h2>
          <p className={classes.note}>{text(one.note)}</p>
          <p className="am-hint">
            <Published one={one} /> · {t('versions.records', { count: one.records, number: number(one.records) })}
          </p>
          <Withdrawal form={form} one={one} mayWithdraw={offered.length > 1} />
          {one.differences.length > 0 && <Differences found={one.differences} />}
        </section>
      ))}
    </Screen>
  );
}

function Published({ one }: { one: FormVersion }) {
  const { t } = useTranslation('admin');
  const at = one.published_at ? instant(one.published_at) : '–';
  return one.published_by ? (
    <span>{t('versions.publishedBy', { name: isolate(one.published_by.name), at })}</span>
  ) : (
    <span>{t('versions.shipped', { at })}</span>
  );
}

function Side({ side: { text, is_code } }: { side: DifferenceSide }) {
  return is_code ? <code dir="ltr">{text}</code> : <bdi>{text}</bdi>;
}

function Differences({ found }: { found: readonly VersionDifference[] }) {
  const { t } = useTranslation('admin');
  return (
    <details className="am-fold">
      <summary>
        <Icon name="chevron-down" size={18} />
        {t('versions.differences', { count: found.length, number: number(found.length) })}
      </summary>
      <ul className={classes.differences}>
        {found.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at}>
            <b>{one.label}:</b> <bdi>{one.about}</bdi>
            {one.before && (
              <del>
                <Side side={one.before} />
              </del>
            )}
            {one.after && (
              <ins>
                <Side side={one.after} />
              </ins>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
