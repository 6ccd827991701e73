/** Returns the breadcrumb of a form's list: its department, then the list, as configured in the navigation file. */
import type { Navigation } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { useCommon } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import type { Crumb } from '../TopBar.tsx';
import { departmentCrumb } from './menu.ts';

type Item = Navigation['departments'][number]['items'][number];

/** Returns the step for the department whose menu has such an item. */
export function useDepartmentCrumb(has: (item: Item) => boolean): Crumb[] {
  const departments = useCommon().data?.navigation.departments ?? NONE;
  return departmentCrumb(departments.find(({ items }) => items.some(has)));
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
