/**
 * Finds the form and screen of a path, and builds the paths of screens, from all forms' definitions. React Router matches:
 * fixed segments win over parameters (/things/create before /things/:id), a trailing slash is ignored.
 */
import { generatePath, matchRoutes, type NonIndexRouteObject } from 'react-router-dom';
import type { FormEntry } from '../../core/generated/api.ts';

export type FormScreenName =
  | 'list'
  | 'search'
  | 'review'
  | 'detail'
  | 'edit'
  | 'create'
  | 'quick'
  | 'figures'
  | 'upload'
  | 'print';

export interface FormMatch {
  entry: FormEntry;
  screen: FormScreenName;
  id?: string;
  parent?: string;
}

/** Where a device is prepared for work without network. */
export const PREPARE_PATH = '/offline/prepare';

type WithPaths = Pick<FormEntry, 'form' | 'paths'>;

export function editPath(paths: FormEntry['paths']): string {
  return paths.edit ?? `${trim(paths.record)}/edit`;
}

export function searchPath(paths: FormEntry['paths']): string {
  return `${trim(paths.list)}/search`;
}

/** Query parameter of a site's page: the code of the problem that its log shows. */
export const PROBLEM_PARAM = 'problem';

/** Returns the path of a problem in the log of its site. */
export function problemPath(entry: WithPaths, site: string, code: string): string {
  return `${recordPath(entry, site)}?${PROBLEM_PARAM}=${encodeURIComponent(code)}`;
}

/** Returns the path of a record on paper; without an id that of the blank form. */
export function printPath({ paths }: WithPaths, id?: string): string {
  return id === undefined ? `${trim(paths.list)}/print` : `${fill(trim(paths.record), { id })}/print`;
}

/** Returns the path of the screen that takes spreadsheets: new records, or corrections of what was exported. */
export function uploadPath({ paths, import: upload }: Pick<FormEntry, 'paths' | 'import'>): string {
  return upload?.path ?? `${trim(paths.list)}/upload`;
}

export function reviewPath(paths: FormEntry['paths']): string {
  return `${trim(paths.list)}/review`;
}

/** Fills in the parameters of a path. `id` is used for every parameter except `parent`, whatever its name. */
export function fill(
  pattern: string,
  { id, parent }: { id?: string | undefined; parent?: string | undefined },
): string {
  const [path = '', query] = pattern.replace(/:(?!parent\b)\w+/g, ':id').split('?');
  const filled = generatePath(path, { id: id ?? null, parent: parent ?? null });
  if (query === undefined) return filled;
  // React Router fills in path segments only, not the query.
  return `${filled}?${query.replace(/:(id|parent)\b/g, (_, name) => encodeURIComponent((name === 'id' ? id : parent) ?? ''))}`;
}

export function recordPath(entry: WithPaths, id: string): string {
  return fill(entry.paths.record, { id });
}

/**
 * Returns the path of the create screen, null if there is none. With a parent it is a path that contains it, if the form has
 * one. Otherwise `by` is the question that the record `parent` answers, and the query names both.
 */
export function createPath(entry: WithPaths, parent?: string, parentPath?: string, by?: string): string | null {
  const all = entry.paths.create ?? [];
  if (parent) {
    const under = all.filter((path) => path.includes(':parent'));
    const own = parentPath ? under.find((path) => path.startsWith(`${trim(parentPath)}/`)) : undefined;
    const chosen = own ?? under[0];
    if (chosen) return fill(chosen, { parent });
  }
  const free = all.find((path) => !path.includes(':parent')) ?? null;
  return free && parent && by ? `${free}?${new URLSearchParams({ [by]: parent })}` : free;
}

/** Returns the form and screen of a path. An alias is replaced by the path it refers to. */
export function matchForms(entries: readonly FormEntry[], pathname: string): FormMatch | null {
  // Of equally specific paths the first wins, so aliases come first.
  const found = find([...aliasesOf(entries), ...screensOf(entries)], pathname);
  return found?.target.to === undefined
    ? matchOf(found)
    : matchOf(find(screensOf(entries), fill(found.target.to, found)));
}

type Target = { entry: FormEntry; screen: FormScreenName; to?: never } | { to: string; entry?: never; screen?: never };
type FormRoute = Omit<NonIndexRouteObject, 'handle'> & { handle: Target };

interface Found {
  target: Target;
  id?: string | undefined;
  parent?: string | undefined;
}

function find(routes: FormRoute[], pathname: string): Found | null {
  // Ranking the routes of all forms takes ten times as long as ranking those with the same first segment.
  const start = pathname.split('/', 2).join('/');
  const near = routes.filter(({ path = '' }) => `${path}/`.startsWith(`${start}/`));
  const found = matchRoutes(near, pathname)?.[0];
  if (!found) return null;
  const { parent, ...ids } = found.params;
  return { target: found.route.handle, id: Object.values(ids)[0], parent };
}

function matchOf(found: Found | null): FormMatch | null {
  if (!found?.target.entry) return null;
  const { entry, screen } = found.target;
  const { id, parent } = found;
  return { entry, screen, ...(id !== undefined && { id }), ...(parent !== undefined && { parent }) };
}

function aliasesOf(entries: readonly FormEntry[]): FormRoute[] {
  return entries.flatMap(({ paths }) => Object.entries(paths.aliases ?? {}).map(([path, to]) => route(path, { to })));
}

function screensOf(entries: readonly FormEntry[]): FormRoute[] {
  return entries.flatMap((entry) => {
    const { paths } = entry;
    const screens: [path: string | undefined, screen: FormScreenName][] = [
      [paths.list, 'list'],
      [searchPath(paths), 'search'],
      [printPath(entry), 'print'],
      [reviewPath(paths), 'review'],
      [paths.record, 'detail'],
      [`${trim(paths.record)}/print`, 'print'],
      [editPath(paths), 'edit'],
      [uploadPath(entry), 'upload'],
      [paths.quick, 'quick'],
      [paths.figures, 'figures'],
    ];
    for (const path of paths.create ?? []) screens.push([path, 'create']);
    return screens.flatMap(([path, screen]) => (path ? [route(path, { entry, screen })] : []));
  });
}

function route(path: string, handle: Target): FormRoute {
  return { path, handle, caseSensitive: true };
}

function trim(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

/** Returns the path of a form version's validator. The hash keeps an old copy of a corrected newest version out of use. */
export function validatorPath({ form, version: newest, hash }: FormEntry, version: number): string {
  const path = `/api/definitions/${encodeURIComponent(form)}/${version}/validator.js`;
  return version === newest && hash ? `${path}?hash=${encodeURIComponent(hash)}` : path;
}
