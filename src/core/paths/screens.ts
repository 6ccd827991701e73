/**
 * Finds the form and screen of a path, and builds the paths of screens, from all forms' definitions. As in React Router,
 * fixed segments win over parameters (/things/create before /things/:id) and a trailing slash is ignored.
 */
import type { FormEntry } from '../generated/api.ts';
import { matchPathParams } from './pattern.ts';

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

/** What is known of a form to find its screens. */
export type FormScreens = Pick<FormEntry, 'form' | 'version' | 'captured_with' | 'paths' | 'parent' | 'import'> & {
  api: Pick<FormEntry['api'], 'base'>;
};

export interface FormMatch<Entry extends FormScreens = FormEntry> {
  entry: Entry;
  screen: FormScreenName;
  id?: string;
  parent?: string;
}

/** A parameter of a path or of its query. */
const PARAMETER = /:(\w+)/g;

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
  return id === undefined ? `${trim(paths.list)}/print` : `${fillPath(trim(paths.record), { id })}/print`;
}

/** Returns the path of the screen that takes spreadsheets: new records, or corrections of what was exported. */
export function uploadPath({ paths, import: upload }: Pick<FormEntry, 'paths' | 'import'>): string {
  return upload?.path ?? `${trim(paths.list)}/upload`;
}

export function reviewPath(paths: FormEntry['paths']): string {
  return `${trim(paths.list)}/review`;
}

/** Fills in the parameters of a path. `id` is used for every parameter except `parent`, whatever its name. Throws if it is missing. */
export function fillPath(pattern: string, given: { id?: string | undefined; parent?: string | undefined }): string {
  return pattern.replace(PARAMETER, (_, name) => {
    const value = name === 'parent' ? given.parent : given.id;
    if (value === undefined) throw new Error(`${pattern} needs :${name}`);
    return encodeURIComponent(value);
  });
}

export function recordPath(entry: WithPaths, id: string): string {
  return fillPath(entry.paths.record, { id });
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
    if (chosen) return fillPath(chosen, { parent });
  }
  const free = all.find((path) => !path.includes(':parent')) ?? null;
  return free && parent && by ? `${free}?${new URLSearchParams({ [by]: parent })}` : free;
}

/** Returns the form and screen of a path. An alias is replaced by the path it refers to. */
export function matchForms<Entry extends FormScreens>(
  entries: readonly Entry[],
  pathname: string,
): FormMatch<Entry> | null {
  // Of equally specific paths the first wins, so aliases come first.
  const found = find([...aliasesOf(entries), ...screensOf(entries)], pathname);
  return found?.route.to === undefined
    ? matchOf(found)
    : matchOf(find(screensOf(entries), fillPath(found.route.to, found)));
}

type Route<Entry> = { pattern: string } & (
  | { entry: Entry; screen: FormScreenName; to?: never }
  | { to: string; entry?: never; screen?: never }
);

interface Found<Entry> {
  route: Route<Entry>;
  id?: string | undefined;
  parent?: string | undefined;
}

function find<Entry>(routes: readonly Route<Entry>[], pathname: string): Found<Entry> | null {
  const asked = trim(pathname).split('/');
  let best: { route: Route<Entry>; params: Record<string, string>; fixed: number } | undefined;
  for (const route of routes) {
    const pattern = trim(route.pattern).split('/');
    const params = pattern[1] === asked[1] ? matchPathParams(pattern, asked) : undefined;
    if (!params) continue;
    const fixed = pattern.filter((segment) => !segment.startsWith(':')).length;
    if (fixed > (best?.fixed ?? -1)) best = { route, params, fixed };
  }
  if (!best) return null;
  const { parent, ...ids } = best.params;
  const [id] = Object.values(ids);
  return {
    route: best.route,
    ...(id !== undefined && { id: decoded(id) }),
    ...(parent !== undefined && { parent: decoded(parent) }),
  };
}

/** A broken escape stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function matchOf<Entry extends FormScreens>(found: Found<Entry> | null): FormMatch<Entry> | null {
  if (!found || found.route.to !== undefined) return null;
  const { id, parent, route } = found;
  const { entry, screen } = route;
  return { entry, screen, ...(id !== undefined && { id }), ...(parent !== undefined && { parent }) };
}

function aliasesOf<Entry extends FormScreens>(entries: readonly Entry[]): Route<Entry>[] {
  return entries.flatMap(({ paths }) => Object.entries(paths.aliases ?? {}).map(([pattern, to]) => ({ pattern, to })));
}

function screensOf<Entry extends FormScreens>(entries: readonly Entry[]): Route<Entry>[] {
  return entries.flatMap((entry) => {
    const { paths } = entry;
    const screens: [pattern: string | undefined, screen: FormScreenName][] = [
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
    return screens.flatMap(([pattern, screen]) => (pattern ? [{ pattern, entry, screen }] : []));
  });
}

function trim(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

/** Returns the version that new records use, which is not the newest while that one waits for its day or is withdrawn. */
export function captureVersion({ captured_with, version }: Pick<FormEntry, 'captured_with' | 'version'>): number {
  return captured_with ?? version;
}

/** Returns the path of a form version's validator. The hash keeps an old copy of a corrected newest version out of use. */
export function validatorPath(
  { form, version: newest, hash }: Pick<FormEntry, 'form' | 'version' | 'hash'>,
  version: number,
): string {
  const path = `/api/definitions/${encodeURIComponent(form)}/${version}/validator.js`;
  return version === newest && hash ? `${path}?hash=${encodeURIComponent(hash)}` : path;
}
