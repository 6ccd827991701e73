/** Calls of the screens for master tables. */

import type { Text } from '../../../core/text/languages.ts';
import { call } from '../../data/http.ts';
import type { Named } from '../../data/types.ts';

export interface Table {
  list: string;
  title: Text | null;
  programme: string | null;
  total: number;
  retired: number;
  may: { edit?: true };
}

export interface Entry extends Named {
  id: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  code: string;
  aliases: string[];
  valid_from: string | null;
  valid_to: string | null;
  merged_into: string | null;
  updated_at: string;
}

export interface TableEvent {
  at: string;
  by: { id: string; name: string };
  action: string;
  id: string | null;
  detail: { before?: Partial<Entry>; after?: Partial<Entry>; into?: string };
}

export type EntryWords = Pick<Entry, 'name_en' | 'name_fa' | 'name_ps' | 'aliases' | 'valid_from' | 'valid_to'>;

interface Saved {
  message: string;
  data: Entry;
}

const e = encodeURIComponent;
const rows = async <T>(path: string): Promise<T[]> => (await call<{ data: T[] }>(path)).data;
const post = (path: string, body: unknown = {}) => call<Saved>(`master-tables/${path}`, { method: 'POST', body });

export const tablesApi = {
  tables: () => rows<Table>('master-tables'),
  entries: (list: string) => rows<Entry>(`master-tables/${e(list)}?all=1`),
  history: (list: string) => rows<TableEvent>(`master-tables/${e(list)}/history`),
  add: (list: string, words: EntryWords) => post(e(list), words),
  change: (list: string, entry: Entry, words: EntryWords) =>
    call<Saved>(`master-tables/${e(list)}/${e(entry.id)}`, {
      method: 'PUT',
      body: { ...words, updated_at: entry.updated_at },
    }),
  order: (list: string, ids: string[]) => post(`${e(list)}/order`, { ids }),
  retire: (list: string, id: string) => post(`${e(list)}/${e(id)}/retire`),
  restore: (list: string, id: string) => post(`${e(list)}/${e(id)}/restore`),
  merge: (list: string, id: string, into: string) => post(`${e(list)}/${e(id)}/merge`, { into }),
};

export const tableKeys = {
  tables: ['master-tables'] as const,
  entries: (list: string) => ['master-tables', list] as const,
  history: (list: string) => ['master-tables', list, 'history'] as const,
};
