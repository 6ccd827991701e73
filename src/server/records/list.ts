/**
 * Lists records, sorted, filtered and searched on the typed projection. Only the rows of the page are read from `records`.
 * Counts stop at 10,000. Pages can go by key (`after`). A search without an index looks only at the first rows in order.
 */

import { type RawBuilder, sql } from 'kysely';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { newestAnswers } from '../../core/definitions/versions/upgrade.ts';
import { Failure } from '../../core/errors/failure.ts';
import { MOST_COUNTED } from '../../core/query/evaluate.ts';
import {
  type ColumnOrder,
  columnOrderOf,
  decodePageCursor,
  encodePageCursor,
  type OrderValues,
  pageNumbers,
  shownColumns,
  shownValue,
} from '../../core/query/pageRows.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import type { Actor, StoredRecord } from '../../core/records/types.ts';
import { searchWords } from '../../core/text/letters.ts';
import { RECORD_COLUMNS } from '../db/tables.ts';
import type { RecordDeps } from './context.ts';
import {
  andConditions,
  type ColumnRef,
  filterCondition,
  likeText,
  readyPlan,
  type SqlCondition,
  visibleCondition,
} from './filters.ts';
import type { ListPage, ListQuery, ListRow } from './types.ts';

/**
 * If more than 10,000 + `COUNTED_BEYOND` rows match, "more than 10,000" is remembered for `MANY_MS`. So many rows are not
 * deleted within seconds, and the response gives no exact number.
 */
const COUNTED_BEYOND = 2000;
const MANY_MS = 5000;
const MOST_SCANNED = 5000;

export async function listVisibleRecords(deps: RecordDeps, query: ListQuery, actor: Actor): Promise<ListPage> {
  const { database, registry, permission } = deps;
  const { plan, pending } = readyPlan(deps, query.form);
  const order = columnOrderOf(plan, query.sort, pending);
  const scope = visibleCondition(plan, actor, registry, database.dialect, Boolean(query.parent_id));
  if (!scope) return emptyPage(query);
  if (query.deleted && !permission.mayRestore(actor)) throw new Failure('forbidden', { params: { action: 'restore' } });
  const chosen: SqlCondition[] = [...(query.deleted ? deletedOf(plan) : [sql`deleted = 0`]), ...scope];
  if (query.parent_id) chosen.push(sql`parent_id = ${query.parent_id}`);
  const { unindexed } = database.dialect;
  const conditionsWith = (ref: ColumnRef) => [
    ...chosen,
    ...query.filters.map((filter) => filterCondition(plan, filter, pending, ref)),
  ];
  // Many rows share a state. If there is another filter, its index finds fewer rows than the index on the state.
  const conditions = conditionsWith((name) =>
    name === 'state' && query.filters.length > 1 ? unindexed(name) : sql.ref(name),
  );
  const search = await planTextSearch(deps, query, plan, conditions, order);

  const perPage = query.per_page;
  const offset = query.after ? 0 : (query.page - 1) * perPage;
  // Behind a cursor, one row more says whether there is a further page.
  const most = query.after ? perPage + 1 : perPage;
  const rowsOf = (where: RawBuilder<unknown>) =>
    storedRows(
      deps,
      plan,
      order,
      sql`FROM ${search.from} WHERE ${where} ORDER BY ${orderBy(order)} LIMIT ${most} OFFSET ${offset}`,
    );

  let where = andConditions([...conditions, ...search.conditions]);
  // A search mostly finds few rows. If they do not fill the page, their number is known without counting.
  const few = search.conditions.length > 0 && query.filters.length === 0 && !query.after ? await rowsOf(where) : null;
  const isLast = few !== null && few.length < perPage && (offset === 0 || few.length > 0);
  const found = isLast ? offset + few.length : await countMatching(deps, search.from, where);
  const total = Math.min(found, MOST_COUNTED);

  const first = order[0]?.column;
  if (found > MOST_COUNTED && first !== plan.defaultSort.sort) {
    // With very many rows, reading them in order from the index is faster than sorting everything that the filters find.
    const walked = conditionsWith((name) => (name === first ? sql.ref(name) : unindexed(name)));
    where = andConditions([...walked, ...search.conditions]);
  }
  const paged = query.after ? sql`${where} AND ${behind(order, decodePageCursor(query.after, order))}` : where;
  const isPastEnd = found <= MOST_COUNTED && !query.after && offset >= Math.max(found, 1);
  const read = few ?? (isPastEnd ? [] : await rowsOf(paged));
  const hits = read.slice(0, perPage);
  const isMore = query.after ? read.length > perPage : hits.length === perPage;
  const rows = hits.map((cells) => {
    const row = pageRow(plan, cells.slice(order.length));
    const version = registry.form(row.record.form, row.record.form_version) ?? query.form;
    const data = newestAnswers(registry, row.record);
    const scope = permission.scope(version, row.record, actor);
    return { ...row, record: { ...row.record, data }, stored: row.record.data, scope };
  });
  const last = hits.at(-1);
  return {
    rows,
    per_page: perPage,
    ...pageNumbers(query, total, hits.length, isMore),
    total,
    capped: found > MOST_COUNTED || search.isCut,
    next_cursor: last && isMore ? encodePageCursor(last.slice(0, order.length) as OrderValues) : null,
  };
}

