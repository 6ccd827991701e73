/** Finds records with the same answers as given rows. Typed columns narrow the search, then answers are compared. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { ColumnKind } from '../../core/query/columns.ts';
import type { Actor } from '../../core/records/types.ts';
import { duplicateKey } from '../../core/spreadsheet/duplicateKey.ts';
import { groupIntoMap } from '../db/rows.ts';
import type { RecordDeps } from './context.ts';
import { everyListRow, listVisibleRecords } from './list.ts';
import type { Filter } from './types.ts';

/** Number of rows searched for at once. */
const TOGETHER = 100;
/** Number of columns used to narrow the search. More columns do not make it faster. */
const MOST_FILTERS = 3;
/** Columns hold only the beginning of a long text, so a longer answer is not used to narrow the search. */
const LONGEST = 200;
const MOST_SHOWN = 5;
/** Column kinds that can narrow the search, the most selective first. */
const KINDS: readonly ColumnKind[] = ['words', 'day', 'number', 'name', 'id'];

/** Returns for each row up to `MOST_SHOWN` records that the actor sees and whose answers to `properties` are the same. */
export async function findDuplicates(
  deps: RecordDeps,
  { form, rows, properties }: { form: CompiledForm; rows: readonly RecordData[]; properties: readonly string[] },
  actor: Actor,
): Promise<{ id: string; code: string | null }[][]> {
  const found: { id: string; code: string | null }[][] = rows.map(() => []);
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const part = rows.slice(from, from + TOGETHER).map((data, at) => ({ at: from + at, data }));
    const wanted = groupIntoMap(part, ({ data }) => duplicateKey(properties, data));
    wanted.delete(null);
    if (wanted.size === 0) continue;
    const filters = duplicateFilters(deps, form, part, properties);
    const seen = { list: listVisibleRecords.bind(null, deps) };
    for await (const { record } of everyListRow(seen, { form, filters, sort: [] }, actor)) {
      const key = duplicateKey(properties, record.data);
      for (const { at } of wanted.get(key) ?? [])
        if ((found[at]?.length ?? 0) < MOST_SHOWN) found[at]?.push({ id: record.id, code: record.code });
    }
  }
  return found;
}

/** Returns filters that narrow the search. A column is used only if every row has a value for it. */
export function duplicateFilters(
  { projector }: RecordDeps,
  form: CompiledForm,
  rows: readonly { data: RecordData }[],
  properties: readonly string[],
): Filter[] {
  const plan = projector.plan(form.form);
  const pending = projector.pending(plan);
  return properties
    .flatMap((property) => {
      const column = plan.columns.get(property);
      if (!column || !KINDS.includes(column.kind) || pending.has(column.value)) return [];
      const values = new Set(rows.map(({ data }) => data[property]));
      const isWhole = [...values].every((value) =>
        column.kind === 'number'
          ? typeof value === 'number'
          : typeof value === 'string' && value !== '' && value.length <= LONGEST,
      );
      const filter: Filter = { field: property, op: 'in', value: [...values] };
      return isWhole ? [{ filter, order: KINDS.indexOf(column.kind) }] : [];
    })
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_FILTERS)
    .map(({ filter }) => filter);
}
