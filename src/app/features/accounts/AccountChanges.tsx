/** Lists the changes of an account: what, by whom and when, with the values before and after. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccountChange, LeftOut as LeftOutChanges } from '../../../core/generated/api.ts';
import type { Grant } from '../../../core/records/types.ts';
import { recordMark } from '../../../core/sync/mark.ts';
import { useForms } from '../../data/queries.ts';
import { instant, number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { accountKeys, accountsApi } from './api.ts';
import { AccountDifference } from './Difference.tsx';
import { useGrantTexts } from './grantTexts.ts';

export function AccountChanges({ id }: { id: string }) {
  const { t } = useTranslation();
  const changes = useQuery({ queryKey: accountKeys.changes(id), queryFn: () => accountsApi.changes(id) });
  return (
    <section className="am-card am-after" data-changes>
      <h2>{t('accounts.changes')}</h2>
      {changes.error && <FailureNote error={changes.error} />}
      {changes.isPending && <Skeleton height={120} />}
      {changes.data?.length === 0 && <p className="am-after am-meta">{t('accounts.noChanges')}</p>}
      <ol className="am-stack">
        {changes.data?.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log grows only at its head, and two entries may be identical
          <li key={`${change.at} ${change.action} ${index}`} data-action={change.action}>
            <b>{t(`accounts.did.${change.action}`)}</b>
            <small className="am-block">
              <DotSeparated
                parts={[instant(change.at), <bdi key="by">{change.by.name ?? t('accounts.byConsole')}</bdi>]}
              />
            </small>
            <Differences change={change} />
            {change.action === 'work_left_out' && <LeftOut change={change} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

const NAMED = ['name', 'username', 'language', 'grants'] as const;

function Differences({ change }: { change: AccountChange }) {
  const { t } = useTranslation();
  const texts = useGrantTexts();
  const fields = NAMED.filter((field) => change.after && Object.hasOwn(change.after, field));
  if (fields.length === 0) return null;
  const textsOf = (field: (typeof NAMED)[number], value: unknown): string[] => {
    if (field !== 'grants') return typeof value === 'string' ? [value] : [];
    return Array.isArray(value) ? value.map((grant) => texts.sentence(grant as Grant)) : [];
  };
  return (
    <dl className="am-marked">
      {fields.map((field) => (
        <div key={field}>
          <dt>{t(`accounts.field.${field}`)}</dt>
          <dd className="am-column">
            <AccountDifference
              before={textsOf(field, change.before?.[field])}
              after={textsOf(field, change.after?.[field])}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Which record's unsent changes were left out, and why. */
function LeftOut({ change: { after } }: { change: AccountChange }) {
  const { t } = useTranslation();
  const { form, record_id, changes, reason } = after as unknown as LeftOutChanges;
  const entry = useForms().data?.find((one) => one.form === form);
  return (
    <p>
      {text(entry?.title) || form} <bdi dir="ltr">{recordMark(record_id)}</bdi>:{' '}
      {t('accounts.leftOut', { changes: number(changes) })} <bdi>{reason}</bdi>
    </p>
  );
}
