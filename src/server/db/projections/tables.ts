/**
 * Makes and extends projection tables. Only ever adds: a column that no definition asks for any more stays until the next
 * rebuild. Columns added to a table that has rows are filled in the background and used when ready.
 */
import { sql } from 'kysely';
import { readSetting, writeSetting } from '../../definitions/store.ts';
import type { Database, Handle } from '../database.ts';
import { withLease } from '../leases.ts';
import type { ProjectionPlan } from './plan.ts';
import { NO_NUMBER } from './plan.ts';

/** Columns that wait for their values, per table; kept in the database so that a stopped process does not forget them. */
export function pendingKey(table: string): string {
  return `projection.pending.${table}`;
}

/** Bring the tables of these plans up to date; answers the plans whose rows have to be filled again. */
export async function ensureTables(database: Database, plans: ProjectionPlan[]): Promise<ProjectionPlan[]> {
  const missing: ProjectionPlan[] = [];
  const unfinished: ProjectionPlan[] = [];
  for (const plan of plans) {
    const state = await lacking(database, database.read, plan);
    if (state.columns.length > 0 || state.indexes.length > 0 || !state.hasSearch) missing.push(plan);
    else if ((await readSetting(database.read, pendingKey(plan.table))) !== null) unfinished.push(plan);
  }
  if (missing.length === 0) return unfinished;
  return withLease(database, 'projections', async () => {
    const toFill = [...unfinished];
    for (const plan of missing) if (await extend(database, plan)) toFill.push(plan);
    return toFill;
  });
}

async function lacking(database: Database, db: Handle, plan: ProjectionPlan) {
  const columns = new Set(await database.dialect.columnsOf(db, plan.table));
  const indexes = new Set(await database.dialect.indexesOf(db, plan.table));
  return {
    isNew: columns.size === 0,
    columns: plan.physical.filter((column) => !columns.has(column.name)),
    indexes: plan.indexes.filter((index) => !indexes.has(index.name)),
    hasSearch: columns.size > 0 && (await database.dialect.hasSearch(db, plan.table)),
  };
}

/** true when rows have to be filled. */
async function extend(database: Database, plan: ProjectionPlan): Promise<boolean> {
  const { dialect } = database;
  return database.transaction(async (trx) => {
    if (database.engine === 'postgres') await sql`SET LOCAL statement_timeout = 0`.execute(trx);
    const state = await lacking(database, trx, plan);
    if (state.isNew) await dialect.createProjection(trx, plan.table);
    for (const column of state.columns) {
      const type = column.type === 'text' ? dialect.textType : column.type === 'real' ? dialect.realType : sql`integer`;
      const rule =
        column.type === 'text'
          ? sql`NOT NULL DEFAULT ''`
          : column.type === 'integer'
            ? sql`NOT NULL DEFAULT 0`
            : isNumberOrder(plan, column.name)
              ? sql`NOT NULL DEFAULT ${sql.lit(NO_NUMBER)}`
              : sql``;
      await sql`ALTER TABLE ${sql.table(plan.table)} ADD COLUMN ${sql.ref(column.name)} ${type} ${rule}`.execute(trx);
    }
    for (const index of state.indexes) await createIndex(trx, plan, index);
    if (!state.hasSearch) await makeSearch(database, trx, plan);
    const records = await trx.selectFrom('records').select('id').where('form', '=', plan.form.form).limit(1).execute();
    const needsFilling = state.columns.length > 0 && records.length > 0;
    if (needsFilling)
      await writeSetting(
        trx,
        pendingKey(plan.table),
        JSON.stringify(state.isNew ? ['*'] : state.columns.map((column) => column.name)),
      );
    return needsFilling;
  });
}

function isNumberOrder(plan: ProjectionPlan, name: string): boolean {
  return plan.answers.some((answer) => answer.sort === name && answer.sort !== answer.value);
}

/** Lists only ever show living rows, so the indexes hold only those. */
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

/** Make the text index and fill it from the rows that are there. */
export async function makeSearch({ dialect }: Database, db: Handle, plan: ProjectionPlan): Promise<void> {
  await dialect.createSearch(db, plan.table);
  for (let after: number | null = 0; after !== null; ) after = await dialect.fillSearch(db, plan.table, after);
}

export async function dropIndex(db: Handle, index: ProjectionPlan['indexes'][number]): Promise<void> {
  await sql`DROP INDEX IF EXISTS ${sql.ref(index.name)}`.execute(db);
}
