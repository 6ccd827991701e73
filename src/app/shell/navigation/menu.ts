/**
 * Finds the entries of the navigation file that this user can open: those whose form the user may see or whose path has a
 * screen. A navbar entry without a screen opens a page that says what will be there.
 */

import { useMemo } from 'react';
import type { Navigation } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { matchForms } from '../../../core/paths/screens.ts';
import { text } from '../../data/words.ts';
import { useFeaturePaths } from '../features.ts';
import type { Crumb } from '../TopBar.tsx';

export interface MenuEntry {
  id: string;
  label: string;
  to: string;
  icon: string;
  form?: FormEntry;
}

const OWN_PATHS = ['/', '/dashboard-new', '/news', '/profile', '/sessions', '/settings', '/test'];

/** Paths of screens that are not forms. An entry of a department with any other path needs a form's screen there. */
export function useScreenPaths(): ReadonlySet<string> {
  const features = useFeaturePaths();
  return useMemo(() => new Set([...OWN_PATHS, ...features.filter((path) => !path.includes(':'))]), [features]);
}

/** Screens about the user's own account, with their icons. */
export const ACCOUNT_SCREENS = [
  ['settings', 'settings'],
  ['profile', 'user'],
  ['sessions', 'lock'],
] as const;

type Item = Navigation['bar'][number];

export function departmentPath(id: string): string {
  return `/menu/${id}`;
}

/** Returns the name of a department in words: its heading where the documented title is a code. */
export function departmentName(department: Pick<Navigation['departments'][number], 'title' | 'heading'>): string {
  return text(department.heading ?? department.title);
}

/** Returns the department of a programme: its own, or the one whose menu leads to one of its forms. */
export function departmentOfProgramme(
  programme: string,
  departments: Navigation['departments'],
  forms: readonly Pick<FormEntry, 'form' | 'programme'>[],
): Navigation['departments'][number] | undefined {
  const own = new Set(forms.filter((entry) => entry.programme === programme).map((entry) => entry.form));
  return (
    departments.find((one) => one.id === programme) ??
    departments.find((one) => one.items.some((item) => item.form && own.has(item.form)))
  );
}

/** Returns the first step of a breadcrumb: the department, with a link to its menu. */
export function departmentCrumb(department: Navigation['departments'][number] | undefined): Crumb[] {
  if (!department) return [];
  const label = department.crumb ? text(department.crumb) : departmentName(department);
  return [{ label, to: departmentPath(department.id) }];
}

/** Returns the entries of a department that can be opened. */
export function visibleEntries(
  items: readonly Item[],
  forms: readonly FormEntry[],
  may: Record<string, boolean>,
  paths: ReadonlySet<string>,
): MenuEntry[] {
  return items.flatMap((item): MenuEntry[] => {
    if (item.action && !getOwn(may, item.action)) return [];
    if (item.form) return formEntry(item, forms);
    const bare = item.path?.replace(/(.)\/+$/, '$1');
    return bare && (paths.has(bare) || matchForms(forms, bare)) ? [pathEntry(item, bare)] : [];
  });
}

/** Returns the navbar's own entries in the file's order. One whose path is a department's id links to its menu. */
export function barEntries(
  items: readonly Item[],
  forms: readonly FormEntry[],
  departments: Navigation['departments'],
  may: Record<string, boolean>,
  paths: ReadonlySet<string>,
): MenuEntry[] {
  return items.flatMap((item): MenuEntry[] => {
    if (item.action && !getOwn(may, item.action)) return [];
    if (item.form) return formEntry(item, forms);
    if (!item.path) return [];
    const department = departments.find((one) => `/${one.id}` === item.path);
    if (!department) return [pathEntry(item, item.path)];
    return visibleEntries(department.items, forms, may, paths).length > 0
      ? [pathEntry(item, departmentPath(department.id))]
      : [];
  });
}

function formEntry(item: Item, forms: readonly FormEntry[]): MenuEntry[] {
  const form = forms.find((entry) => entry.form === item.form);
  if (!form?.may.view) return [];
  const label = text(item.title ?? form.plural);
  return [{ id: item.id, label, to: item.path ?? form.paths.list, icon: item.icon ?? form.icon ?? 'file', form }];
}

function pathEntry(item: Item, to: string): MenuEntry {
  return { id: item.id, label: text(item.title), to, icon: item.icon ?? 'file' };
}
