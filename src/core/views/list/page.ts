/** A page of rows for screens and documented clients, with the options of the list's filters. */
import { SharedDenials } from '../../api/denials.ts';
import { listedProperties, propertiesOf } from '../../api/listed.ts';
import { offered } from '../../api/offered.ts';
import { type RenderedRecord, renderRecord } from '../../api/render.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { getOwn } from '../../getOwn.ts';
import { typeFilters } from '../../query/children.ts';
import { NameCollector } from '../names.ts';
import type { Page, Reads } from '../reads.ts';

export interface ListAnswer {
  data: RenderedRecord[];
  meta: Record<string, unknown>;
}

export interface PageOptions {
  /** `all`: with every answer, not only those of the list. */
  fields?: unknown;
  /** Answers that the rows carry besides those of the list. */
  columns?: readonly string[] | undefined;
  /** Counts what lies below each row. */
  counts?: boolean | undefined;
  /** Further documented keys of `meta`. */
  keys?: Record<string, unknown>;
}

export async function pageView(
  reads: Reads,
  form: CompiledForm,
  page: Page,
  { fields, columns = [], counts, keys }: PageOptions = {},
): Promise<ListAnswer> {
  const only = fields === 'all' ? undefined : new Set([...listedProperties(form), ...propertiesOf(form, columns)]);
  const refusals = new SharedDenials();
  const names = new NameCollector(reads);
  for (const row of page.rows) {
    names.addNamed(row);
    // Looking each of them up in the store of a device would take longer than the list itself.
    names.addRefs(row.refs);
    names.addRecord(form, row.record, only);
    for (const value of Object.values(row.columns)) names.addPlace(value);
  }
  const refs = await names.load();
  const rendering = { ...reads, refs };
  const data = page.rows.map(({ record, scope, columns, unsent, mark }) => ({
    ...renderRecord(rendering, form, record, scope, {
      columns,
      refusals,
      ...(unsent && { unsent }),
      ...(only && { only }),
    }),
    ...(mark !== undefined && { mark }),
  }));
  const { rows, ...position } = page;
  const meta = { ...position, refusals: refusals.refusals, ...keys };
  return {
    data,
    meta: {
      ...meta,
      ...(counts && {
        counts: await childCounts(
          reads,
          form,
          rows.map(({ record }) => record.id),
        ),
      }),
      ...offered(reads.registry, form, reads.language),
      refs,
    },
  };
}

type Counts = Record<string, Record<string, number>>;

/**
 * Counts the records below each row that the person sees, by the types of `api.formTypes`: record id → type → count. Zero counts
 * are left out. One query per type serves all rows, so a page of cards needs no request per card.
 */
async function childCounts(reads: Reads, form: CompiledForm, ids: readonly string[]): Promise<Counts> {
  const counts: Counts = {};
  if (ids.length === 0) return counts;
  for (const [key, type] of Object.entries(form.definition.api.formTypes ?? {})) {
    const child = reads.registry.form(type.form);
    if (!child) continue;
    const by = type.by ?? 'parent_id';
    const filters = [{ field: by, op: 'in' as const, value: [...ids] }, ...typeFilters(type)];
    for (const [id, count] of await reads.countBy(child, filters, by))
      counts[id] = { ...getOwn(counts, id), [key]: count };
  }
  return counts;
}
