/**
 * Finds records of some forms while a person types, and the names of ids.
 */
import { namedRow } from '../api/names.ts';
import type { FoundRecord } from '../generated/api.ts';
import type { Registry } from '../records/registry.ts';
import type { Language } from '../text/languages.ts';
import { sortKey } from '../text/letters.ts';
import type { Filter } from './filter.ts';
import type { ListPage, ListQuery, ListRow } from './listQuery.ts';

const SHOWN = 30;

export interface RecordSearchRequest {
  forms: readonly string[];
  text: string;
  /** Exactly these records. Empty for a search. */
  ids: string[];
  /** For forms of people: only those with one of these roles. */
  roles: string[];
  /** Id of the province whose records come first. */
  near?: string | undefined;
}

interface Asking {
  registry: Pick<Registry, 'forms' | 'place'>;
  language: Language;
  /** Returns the records that the person sees. */
  list(query: ListQuery): Promise<Pick<ListPage, 'rows'>>;
}

export async function searchRecords(asking: Asking, question: RecordSearchRequest): Promise<FoundRecord[]> {
  const { forms, text, ids, roles, near } = question;
  const rows: ListRow[] = [];
  for (const form of asking.registry.forms().filter((one) => forms.includes(one.form))) {
    const filters: Filter[] = ids.length > 0 ? [{ field: 'id', op: 'in', value: ids }] : [];
    if (roles.length > 0 && form.fields.has(ROLE_FIELD)) filters.push({ field: ROLE_FIELD, op: 'in', value: roles });
    const most = ids.length || SHOWN;
    const query = { form, sort: [], page: 1, per_page: most, ...(text && { text }) };
    const page = async (more: Filter[]) => (await asking.list({ ...query, filters: [...filters, ...more] })).rows;
    // Query records of the province first. Otherwise they could be missing among many others.
    const first = near === undefined ? [] : await page([{ field: 'province_id', op: 'eq', value: near }]);
    const others = first.length < most ? await page([]) : [];
    for (const row of [...first, ...others])
      if (!rows.some(({ record }) => record.id === row.record.id)) rows.push(row);
  }
  const data = rows.map((row) => found(asking, row));
  if (ids.length > 0) return data;
  const order = (row: FoundRecord) => `${row.province?.id === near ? 0 : 1}${sortKey(row.name)}`;
  data.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return near === undefined ? data : data.slice(0, SHOWN);
}

function found({ registry, language }: Asking, { record, name }: ListRow): FoundRecord {
  const { id, form, code } = record;
  const province = record.province_id ? registry.place(record.province_id) : undefined;
  return {
    id,
    form,
    name: name || (code ?? id),
    code,
    province: province ? (namedRow(province, language) as unknown as FoundRecord['province']) : null,
  };
}

/** The field of person forms that holds the role. */
export const ROLE_FIELD = 'role';