interface Search {
  from: RawBuilder<unknown>;
  /** Empty if no words are searched for. */
  conditions: SqlCondition[];
  /** True if not all rows were looked at. */
  isCut: boolean;
}

/** Plans a text search. It uses the text index, or only the first `MOST_SCANNED` rows in order if no word is indexed. */
export async function planTextSearch(
  deps: RecordDeps,
  { form, text = '' }: ListQuery,
  plan: ProjectionPlan,
  conditions: SqlCondition[],
  order: ColumnOrder[],
): Promise<Search> {
  const table = sql.table(plan.table);
  const { conditions: found, isScan } = await searchWordConditions(deps, form, plan, text);
  if (!isScan) return { from: table, conditions: found, isCut: false };
  const looked = andConditions(conditions);
  const first = sql`SELECT * FROM ${table} WHERE ${looked} ORDER BY ${orderBy(order)} LIMIT ${sql.lit(MOST_SCANNED)}`;
  const isCut = (await countUpTo(deps, table, looked, MOST_SCANNED)) > MOST_SCANNED;
  return { from: sql`(${first}) AS looked_at`, conditions: found, isCut };
}

/** Returns the conditions of the words of a search. `isScan`: no text index helps to find them. */
export async function searchWordConditions(
  { database, projector, read }: RecordDeps,
  { form }: CompiledForm,
  plan: ProjectionPlan,
  text: string,
): Promise<{ conditions: SqlCondition[]; isScan: boolean }> {
  const words = searchWords(text);
  if (words.length === 0) return { conditions: [], isScan: false };
  // Until it is filled again, the text index may contain answers that not everybody may read.
  if (projector.pending(plan).has('search_text'))
    throw new Failure('unavailable', { detail: `the search of ${form} is being prepared` });
  const { condition, compared, isScan } = await database.dialect.searchPlan(read, plan.table, words);
  const column = compared ?? sql.ref('search_text');
  const conditions: SqlCondition[] = words.map((word) => sql`${column} LIKE ${`%${likeText(word)}%`} ESCAPE '\\'`);
  return { conditions: condition ? [condition, ...conditions] : conditions, isScan };
}

