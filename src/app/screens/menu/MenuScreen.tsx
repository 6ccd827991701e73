/** Menu of a department: its lists with data entry and search, and its dashboards. Entries without a screen are left out. */
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Navigation } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { matchForms } from '../../../core/paths/screens.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { departmentProgrammes, useReports, withoutTrailingSlash } from '../../data/reports/reports.ts';
import { text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { departmentName, type MenuEntry, useScreenPaths, visibleEntries } from '../../shell/navigation/menu.ts';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import NotFoundScreen from '../error/NotFoundScreen.tsx';
import { FormRows } from './FormRows.tsx';
import { MenuGroup } from './MenuGroup.tsx';

export default function MenuScreen() {
  const { department: id } = useParams();
  const common = useCommon();
  const forms = useForms();
  const error = common.error ?? forms.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([common.refetch(), forms.refetch()])} />;
  if (!common.data || !forms.data) return <Loading />;
  const department = common.data.navigation.departments.find((d) => d.id === id);
  if (!department) return <NotFoundScreen />;
  return <DepartmentMenu department={department} forms={forms.data} />;
}

function DepartmentMenu({ department, forms }: { department: Navigation['departments'][number]; forms: FormEntry[] }) {
  const { t } = useTranslation();
  const may = useSession().data?.may ?? {};
  const paths = useScreenPaths();
  const entries = visibleEntries(department.items, forms, may, paths);
  const own = entries.flatMap((entry) => (entry.form ? [entry.form] : []));
  const reaches = (path: string) => paths.has(path) || matchForms(forms, path) !== null;
  const dashboards = own.flatMap((form): MenuEntry[] => {
    const to = `${form.paths.list}-dashboard`;
    if (form.paths.figures)
      return [{ id: `${form.form}-figures`, label: text(form.plural), to: form.paths.figures, icon: 'chart-bar' }];
    return reaches(to) ? [{ id: `${form.form}-dashboard`, label: text(form.plural), to, icon: 'chart-bar' }] : [];
  });
  const reports = useReports().data?.data ?? [];
  const ofProgramme = reports.filter(({ programme }) => departmentProgrammes(department).includes(programme));
  const dashboard =
    reports.find(({ report }) => report === department.dashboard) ??
    ofProgramme.find(({ kind }) => kind === 'dashboard');
  const first = dashboard && {
    id: 'report',
    label: text(dashboard.title),
    to: dashboard.path,
    icon: 'report-analytics',
  };
  const title = departmentName(department);
  return (
    <Screen name="menu" title={title} crumbs={[{ label: title }]}>
      <div className="am-tiles am-tiles-large am-stack am-gap-4 am-start">
        {entries.length > 0 ? (
          <FormRows title={t('menu.lists')} entries={entries} />
        ) : (
          <p className="am-nothing am-wide" data-empty="none">
            <Icon name="inbox" size={32} /> {t('menu.departmentEmpty', { name: title })}
          </p>
        )}
        <MenuGroup
          title={t('menu.dashboard')}
          entries={[
            ...(first ? [first] : []),
            ...dashboards,
            { id: 'dashboard', label: t('menu.waiting'), to: '/', icon: 'inbox' },
          ]}
        />
        {ofProgramme.length > 0 && department.reports && (
          <MenuGroup
            title={t('menu.reports')}
            entries={[
              {
                id: 'reports',
                label: t('menu.allReports'),
                to: withoutTrailingSlash(department.reports.path),
                icon: 'report-analytics',
              },
            ]}
          />
        )}
      </div>
    </Screen>
  );
}
