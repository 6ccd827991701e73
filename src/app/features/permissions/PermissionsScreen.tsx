/** Shows the table of rules, one person's permissions, the grants and their change log, for one area or for all. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { text } from '../../data/words.ts';
import { TabRow } from '../../screens/detail/TabRow.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { permissionKeys, permissionsApi } from './api.ts';
import { GrantChanges } from './GrantChanges.tsx';
import { GrantList } from './Grants.tsx';
import { JudgingGaps } from './JudgingGaps.tsx';
import { PersonRights } from './PersonRights.tsx';
import { RoleTable } from './RoleTable.tsx';

const TABS = ['table', 'person', 'judging', 'grants', 'changes'] as const;

export default function PermissionsScreen({ area }: { area?: string }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const table = useQuery({
    queryKey: permissionKeys.table(area),
    queryFn: () => permissionsApi.table(area),
    staleTime: 60_000,
  });
  if (table.error) return <Failed error={table.error} onRetry={() => void table.refetch()} />;
  if (!table.data) return <Loading />;
  const title = area ? t('permissions:titleOf', { area: text(table.data.area?.title) }) : t('permissions:title');
  const shown = TABS.find((tab) => tab === params.get('tab')) ?? 'table';
  const parts = { area, table: table.data };
  return (
    <Screen
      name="permissions"
      title={title}
      width="wide"
      crumbs={[{ label: title }]}
      {...(table.data.may.change && {
        buttons: (
          <BarLink to="/admin/accounts" icon="user-shield">
            {t('accounts.title')}
          </BarLink>
        ),
      })}
    >
      <Alert variant="light" color="gray" icon={<Icon name="info-circle" />} mb="md">
        {t('permissions:rulesInGit')}
      </Alert>
      <TabRow
        tabs={TABS.map((id) => ({ id, show: 'sections', title: t(`permissions:tab.${id}`) }))}
        shown={shown}
        isReady
        onShow={(tab) => setParams(tab === 'table' ? {} : { tab })}
      />
      <div role="tabpanel" id={`tab-${shown}`} aria-labelledby={`tab-of-${shown}`} className="am-above-4">
        {shown === 'table' && <RoleTable table={table.data} />}
        {shown === 'person' && <PersonRights {...parts} />}
        {shown === 'judging' && <JudgingGaps table={table.data} />}
        {shown === 'grants' && <GrantList {...parts} />}
        {shown === 'changes' && <GrantChanges area={area} />}
      </div>
    </Screen>
  );
}
