/** What of the navigation file can be opened here and now: entries whose form the person sees or whose path has a screen. */
import type { Navigation } from '../../core/definitions/types.ts';
import { matchForms } from '../data/paths.ts';
import type { FormEntry } from '../data/types.ts';
import { text } from '../data/words.ts';

export interface MenuEntry {
  id: string;
  label: string;
  to: string;
  icon: string;
  form?: FormEntry;
}

/** Paths of screens that are not forms; a menu entry that leads elsewhere is not shown. */
export const SCREEN_PATHS: ReadonlySet<string> = new Set(['/', '/dashboard-new', '/profile', '/settings', '/test']);

type Item = Navigation['bar'][number];

export function departmentPath(id: string): string {
  return `/menu/${id}`;
}

export function visibleEntries(
  items: readonly Item[],
  forms: readonly FormEntry[],
  departments: Navigation['departments'],
  may: Record<string, boolean>,
): MenuEntry[] {
  return items.flatMap((item): MenuEntry[] => {
    if (item.action && !may[item.action]) return [];
    if (item.form) {
      const form = forms.find((entry) => entry.form === item.form);
      if (!form || !form.may.view) return [];
      return [
        {
          id: item.id,
          label: text(item.title ?? form.plural),
          to: form.paths.list,
          icon: item.icon ?? form.icon ?? 'file',
          form,
        },
      ];
    }
    if (!item.path) return [];
    const department = departments.find((d) => `/${d.id}` === item.path);
    if (department && visibleEntries(department.items, forms, [], may).length > 0) {
      return [{ id: item.id, label: text(item.title), to: departmentPath(department.id), icon: item.icon ?? 'file' }];
    }
    const bare = item.path.replace(/\/+$/, '') || '/';
    if (!SCREEN_PATHS.has(bare) && !matchForms(forms, bare)) return [];
    return [{ id: item.id, label: text(item.title), to: item.path, icon: item.icon ?? 'file' }];
  });
}
