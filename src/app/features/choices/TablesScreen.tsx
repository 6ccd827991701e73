/** Lists the choice lists that the user may edit, by department. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ChoiceTable } from '../../../core/generated/api.ts';
import { useCommon, useSession } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { departmentName } from '../../shell/navigation/menu.ts';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { choiceListKeys, choiceListsApi } from './api.ts';

export default function ChoiceListsScreen() {
  const { t } = useTranslation('admin');
  const common = useCommon();
  const session = useSession();
  const tables = useQuery({ queryKey: choiceListKeys.tables, queryFn: choiceListsApi.tables });
  const title = t('tables.title');
  const error = tables.error ?? common.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([tables.refetch(), common.refetch()])} />;
  const own = tables.data?.filter((table) => table.may.edit);
  if (own?.length === 0) return <ForbiddenScreen />;
  const departments = common.data?.navigation.departments ?? [];
  const groups = [
    { id: '', title: t('tables.shared'), of: (table: ChoiceTable) => table.programme === null },
    ...departments.map((one) => ({
      ...one,
      title: departmentName(one),
      of: (table: ChoiceTable) => table.programme === one.id,
    })),
    {
      id: 'others',
      title: t('tables.others'),
      of: (table: ChoiceTable) => table.programme !== null && !departments.some((one) => one.id === table.programme),
    },
  ];
  return (
    <Screen
      name="master-tables"
      title={title}
      crumbs={[{ label: title }]}
      buttons={
        session.data?.may.definitions && (
          <Button component={Link} to="/admin/forms/common/new-list" data-action="new-list">
            {t('newList.title')}
          </Button>
        )
      }
    >
      <p className="am-after am-dimmed">{t('tables.lead')}</p>
      {!own && <Skeleton height={180} radius="lg" />}
      {own && (
        <div className="am-tiles am-tiles-large am-stack am-gap-4 am-start">
          {groups.map(({ id, title: heading, of }) => {
            const members = own.filter(of);
            if (members.length === 0) return null;
            return (
              <section key={id} className="am-surface am-titled">
                <h2>{heading}</h2>
                <ul>
                  {members.map((table) => (
                    <li key={table.list}>
                      <Link to={`/admin/master-tables/${encodeURIComponent(table.list)}`} className="am-way">
                        <span className="am-grow">{text(table.title) || <bdi dir="ltr">{table.list}</bdi>}</span>
                        <span className="am-hint">{number(table.total - table.retired)}</span>
                        <Icon name="chevron-right" size={18} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      )}
    </Screen>
  );
}
