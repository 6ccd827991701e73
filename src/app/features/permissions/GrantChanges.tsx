/** Log of grants: who gave or removed what, for whom, when. Entries are never changed or deleted. */
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instant } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { PageControls } from '../../screens/list/Pages.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { AccountDifference } from '../accounts/Difference.tsx';
import { useGrantTexts } from '../accounts/grantTexts.ts';
import { AccountPicker } from './AccountPicker.tsx';
import { permissionKeys, permissionsApi } from './api.ts';

export function GrantChanges({ area }: { area: string | undefined }) {
  const { t } = useTranslation();
  const texts = useGrantTexts();
  const asked = useQueryParams();
  const query = asked.query('account', 'from', 'to');
  const changes = useQuery({
    queryKey: permissionKeys.changes(area, query),
    queryFn: () => permissionsApi.changes(area, query),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <p className="am-after am-meta am-measure">{t('permissions:logNote')}</p>
      <ToolRow>
        <AccountPicker area={area} value={query.account} onChange={(account) => asked.put({ account })} />
        <DayInput label={t('filter.from')} value={query.from} onChange={(from) => asked.put({ from })} />
        <DayInput label={t('filter.to')} value={query.to} onChange={(to) => asked.put({ to })} />
      </ToolRow>
      {changes.error && <FailureNote error={changes.error} />}
      {changes.isPending && <Skeleton height={160} />}
      {changes.data?.data.length === 0 && <p className="am-nothing">{t('permissions:noChanges')}</p>}
      <ol className="am-rows">
        {changes.data?.data.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log grows only at its head, and two entries may be identical
          <li key={`${change.at} ${index}`} data-change={change.action}>
            <b>
              <bdi>{change.account.name ?? '–'}</bdi>
            </b>{' '}
            <span>{t(`accounts.did.${change.action}`)}</span>
            <small className="am-block">
              <DotSeparated
                parts={[instant(change.at), <bdi key="by">{change.by.name ?? t('accounts.byConsole')}</bdi>]}
              />
            </small>
            <div className="am-column am-marked">
              <AccountDifference before={change.before.map(texts.sentence)} after={change.after.map(texts.sentence)} />
            </div>
          </li>
        ))}
      </ol>
      {changes.data && <PageControls meta={{ ...changes.data.meta, capped: false }} onPage={asked.goTo} />}
    </>
  );
}
