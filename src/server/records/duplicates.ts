/** Records that say the same as given answers: found by typed columns where there are some, compared answer by answer. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { Actor } from '../../core/records/types.ts';
import { sameKey } from '../../core/spreadsheet/same.ts';
import { groupBy } from '../db/slices.ts';
import { newestAnswers } from '../definitions/upgrade.ts';
import type { RecordDeps } from './context.ts';
import { everyRow } from './everyRow.ts';
import { list } from './list.ts';
import type { Filter } from './types.ts';

/** Rows that are looked for at once. */
const TOGETHER = 100;
/** Columns that narrow the search; more find nothing sooner. */
const MOST_FILTERS = 3;
/** Beyond this the column holds only the beginning of a text. */
const LONGEST = 200;
const MOST_SHOWN = 5;
/** Kinds whose columns find a value, the most telling first. */
const KINDS = ['text', 'day', 'number', 'name', 'id'];

/** For each of the answers the records, of those the actor sees, that say the same to these properties; a few each. */
export async function findDuplicates(
  deps: RecordDeps,
  { form, rows, properties }: { form: CompiledForm; rows: readonly RecordData[]; properties: readonly string[] },
  actor: Actor,
): Promise<{ id: string; code: string | null }[][]> {
  const found: { id: string; code: string | null }[][] = rows.map(() => []);
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const part = rows.slice(from, from + TOGETHER).map((data, at) => ({ at: from + at, data }));
    const wanted = groupBy(part, ({ data }) => sameKey(properties, data));
    wanted.delete(null);
    if (wanted.size === 0) continue;
    const filters = filtersFor(deps, form, part, properties);
    const seen = { list: list.bind(null, deps) };
    for await (const { record } of everyRow(seen, { form, filters, sort: [] }, actor)) {
      const key = sameKey(properties, newestAnswers(deps.registry, record));
      for (const { at } of wanted.get(key) ?? [])
        if ((found[at]?.length ?? 0) < MOST_SHOWN) found[at]?.push({ id: record.id, code: record.code });
    }
  }
  return found;
}

/** A column narrows the search when every row has a value for it. */
function filtersFor(
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
