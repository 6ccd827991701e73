/**
 * Client routes of all forms, from their definitions: which form and screen a path means, and back. Static segments win
 * over parameters (/things/create before /things/:id); a trailing slash means nothing; aliases lead to their target.
 */
import type { FormEntry } from './types.ts';

export type FormScreenName = 'list' | 'search' | 'detail' | 'edit' | 'create' | 'quick' | 'figures' | 'upload';

export interface FormMatch {
  entry: FormEntry;
  screen: FormScreenName;
  id?: string;
  parent?: string;
}

type WithPaths = Pick<FormEntry, 'form' | 'paths'>;

export function editPath(paths: FormEntry['paths']): string {
  return paths.edit ?? `${trim(paths.record)}/edit`;
}

export function searchPath(paths: FormEntry['paths']): string {
  return `${trim(paths.list)}/search`;
}

/** The path of a pattern with its parameters filled in; undefined parameters stay visible as an error of the caller. */
export function fill(pattern: string, params: Record<string, string | undefined>): string {
  return pattern.replace(/:([a-zA-Z_]+)/g, (whole, name: string) => {
    const value = params[name] ?? (name === 'parent' ? undefined : params.id);
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

export function recordPath(entry: WithPaths, id: string): string {
  return fill(entry.paths.record, { id });
}

/**
 * Create screen; with a parent the path that fixes it, if the form has one. A record that is no parent but answers a
 * question of the form (`by`) is named in the query.
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

export function matchForms<E extends FormEntry>(entries: readonly E[], pathname: string): FormMatch | null {
  const aliased = entries.flatMap((entry) => Object.entries(entry.paths.aliases ?? {}));
  for (const [from, to] of aliased) {
    const params = match(from, pathname);
    if (params && score(from) >= best(entries, pathname)) return find(entries, fill(to, params));
  }
  return find(entries, pathname);
}

function routes(entry: FormEntry): [string, FormScreenName][] {
  return [
    [entry.paths.list, 'list'],
    [searchPath(entry.paths), 'search'],
    [entry.paths.record, 'detail'],
    [editPath(entry.paths), 'edit'],
    ...(entry.import ? [[entry.import.path, 'upload'] as [string, FormScreenName]] : []),
    ...(entry.paths.quick ? [[entry.paths.quick, 'quick'] as [string, FormScreenName]] : []),
    ...(entry.paths.figures ? [[entry.paths.figures, 'figures'] as [string, FormScreenName]] : []),
    ...(entry.paths.create ?? []).map((path): [string, FormScreenName] => [path, 'create']),
  ];
}

function find(entries: readonly FormEntry[], pathname: string): FormMatch | null {
  let found: (FormMatch & { score: number }) | null = null;
  for (const entry of entries) {
    for (const [pattern, screen] of routes(entry)) {
      const params = match(pattern, pathname);
      if (!params || (found && score(pattern) <= found.score)) continue;
      const { parent, ...ids } = params;
      const id = Object.values(ids)[0];
      found = {
        entry,
        screen,
        score: score(pattern),
        ...(id !== undefined && { id }),
        ...(parent !== undefined && { parent }),
      };
    }
  }
  if (!found) return null;
  const { score: _score, ...result } = found;
  return result;
}

function best(entries: readonly FormEntry[], pathname: string): number {
  const scores = entries.flatMap((entry) =>
    routes(entry)
      .filter(([p]) => match(p, pathname))
      .map(([p]) => score(p)),
  );
  return Math.max(-1, ...scores);
}

function trim(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

function match(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = trim(pattern).split('/');
  const given = trim(pathname).split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (let i = 0; i < wanted.length; i += 1) {
    const w = wanted[i] as string;
    const g = given[i] as string;
    if (w.startsWith(':')) {
      if (!g) return null;
      params[w.slice(1)] = safeDecode(g);
    } else if (w !== g) return null;
  }
  return params;
}

/** More static segments first, and earlier ones weigh more. */
function score(pattern: string): number {
  return trim(pattern)
    .split('/')
    .reduce((sum, segment) => sum * 2 + (segment.startsWith(':') ? 0 : 1), 0);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
