/**
 * Creates and extends projection tables. Unused columns stay until the next rebuild, but unused indexes are dropped.
 * Columns added to a table with rows are filled in the background, and used when they are ready.
 */
import { sql } from 'kysely';
import { NO_NUMBER } from '../../core/query/columns.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import { FOLDING_VERSION } from '../../core/text/letters.ts';
import type { Database, Handle, ProjectionState } from '../db/database.ts';
import { readSetting, readSettings, writeSetting } from '../db/storedSettings.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';

/** Setting with the columns of a table that still need values. Kept in the database, so a stopped process loses nothing. */
export function pendingColumnsKey(table: string): string {
  return `projection.pending.${table}`;
}

/** Setting with the folding of a table's rows and the restricted columns that its search texts leave out. If it changes, rows are remade. */
function unsearchedKey(table: string): string {
  return `projection.unsearched.${table}`;
}

function unsearchedOf({ answers }: ProjectionPlan): string {
  const restricted = answers.filter((column) => column.fold && column.isRestricted).map((column) => column.value);
  return [`folding=${FOLDING_VERSION}`, ...restricted.sort()].join(' ');
}

/** Columns that rows lack, by plan. `*` means all columns. */
type Pending = Map<ProjectionPlan, string[]>;

/**
 * Updates the tables of these plans. Returns the plans whose rows have to be filled again. Throws if a table cannot be made,
 * unless `onFailed` takes the error.
 */
export async function ensureProjectionTables(
  database: Database,
  plans: ProjectionPlan[],
  onFailed: (plan: ProjectionPlan, error: unknown) => void = (_plan, error) => {
    throw error;
  },
): Promise<Pending> {
  const missing: ProjectionPlan[] = [];
  const toFill: Pending = new Map();
  const there = await database.dialect.projections(database.read);
  const waiting = await readSettings(database.read, pendingColumnsKey(''));
  const leftOut = await readSettings(database.read, unsearchedKey(''));
  for (const plan of plans) {
    const state = lacking(there, plan);
    const left = waiting.get(plan.table);
    if (left) toFill.set(plan, JSON.parse(left));
    const isOtherText = (leftOut.get(plan.table) ?? '') !== unsearchedOf(plan);
    if (state.columns.length + state.indexes.length + state.leftOver.length > 0 || !state.hasSearch || isOtherText)
      missing.push(plan);
  }
  if (missing.length === 0) return toFill;
  return database.hold('projections', async () => {
    for (const plan of missing) {
      try {
        const columns = await extend(database, plan);
        if (columns.length > 0) toFill.set(plan, columns);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        onFailed(plan, error);
      }
    }
    return toFill;
  });
}

function lacking(there: ReadonlyMap<string, ProjectionState>, plan: ProjectionPlan) {
  const { columns, indexes, hasSearch } = there.get(plan.table) ?? NOTHING;
  const planned = new Set(plan.indexes.map((index) => index.name));
  return {
    isNew: columns.size === 0,
    columns: plan.physical.filter((column) => !columns.has(column.name)),
    indexes: plan.indexes.filter((index) => !indexes.has(index.name)),
    // Indexes for sorting and filters that the definition no longer offers. They would slow down every write.
    leftOver: [...indexes].filter((name) => name.startsWith(`${plan.table}_on_`) && !planned.has(name)),
    hasSearch,
  };
}

const NOTHING: ProjectionState = { columns: new Set(), indexes: new Set(), hasSearch: false };

/** Returns the columns that have to be filled, also those that were pending before. */
async function extend(database: Database, plan: ProjectionPlan): Promise<string[]> {
  const { dialect } = database;
  return database.transaction(async (trx) => {
    if (database.engine === 'postgres') await sql`SET LOCAL statement_timeout = 0`.execute(trx);
    const state = lacking(await dialect.projections(trx, plan.table), plan);
    const columns = state.columns.map((column) => columnRule(database, plan, column));
    // A new table is created with all its columns. Each added column would make the engine read its catalogue again.
    if (state.isNew) await dialect.createProjection(trx, plan.table, columns);
    else
      for (const column of columns) await sql`ALTER TABLE ${sql.table(plan.table)} ADD COLUMN ${column}`.execute(trx);
    for (const index of state.indexes) await createIndex(trx, plan, index);
    for (const name of state.leftOver) await dropIndex(trx, { name });
    if (!state.hasSearch) await createSearchIndex(database, trx, plan);
    const records = await trx.selectFrom('records').select('id').where('form', '=', plan.form.form).limit(1).execute();
    const names = state.columns.map((column) => column.name);
    const unsearched = unsearchedOf(plan);
    if (unsearched !== ((await readSetting(trx, unsearchedKey(plan.table))) ?? '')) {
      await writeSetting(trx, unsearchedKey(plan.table), unsearched);
      names.push('search_text');
    }
    if (names.length === 0 || records.length === 0) return [];
    const before = JSON.parse((await readSetting(trx, pendingColumnsKey(plan.table))) ?? '[]') as string[];
    const pending = state.isNew ? ['*'] : [...new Set([...before, ...names])];
    await writeSetting(trx, pendingColumnsKey(plan.table), JSON.stringify(pending));
    return pending;
  });
}

/** Returns the name, type and default of a column for CREATE TABLE or ALTER TABLE. */
function columnRule({ dialect }: Database, plan: ProjectionPlan, column: ProjectionPlan['physical'][number]) {
  const name = sql.ref(column.name);
  if (column.sqlType === 'text') return sql`${name} ${dialect.textType} NOT NULL DEFAULT ''`;
  if (column.sqlType === 'integer') return sql`${name} integer NOT NULL DEFAULT 0`;
  if (!isNumberOrder(plan, column.name)) return sql`${name} ${dialect.realType}`;
  return sql`${name} ${dialect.realType} NOT NULL DEFAULT ${sql.lit(NO_NUMBER)}`;
}

function isNumberOrder(plan: ProjectionPlan, name: string): boolean {
  return plan.answers.some((answer) => answer.sort === name && answer.sort !== answer.value);
}

/** Creates an index. It contains only records that are not deleted, as nearly all lists show only those. */
export async function createIndex(
  db: Handle,
  plan: ProjectionPlan,
  index: ProjectionPlan['indexes'][number],
): Promise<void> {
  const columns = sql.join(index.columns.map((column) => sql.ref(column)));
  await sql`CREATE INDEX IF NOT EXISTS ${sql.ref(index.name)} ON ${sql.table(plan.table)} (${columns}) WHERE deleted = 0`.execute(
    db,
  );
}

/** Creates the text index and fills it from the existing rows. */
export async function createSearchIndex({ dialect }: Database, db: Handle, plan: ProjectionPlan): Promise<void> {
  await dialect.createSearch(db, plan.table);
  for (let after: number | null = 0; after !== null; )
    after = (await dialect.fillSearch?.(db, plan.table, after)) ?? null;
}

export async function dropIndex(db: Handle, index: { name: string }): Promise<void> {
  await sql`DROP INDEX IF EXISTS ${sql.ref(index.name)}`.execute(db);
}
