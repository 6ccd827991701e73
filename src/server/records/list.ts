/**
 * Lists, sorted, filtered and searched over the typed projection; only the rows of the page are read from the records.
 * Counts stop at 10,000, pages may go by key (`after`), and what no index serves looks at the first rows in order only.
 */
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { badFilter, Failure } from '../../core/errors/failure.ts';
import { fold } from '../../core/text/fold.ts';
import type { Database } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { ProjectionPlan } from '../projections/plan.ts';
import type { Projector } from '../projections/projector.ts';
import { filterCondition, likeText, type Ref, type SqlCondition } from './filters.ts';
import { pageRows } from './pageRows.ts';
import type { Permission } from './permission.ts';
import { visibleCondition } from './scopeCondition.ts';
import type { ListPage, ListQuery, Records } from './types.ts';

const MOST_COUNTED = 10_000;
/**
 * "More than 10,000" is remembered for a moment when it was so by a wide margin: no so many rows go within seconds, and
 * the answer names no number.
 */
const COUNTED_BEYOND = 2000;
const MANY_MS = 5000;
const MOST_REMEMBERED = 500;
const MOST_SCANNED = 5000;
const MOST_WORDS = 6;

interface ListDeps {
  database: Database;
  registry: FormRegistry;
  permission: Permission;
  projector: Projector;
}

/** The order's columns of one row. */
type Hit = Record<string, string | number>;

interface Order {
  column: string;
  descending: boolean;
}

