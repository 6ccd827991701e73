/**
 * A page of rows for screens and documented clients, with the options of the list's filters.
 * A row carries the answers of columns and filters, and the name, date, organization and parent.
 */
import { listFilterOptions } from '../../api/names.ts';
import { createRowRenderer, type RenderedRecord } from '../../api/render.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { answerNamesInOptions } from '../../form/answersInWords.ts';
import { readableRatingBarsOf } from '../../form/ratingBars.ts';
import type { Refs } from '../../form/types/fieldType.ts';
import type { RatingBars } from '../../generated/api.ts';
import { childQueryIn } from '../../query/children.ts';
import { type ListQuery, readListQuery } from '../../query/listQuery.ts';
import { listWaitingCounts } from '../home/waiting.ts';
import { NameCollector } from '../names.ts';
import type { Reads, VisibleRow } from '../reads.ts';
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
  const { own, answered } = await namesOfRows(reads, form, rows, only);
  const renderer = createRowRenderer({ ...reads, refs: own }, form, only);
  const barsOf = readableRatingBarsOf(reads, form);
  const data = rows.map((row) => {
    const { record, scope, unsent, mark } = row;
    const columns = columnsOf(row, own, barsOf(record.data));
    return renderer.render({ record, scope, columns, ...(unsent && { unsent }), ...(mark !== undefined && { mark }) });
  });
  const ids = rows.map(({ record }) => record.id);
  return {
    data,
    meta: {
      ...position,
      refusals: renderer.refusals,
      ...(await keys?.(form)),
      ...(counts === '1' && { counts: await childCountsOf(reads, form, ids) }),
      ...(waits === '1' && { waits: await listWaitingCounts(reads, form) }),
      // A walk over everything has them from its first page. A page with a number says all that pages say.
      ...((query.after === undefined || query.page > 1) && listFilterOptions(reads.registry, form, reads.language)),
      refs: answered,
    },
  };
}

/**
 * Returns the names that rows are made with, and those that `meta` adds: of what the listed answers and columns name, without what
 * the rows name themselves, which are their parents and places.
 */
async function namesOfRows(
  reads: Reads,
  form: CompiledForm,
  rows: readonly VisibleRow[],
  only: ReadonlySet<string> | undefined,
): Promise<{ own: Refs; answered: Refs }> {
  const own = new NameCollector(reads);
  const answered = new NameCollector(reads, own.refs, reads.language);
  for (const row of rows) {
    own.addNamed(row);
    // Looking each of them up in the store of a device would take longer than the list itself.
    own.addRefs(row.refs);
    own.addWriters(row.record);
    own.addRecordId(row.record.parent_id);
    answered.addAnswers(form, row.record.data, only);
    for (const value of Object.values(row.columns)) answered.addPlace(value);
  }
  await NameCollector.loadEach([own, answered]);
  for (const { record } of rows) {
    if (record.parent_id !== null) delete answered.refs[record.parent_id];
    for (const id of [record.province_id, record.district_id, record.village_id])
      if (id !== null && reads.registry.place(id)) delete answered.refs[id];
  }
  return { own: own.refs, answered: answered.refs };
}

/** The name of the parent is left out, since the row's parent has it. */
function columnsOf(row: VisibleRow, parents: Refs, ratings: RatingBars | undefined): Record<string, unknown> {
  const { 'parent.name': parentName, ...columns } = row.columns;
  const { parent_id } = row.record;
  const isSaid = parentName === undefined || (parent_id !== null && parents[parent_id]?.name === parentName);
  return {
    ...columns,
    ...(!isSaid && { 'parent.name': parentName }),
    ...(ratings && { 'record.ratings': ratings }),
  };
}
