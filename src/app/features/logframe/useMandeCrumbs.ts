/** The department these screens stand in, as its menu names it. */
import { useCommon } from '../../data/queries.ts';
import { departmentCrumb } from '../../shell/navigation/menu.ts';
import type { Crumb } from '../../shell/TopBar.tsx';
import { FORM } from './data.ts';

export function useMandeCrumbs(): Crumb[] {
  const departments = useCommon().data?.navigation.departments ?? [];
  const own = departments.find(({ items }) => items.some((item) => item.form === FORM));
  return departmentCrumb(own);
}