/** Counts the rows that meet a condition. A number over `MOST_COUNTED` only means that there are more. */
async function countMatching(deps: RecordDeps, from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> {
  const { read, crowded } = deps;
  const { sql: text, parameters } = sql`${from} ${where}`.compile(read);
  const key = `${text}\n${JSON.stringify(parameters)}`;
  const now = performance.now();
  const until = crowded.get(key);
  if (until !== undefined && until > now) return MOST_COUNTED + 1;
  // While this request counts again, concurrent requests use the previous result.
  if (until !== undefined) crowded.set(key, now + MANY_MS);
  const found = await countUpTo(deps, from, where, MOST_COUNTED + COUNTED_BEYOND);
  if (found > MOST_COUNTED + COUNTED_BEYOND) crowded.set(key, now + MANY_MS);
  else crowded.delete(key);
  return found;
}

/** Counts rows, but stops one row after the limit. */
async function countUpTo(
  { read }: RecordDeps,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${sql.lit(limit + 1)}) AS c`.execute(read);
  return Number(rows[0]?.n ?? 0);
}

/** Finds deleted records through an index of `records`. The indexes of lists contain only records that are not deleted. */
function deletedOf({ form }: ProjectionPlan): SqlCondition[] {
  return [
    sql`deleted = 1`,
    sql`id IN (SELECT r.id FROM records r WHERE r.form = ${form.form} AND r.deleted_at IS NOT NULL)`,
  ];
}

function orderBy(order: ColumnOrder[], table?: string): RawBuilder<unknown> {
  const columnOf = ({ column }: ColumnOrder) => sql.ref(table === undefined ? column : `${table}.${column}`);
  return sql.join(order.map((one) => sql`${columnOf(one)} ${sql.raw(one.descending ? 'DESC' : 'ASC')}`));
}

/** Selects rows after a cursor. If all columns have one direction, one tuple comparison is enough, which an index serves. */
function behind(order: ColumnOrder[], values: (string | number)[]): SqlCondition {
  const descending = order[0]?.descending === true;
  if (order.every((one) => one.descending === descending)) {
    const columns = sql.join(order.map((one) => sql.ref(one.column)));
    return sql`(${columns}) ${sql.raw(descending ? '<' : '>')} (${sql.join(values)})`;
  }
  const steps = order.map((one, at) => {
    const equal = order.slice(0, at).map((before, i) => sql`${sql.ref(before.column)} = ${values[i]}`);
    return sql`(${andConditions([...equal, sql`${sql.ref(one.column)} ${sql.raw(one.descending ? '<' : '>')} ${values[at]}`])})`;
  });
  return sql`(${sql.join(steps, sql` OR `)})`;
}

function emptyPage({ per_page, page }: ListQuery): ListPage {
  return {
    rows: [],
    per_page,
    current_page: page,
    last_page: 1,
    total: 0,
    capped: false,
    next_cursor: null,
  };
}

/** The answers of `record` are those stored. */
type PageRow = Omit<ListRow, 'scope' | 'stored'>;

/** Columns of `records` that a response shows besides the name: all but the hash. */
const STORED = RECORD_COLUMNS.filter((column) => column !== 'name' && column !== 'hash');

/** Cells of a row: its values of the columns it is ordered by, its name, those of `STORED`, and those that a list shows beside the answers. */
type StoredCells = unknown[];

/** Finds rows of a projection and reads them with their records, in one statement: a page is then one round trip. */
function storedRows(
  { read, database: { dialect } }: RecordDeps,
  plan: ProjectionPlan,
  order: ColumnOrder[],
  found: RawBuilder<unknown>,
): Promise<StoredCells[]> {
  const cells = [
    ...order.map(({ column }) => sql.ref(`p.${column}`)),
    ...['name', ...STORED].map((name) => sql.ref(`r.${name}`)),
    ...shownColumns(plan).map((column) => sql.ref(`p.${column.value}`)),
  ];
  const from = sql`FROM (SELECT id ${found}) AS f JOIN ${sql.table(plan.table)} p ON p.id = f.id JOIN records r ON r.id = f.id`;
  return dialect.cellRows(read, cells, from, orderBy(order, 'p'));
}

function pageRow(plan: ProjectionPlan, [name, ...values]: StoredCells): PageRow {
  const record = Object.fromEntries(STORED.map((column, at) => [column, values[at]])) as unknown as StoredRecord;
  record.data = JSON.parse(record.data as unknown as string) as RecordData;
  const columns = shownColumns(plan).map((column, at) => [
    column.source,
    shownValue(column, values[STORED.length + at]),
  ]);
  return { record, name: String(name), columns: Object.fromEntries(columns) };
}

const PER_PAGE = 200;

/** Yields every row of a list, page by page, for callers that read everything. Stops after `most` rows. */
export async function* everyListRow(
  { list }: { list(query: ListQuery, actor: Actor): Promise<ListPage> },
  query: Omit<ListQuery, 'page' | 'per_page' | 'after'>,
  actor: Actor,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ListRow> {
  let after: string | undefined;
  let given = 0;
  while (given < most) {
    const page = await list(
      { ...query, page: 1, per_page: Math.min(PER_PAGE, most - given), ...(after !== undefined && { after }) },
      actor,
    );
    yield* page.rows;
    given += page.rows.length;
    if (!page.next_cursor || page.rows.length === 0) return;
    after = page.next_cursor;
  }
}
