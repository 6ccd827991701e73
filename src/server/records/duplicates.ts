/** Records that say the same as given answers: found by typed columns where there are some, compared answer by answer. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { sameKey } from '../../core/spreadsheet/same.ts';
import type { Projector, ReadAnswers } from '../projections/projector.ts';
import { everyRow } from './everyRow.ts';
import type { Filter, Records } from './types.ts';

/** Rows that are looked for at once. */
const TOGETHER = 100;
/** Columns that narrow the search; more find nothing sooner. */
const MOST_FILTERS = 3;
/** Beyond this the column holds only the beginning of a text. */
const LONGEST = 200;
const MOST_SHOWN = 5;
/** Kinds whose columns find a value, the most telling first. */
const KINDS = ['text', 'day', 'number', 'name', 'id'];

interface SameDeps {
  list: Records['list'];
  projector: Projector;
  answers: ReadAnswers;
}

export function createSame({ list, projector, answers }: SameDeps): Records['findDuplicates'] {
  return async ({ form, rows, properties }, actor) => {
    const found: { id: string; code: string | null }[][] = rows.map(() => []);
    for (let from = 0; from < rows.length; from += TOGETHER) {
      const wanted = new Map<string, number[]>();
      const part = rows.slice(from, from + TOGETHER);
      for (const [at, data] of part.entries()) {
        const key = sameKey(properties, data);
        if (key !== null) wanted.set(key, [...(wanted.get(key) ?? []), from + at]);
      }
      if (wanted.size === 0) continue;
      const filters = filtersFor(form, part, properties);
      for await (const { record } of everyRow({ list }, { form, filters, sort: [] }, actor)) {
        const said = answers(record.form, record.form_version, record.data);
        for (const at of wanted.get(sameKey(properties, said) ?? '') ?? [])
          if ((found[at]?.length ?? 0) < MOST_SHOWN) found[at]?.push({ id: record.id, code: record.code });
      }
    }
    return found;
  };

  /** A column narrows the search when every row has a value for it. */
  function filtersFor(form: CompiledForm, rows: readonly RecordData[], properties: readonly string[]): Filter[] {
    const plan = projector.plan(form.form);
    const pending = projector.pending(plan);
    return properties
      .flatMap((property) => {
        const column = plan.columns.get(property);
        if (!column || !KINDS.includes(column.kind) || pending.has(column.value)) return [];
        const values = new Set(rows.map((row) => row[property]));
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
}