export function createList({ database, registry, permission, projector }: ListDeps): Records['list'] {
  const db = database.read;
  /** Conditions that very many rows meet, and until when that is taken as so. */
  const many = new LRUCache<string, number>({ max: MOST_REMEMBERED });

  return async (query, actor) => {
    const plan = projector.plan(query.form.form);
    const pending = projector.pending(plan);
    if (pending.has('*'))
      throw new Failure('unavailable', { detail: `the list of ${query.form.form} is being prepared` });
    const order = orderOf(plan, query.sort, pending);
    const scope = visibleCondition(plan, actor, registry, database.dialect, Boolean(query.parent_id));
    if (!scope) return emptyPage(query);
    if (query.deleted && !permission.mayRestore(actor))
      throw new Failure('forbidden', { params: { action: 'restore' } });
    const conditions: SqlCondition[] = [...(query.deleted ? deletedOf(plan) : [sql`deleted = 0`]), ...scope];
    if (query.parent_id) conditions.push(sql`parent_id = ${query.parent_id}`);
    const { unindexed } = database.dialect;
    const filtersWith = (ref: Ref) => query.filters.map((filter) => filterCondition(plan, filter, pending, ref));
    // Few states are shared by all rows: beside another filter, that one finds them.
    const plainly: Ref = (name) => (name === 'state' && query.filters.length > 1 ? unindexed(name) : sql.ref(name));
    const filters = filtersWith(plainly);
    const besides: SqlCondition[] = [];
    const words = fold(query.text ?? '')
      .replaceAll('\0', '')
      .split(' ')
      .filter(Boolean)
      .slice(0, MOST_WORDS);

    let from: RawBuilder<unknown> = sql.table(plan.table);
    let isCut = false;
    if (words.length > 0) {
      // The texts still hold answers that not everybody may read.
      if (pending.has('search_text'))
        throw new Failure('unavailable', { detail: `the search of ${query.form.form} is being prepared` });
      const search = await database.dialect.searchPlan(db, plan.table, words);
      const text = search.compared ?? sql.ref('search_text');
      const comparisons = words.map((word) => sql`${text} LIKE ${`%${likeText(word)}%`} ESCAPE '\\'`);
      if (search.isScan) {
        const looked = all([...conditions, ...filters]);
        isCut = (await countUpTo(from, looked, MOST_SCANNED)) > MOST_SCANNED;
        from = sql`(SELECT * FROM ${from} WHERE ${looked} ORDER BY ${orderBy(order)} LIMIT ${sql.lit(MOST_SCANNED)}) AS looked_at`;
      }
      if (search.condition) besides.push(search.condition);
      besides.push(...comparisons);
    }

    const perPage = query.per_page;
    const page = query.after ? 1 : query.page;
    const offset = (page - 1) * perPage;
    const keys = order.map((one) => sql.ref(one.column));
    const hitsOf = async (where: RawBuilder<unknown>): Promise<Hit[]> =>
      (
        await sql<Hit>`SELECT ${sql.join(keys)} FROM ${from} WHERE ${where} ORDER BY ${orderBy(order)}
          LIMIT ${perPage} OFFSET ${offset}`.execute(db)
      ).rows;

    let where = all([...conditions, ...filters, ...besides]);
    // Words mostly find few rows: a page that they do not fill tells by itself how many there are.
    const few = words.length > 0 && filters.length === 0 && !query.after ? await hitsOf(where) : null;
    const isLast = few !== null && few.length < perPage && (page === 1 || few.length > 0);
    const found = isLast ? offset + few.length : await countMatching(from, where);
    const total = Math.min(found, MOST_COUNTED);

    const first = order[0]?.column;
    if (found > MOST_COUNTED && first !== plan.defaultSort.sort) {
      // Very many rows: walking the order finds a page sooner than sorting what the filters find.
      const walked = filtersWith((name) => (name === first ? sql.ref(name) : unindexed(name)));
      where = all([...conditions, ...walked, ...besides]);
    }
    const paged = query.after ? sql`${where} AND ${behind(order, readCursor(query.after, order))}` : where;
    const isPastEnd = found <= MOST_COUNTED && !query.after && offset >= Math.max(found, 1);
    const hits = few ?? (isPastEnd ? [] : await hitsOf(paged));
    const shown = await pageRows(
      database,
      plan,
      hits.map((hit) => hit.id as string),
    );
    const rows = shown.map(({ record, name, columns }) => {
      const version = registry.form(record.form, record.form_version) ?? query.form;
      return { record, name, columns, scope: permission.scope(version, record, actor) };
    });
    const last = hits.at(-1);
    return {
      rows,
      per_page: perPage,
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      total,
      capped: found > MOST_COUNTED || isCut,
      next_cursor: last && hits.length === perPage ? writeCursor(order, last) : null,
    };
  };

  /** Number of rows that meet a condition, up to one beyond what is told. */
  async function countMatching(from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> {
    const { sql: text, parameters } = sql`${from} ${where}`.compile(db);
    const key = `${text}\n${JSON.stringify(parameters)}`;
    const now = performance.now();
    const until = many.get(key);
    if (until !== undefined && until > now) return MOST_COUNTED + 1;
    // While one counts again, the others go on with what was so a moment ago.
    if (until !== undefined) many.set(key, now + MANY_MS);
    const found = await countUpTo(from, where, MOST_COUNTED + COUNTED_BEYOND);
    many.delete(key);
    if (found > MOST_COUNTED + COUNTED_BEYOND) {
      many.set(key, now + MANY_MS);
    }
    return found;
  }

  /** Number of rows, counted no further than one beyond the limit. */
  async function countUpTo(from: RawBuilder<unknown>, where: RawBuilder<unknown>, limit: number): Promise<number> {
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${sql.lit(limit + 1)}) AS c`.execute(db);
    return Number(rows[0]?.n ?? 0);
  }
}

/** Deleted records stand in an index of their own; those of the lists hold living ones only. */
function deletedOf({ form }: ProjectionPlan): SqlCondition[] {
  return [
    sql`deleted = 1`,
    sql`id IN (SELECT r.id FROM records r WHERE r.form = ${form.form} AND r.deleted_at IS NOT NULL)`,
  ];
}

/** The asked order, the form's own behind it, the id last: one order for every row, the same on every page. */
function orderOf(plan: ProjectionPlan, sort: string[], pending: ReadonlySet<string>): Order[] {
  const order: Order[] = [];
  const add = (column: string, descending: boolean) => {
    if (!order.some((one) => one.column === column)) order.push({ column, descending });
  };
  for (const name of sort) {
    const descending = name.startsWith('-');
    const column = plan.columns.get(name.replace(/^-/, ''));
    if (!column) throw badFilter(name.replace(/^-/, '').slice(0, 100));
    if (!pending.has(column.sort)) add(column.sort, descending);
  }
  const descending = order.at(-1)?.descending ?? plan.defaultDescending;
  add(plan.defaultSort.sort, descending);
  add('id', descending);
  return order;
}

function orderBy(order: Order[]): RawBuilder<unknown> {
  return sql.join(order.map((one) => sql`${sql.ref(one.column)} ${sql.raw(one.descending ? 'DESC' : 'ASC')}`));
}

function all(conditions: SqlCondition[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` AND `);
}

/** Rows behind a cursor. One direction throughout is one comparison of tuples, which an index serves. */
function behind(order: Order[], values: (string | number)[]): SqlCondition {
  const descending = order[0]?.descending === true;
  if (order.every((one) => one.descending === descending)) {
    const columns = sql.join(order.map((one) => sql.ref(one.column)));
    return sql`(${columns}) ${sql.raw(descending ? '<' : '>')} (${sql.join(values)})`;
  }
  const steps = order.map((one, at) => {
    const equal = order.slice(0, at).map((before, i) => sql`${sql.ref(before.column)} = ${values[i]}`);
    return sql`(${all([...equal, sql`${sql.ref(one.column)} ${sql.raw(one.descending ? '<' : '>')} ${values[at]}`])})`;
  });
  return sql`(${sql.join(steps, sql` OR `)})`;
}

function writeCursor(order: Order[], row: Record<string, string | number>): string {
  return Buffer.from(JSON.stringify(order.map((one) => row[one.column]))).toString('base64url');
}

function readCursor(text: string, order: Order[]): (string | number)[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (
      Array.isArray(values) &&
      values.length === order.length &&
      values.every((one) => typeof one === 'string' || typeof one === 'number')
    ) {
      return values as (string | number)[];
    }
  } catch {
    // Not ours: answered below like any other cursor that does not fit.
  }
  throw badFilter('after');
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
