/**
 * Requests what the first screen of a page will need while the screen itself is still loading: dashboard data at once, a
 * form's data as soon as the forms are known. A wrong guess costs one response.
 */
import { validate } from 'uuid';
import type { FormEntry } from '../core/generated/api.ts';
import { capturedWith } from './data/capturedWith.ts';
import { askEarly, queryText, readEarly } from './data/http.ts';
import { pageQuery, readListState } from './data/list/listState.ts';
import { listParams } from './data/online.ts';
import { type FormMatch, matchForms, validatorPath } from './data/paths.ts';

export async function askAhead({ pathname, search }: Location): Promise<void> {
  if (pathname === '/') askEarly('home');
  const response = await readEarly('definitions');
  if (!response?.ok) return;
  const { data } = (await response.json()) as { data: FormEntry[] };
  const match = matchForms(data, pathname);
  if (!match) return;
  for (const path of pathsOf(match, new URLSearchParams(search))) askEarly(path);
  if (match.screen !== 'create' && match.screen !== 'edit') return;
  const rules = document.createElement('link');
  rules.rel = 'modulepreload';
  rules.href = validatorPath(match.entry, capturedWith(match.entry));
  document.head.append(rules);
}

function pathsOf({ entry, screen, id, parent }: FormMatch, search: URLSearchParams): string[] {
  const { api, form } = entry;
  const version = capturedWith(entry);
  const definition = `definitions/${form}`;
  if (screen === 'list')
    return [`${api.base}${queryText(listParams(pageQuery(readListState(search)).asked))}`, definition];
  if (screen === 'create' && !parent)
    return [`${api.base}/create${queryText(Object.fromEntries(search))}`, `${definition}/${version}`];
  // Screens of features have paths where a form has its record's id.
  if ((screen === 'detail' || screen === 'edit') && validate(id))
    return [`${api.base}/${id}`, `${definition}/${version}`];
  return [];
}
