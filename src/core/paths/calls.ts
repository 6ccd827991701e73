/** The calls that a screen begins with, so that the server answers them together (`GET /api/start`) before the screen is loaded. */
import type { FormEntry, ListQuery } from '../generated/api.ts';
import { isUuid } from '../records/uuid.ts';
import { pageQuery, readListState } from './listState.ts';
import { captureVersion, type FormMatch, type FormScreens, matchForms } from './screens.ts';

export type QueryParams = Record<string, string | number | boolean | undefined | null>;

/** Returns a query with its question mark, without what is not given. */
export function queryText(query: QueryParams | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}

/** Returns the query of a page of a list as the API takes it. */
export function pageParams({ filters, counts, waits, deleted, ...asked }: ListQuery): QueryParams {
  const { page, per_page, after, sort, text, columns, fields } = asked;
  return {
    ...{ page, per_page, after, sort, text, columns, fields },
    counts: counts ? 1 : undefined,
    waits: waits ? 1 : undefined,
    filters: filters?.length ? JSON.stringify(filters) : undefined,
    deleted: deleted ? 1 : undefined,
  };
}

/** Returns the parameters that name the site of a new record. */
export function siteParams({ parent }: Pick<FormEntry, 'parent'>, site: string | undefined): Record<string, string> {
  return site ? { [parent?.param ?? parent?.field ?? 'parent_id']: site } : {};
}

/** Our own screens take what can be chosen from definitions and lists, and not from the keys that a form documents for other programs. */
export const WITHOUT_SELECTS = { selects: 0 } as const;

/** What every screen begins with, as paths below /api. */
export const COMMON_CALLS = ['session', 'common', 'definitions', 'news'];

/** Returns the calls that the screen at an address begins with, as paths below /api, apart from those of every screen. */
export function firstCalls(
  entries: readonly FormScreens[],
  { pathname, search }: { pathname: string; search: string },
) {
  if (pathname === '/') return ['home'];
  const match = matchForms(entries, pathname);
  return match ? callsOf(match, new URLSearchParams(search)) : [];
}

function callsOf({ entry, screen, id, parent }: FormMatch<FormScreens>, search: URLSearchParams): string[] {
  const { api, form } = entry;
  const version = captureVersion(entry);
  const definition = `definitions/${encodeURIComponent(form)}`;
  if (screen === 'list')
    return [
      `${api.base}${queryText(pageParams(pageQuery(readListState(search)).asked))}`,
      definition,
      `views/${encodeURIComponent(form)}`,
    ];
  if (screen === 'create' || screen === 'quick') {
    const query = { ...Object.fromEntries(search), ...siteParams(entry, parent), ...WITHOUT_SELECTS };
    return [`${api.base}/create${queryText(query)}`, `${definition}/${version}`, 'drafts'];
  }
  // Screens of features have paths where a form has its record's id.
  if ((screen === 'detail' || screen === 'edit') && id !== undefined && isUuid(id))
    return [
      `${api.base}/${id}${queryText(WITHOUT_SELECTS)}`,
      `${definition}/${version}`,
      ...(screen === 'edit' ? ['drafts'] : []),
    ];
  return [];
}
