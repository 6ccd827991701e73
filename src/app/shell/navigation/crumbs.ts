/** Returns the breadcrumbs of screens that a menu leads to: the department, then the screen, as configured in the navigation file. */
import { useLocation } from 'react-router-dom';
import type { Navigation } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { useCommon } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import type { Crumb } from '../TopBar.tsx';
import { departmentCrumb } from './menu.ts';

/**
 * Returns the crumbs of a screen that is no form's, after the department whose menu leads to it. Where several menus do, the
 * department is the one that the navbar leads to.
 */
export function useMenuCrumbs(crumbs: Crumb[] | undefined): Crumb[] | undefined {
  const { pathname } = useLocation();
  const navigation = useCommon().data?.navigation;
  const path = crumbs?.[0]?.to ?? pathname;
  const leading = navigation?.departments.filter(({ items }) => items.some((item) => item.path === path)) ?? NONE;
  const inBar = leading.find(({ id }) => navigation?.bar.some((item) => item.path === `/${id}`));
  return crumbs && [...departmentCrumb(inBar ?? leading[0]), ...crumbs];
}

const NONE: Navigation['departments'] = [];

export function useFormCrumbs(entry: Pick<FormEntry, 'form' | 'plural' | 'paths'>): Crumb[] {
  const departments = useCommon().data?.navigation.departments ?? NONE;
  const department = departments.find(({ items }) => items.some(({ form }) => form === entry.form));
  const item = department?.items.find(({ form }) => form === entry.form);
  return [
    ...(item?.alone ? [] : departmentCrumb(department)),
    { label: text(item?.crumb ?? entry.plural), to: entry.paths.list },
  ];
}
