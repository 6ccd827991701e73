/**
 * A page of rows for screens and documented clients, with the options of the list's filters.
 * A row carries the answers of columns and filters, and the name, date, organization and parent.
 */
import { listFilterOptions } from '../../api/names.ts';
import { type RenderedRecord, renderRecord, SharedDenials } from '../../api/render.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { answerNamesInOptions } from '../../form/answersInWords.ts';
import { readableRatingBars } from '../../form/ratingBars.ts';
import type { RatingBars } from '../../generated/api.ts';
import { childQueryIn } from '../../query/children.ts';
import { type ListQuery, readListQuery } from '../../query/listQuery.ts';
import { listWaitingCounts } from '../home/waiting.ts';
import { NameCollector } from '../names.ts';
import type { Reads } from '../reads.ts';
import { childCountsOf } from '../record/show.ts';

/** Returns the property names of a form's listed answers. */
export function listedProperties(form: CompiledForm): ReadonlySet<string> {
  const { list, name = [], date, organization, parent } = form.definition;
  return propertiesOf(form, [
    ...list.columns.map((column) => (typeof column === 'string' ? column : column.field)),
    ...(list.filters ?? []),
    ...name,
    ...[date, organization, parent?.field].filter((one) => one !== undefined),
  ]);
}

/**
 * A source is a field, a property of a field, or an engine column, which gives no property. Answers that labels of options name are
 * among them.
 */
function propertiesOf(form: CompiledForm, sources: readonly string[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap((source) => {
      const node = form.fields.get(source) ?? form.byProperty.get(source);
      return node ? [...(form.fields.has(source) ? node.properties : [source]), ...answerNamesInOptions(node)] : [];
    }),
  );
}

export interface ListResult {
  data: RenderedRecord[];
  meta: Record<string, unknown>;
}

/**
 * Parameters of a call. Besides those of `readListQuery`: `fields` is `all` for rows with every answer, `counts` is `1` to count what
 * lies below each row, `waits` is `1` to count what waits for the person.
 */
export type ListParams = Readonly<Record<string, unknown>>;

/** Returns further documented keys of `meta` for lists of the form. */
export type ListMetaKeys = (form: CompiledForm) => Promise<Record<string, unknown>>;

/** Throws `bad_filter` for invalid parameters. */
export async function listPageView(
  reads: Reads,
  form: CompiledForm,
  params: ListParams,
  keys?: ListMetaKeys,
): Promise<ListResult> {
  return render(reads, readListQuery(params, form, reads.registry), params, keys);
}

/** Returns a page of the records below another one. Throws `bad_filter` if the form has no such type of records. */
export async function childrenView(
  reads: Reads,
  parent: { form: CompiledForm; id: string },
  type: string,
  params: ListParams = {},
  keys?: ListMetaKeys,
): Promise<ListResult> {
  const { form, below } = childQueryIn(reads.registry, parent.form, parent.id, type);
  const query = readListQuery(params, form, reads.registry);
  return render(reads, { ...query, ...below, filters: [...query.filters, ...below.filters] }, params, keys);
}

async function render(
  reads: Reads,
  query: ListQuery,
  { fields, counts, waits }: ListParams,
  keys?: ListMetaKeys,
): Promise<ListResult> {
  const { form, columns = [] } = query;
  const { rows, ...position } = await reads.list(query);
  const only = fields === 'all' ? undefined : new Set([...listedProperties(form), ...propertiesOf(form, columns)]);
  const refusals = new SharedDenials();
  const names = new NameCollector(reads);
  for (const row of rows) {
    names.addNamed(row);
    // Looking each of them up in the store of a device would take longer than the list itself.
    names.addRefs(row.refs);
    names.addRecord(form, row.record, only);
    for (const value of Object.values(row.columns)) names.addPlace(value);
  }
  const refs = await names.load();
  const rendering = { ...reads, refs };
  const data = rows.map(({ record, scope, columns, unsent, mark }) => ({
    ...renderRecord(rendering, form, record, scope, {
      columns: withRatings(columns, readableRatingBars(reads, form, record.data)),
      refusals,
      ...(unsent && { unsent }),
      ...(only && { only }),
    }),
    ...(mark !== undefined && { mark }),
  }));
  const ids = rows.map(({ record }) => record.id);
  return {
    data,
    meta: {
      ...position,
      refusals: refusals.refusals,
      ...(await keys?.(form)),
      ...(counts === '1' && { counts: await childCountsOf(reads, form, ids) }),
      ...(waits === '1' && { waits: await listWaitingCounts(reads, form) }),
      // A walk over everything has them from its first page. A page with a number says all that pages say.
      ...((query.after === undefined || query.page > 1) && listFilterOptions(reads.registry, form, reads.language)),
      refs,
    },
  };
}

function withRatings(columns: Record<string, unknown>, ratings: RatingBars | undefined): Record<string, unknown> {
  return ratings ? { ...columns, 'record.ratings': ratings } : columns;
}
