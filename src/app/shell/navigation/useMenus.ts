/** Returns the departments in which this user can open something, and the navbar entries, for the navbar and the drawer. */
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { barEntries, departmentName, useScreenPaths, visibleEntries } from './menu.ts';

export interface Department {
  id: string;
  label: string;
  icon: string;
}

export function useMenus() {
  const common = useCommon();
  const forms = useForms();
  const session = useSession();
  const paths = useScreenPaths();
  const navigation = common.data?.navigation;
  const may = session.data?.may ?? {};
  const known = forms.data ?? [];
  const departments: Department[] = (navigation?.departments ?? [])
    .filter((d) => visibleEntries(d.items, known, may, paths).length > 0)
    .map((d) => ({ id: d.id, label: departmentName(d), icon: d.icon ?? 'file' }));
  const bar = navigation ? barEntries(navigation.bar, known, navigation.departments, may, paths) : [];
  const lists = navigation?.bar.find(({ reports }) => reports);
  const reports = bar.find(({ id }) => id === lists?.id);
  return { departments, bar, reports, user: session.data?.user };
}
