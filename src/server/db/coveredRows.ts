/**
 * Rows outside the records that decide who may do what and what is asked: accounts, grants, definitions, choices, places and
 * more. Every change of one is written together with an event that has the row's digest before and after it. So the events,
 * which are sealed, say what each row must be, and `verify` finds rows that somebody changed without the server. A digest
 * before the change also shows that somebody had changed the row earlier.
 *
 * Decisions: triggers are not used, because they would log the changes of an attacker as well. Digests need no salt: that of an
 * account covers its password hash, which has one, and the others are no secrets. Events are as trustworthy as before: who
 * also writes a fitting event before the next seal is not found.
 */
import { createHash } from 'node:crypto';
import { PostgresAdapter, sql } from 'kysely';
import { getOwn } from '../../core/json.ts';
import type { Handle } from './database.ts';
import { logEvent } from './events.ts';

export const ROWS_CHANGED = 'rows_changed';

/** Bytes of a digest, as of an event in its seal. */
const DIGEST_BYTES = 16;
/** Rows per event. */
const AT_ONCE = 500;
const LOCK = 4_217_002;

interface Kind {
  table: string;
  /** Columns that name a row. Changes are announced by values of the first. */
  key: readonly string[];
  columns: readonly string[];
  /** Only rows with these values of the first key column. */
  only?: readonly string[];
  /** Rows are removed without an event when they have expired. */
  isExpiring?: boolean;
}

/** Settings whose change matters: see `accounts/rescueKey.ts` and `audit/adopt.ts`. */
const COVERED_SETTINGS = ['rescue.key', 'history.adopted'] as const;

export const COVERED_TABLES = {
  account: {
    table: 'users',
    key: ['id'],
    columns: [
      'username',
      'username_key',
      'name',
      'password_hash',
      'person_id',
      'must_change_password',
      'password_expires_at',
      'disabled',
      'created_at',
    ],
  },
  grant: { table: 'grants', key: ['user_id', 'id'], columns: ['role', 'programme', 'province_id', 'created_at'] },
  definition: {
    table: 'definitions',
    key: ['form', 'version'],
    columns: [
      'hash',
      'text_hash',
      'origin',
      'definition',
      'schema',
      'published_at',
      'published_by',
      'written',
      'file_hash',
    ],
  },
  'common part': {
    table: 'common_versions',
    key: ['part', 'version'],
    columns: ['content', 'file_hash', 'at', 'by_id', 'note'],
  },
  choice: {
    table: 'choices',
    key: ['list', 'id'],
    columns: [
      'position',
      'code',
      'name_en',
      'name_fa',
      'name_ps',
      'category',
      'parent',
      'aliases',
      'extra',
      'valid_from',
      'valid_to',
      'merged_into',
      'updated_at',
    ],
  },
  place: {
    table: 'places',
    key: ['id'],
    columns: [
      'level',
      'pcode',
      'parent_id',
      'name_en',
      'name_fa',
      'name_ps',
      'aliases',
      'latitude',
      'longitude',
      'retired_at',
      'merged_into',
      'updated_at',
    ],
  },
  borders: { table: 'place_borders', key: ['level'], columns: ['file', 'hash', 'content', 'at', 'by_id'] },
  'lifted restriction': {
    table: 'lifted_restrictions',
    key: ['form', 'question'],
    columns: ['at', 'by_id', 'reason'],
  },
  'retired form': { table: 'retired_forms', key: ['form'], columns: ['from_day', 'at', 'by_id', 'reason'] },
  'withdrawn version': {
    table: 'withdrawn_versions',
    key: ['form', 'version'],
    columns: ['at', 'by_id', 'reason'],
  },
  'start of a version': {
    table: 'version_starts',
    key: ['form', 'version'],
    columns: ['from_day', 'at', 'by_id', 'reason'],
  },
  // Only what never changes. Ending one is no event of its own.
  session: {
    table: 'sessions',
    key: ['user_id', 'id'],
    columns: ['token_hash', 'created_at', 'taken_in_by'],
    isExpiring: true,
  },
  setting: { table: 'settings', key: ['key'], columns: ['value'], only: COVERED_SETTINGS },
} as const satisfies Record<string, Kind>;

export type CoveredKind = keyof typeof COVERED_TABLES;

/** Rows that a change may touch: those with these values of the kind's first key column. */
export interface CoveredScope {
  kind: CoveredKind;
  of: readonly string[];
}

/** Digest of each row by its key, whose columns are joined with slashes. */
type Digests = Map<string, string>;

/** Digests before and after a change, by kind and key. Null means that there is no row. */
export type RowChanges = Partial<Record<CoveredKind, Record<string, [string | null, string | null]>>>;

/** Returns the digests of all rows of a kind, or of those with these values of the first key column. */
export async function rowDigestsOf(db: Handle, kind: CoveredKind, of?: readonly string[]): Promise<Digests> {
  const { table, key, columns, only }: Kind = COVERED_TABLES[kind];
  const wanted = only && of ? of.filter((one) => only.includes(one)) : (of ?? only);
  const digests: Digests = new Map();
  if (wanted?.length === 0) return digests;
  const names = [...key, ...columns].map((name) => sql.ref(name));
  const where = wanted ? sql`WHERE ${sql.ref(key[0] as string)} IN (${sql.join(wanted)})` : sql``;
  const { rows } = await sql<
    Record<string, unknown>
  >`SELECT ${sql.join(names)} FROM ${sql.table(table)} ${where}`.execute(db);
  for (const row of rows) {
    const text = JSON.stringify(columns.map((name) => getOwn(row, name) ?? null));
    const digest = createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('base64url');
    digests.set(key.map((name) => getOwn(row, name)).join('/'), digest);
  }
  return digests;
}

/**
 * Runs work that changes covered rows inside a transaction, and logs what it changed. All changes of the database that touch
 * these rows go through here; rows outside of `scopes` must stay as they are. On PostgreSQL one such change waits for the other,
 * so that their events stand in order.
 */
export async function changeCovered<T>(
  trx: Handle,
  scopes: readonly CoveredScope[],
  work: () => Promise<T>,
): Promise<T> {
  await lockCovered(trx);
  const before = await readScopes(trx, scopes);
  const result = await work();
  const after = await readScopes(trx, scopes);
  const changes = scopes.flatMap(({ kind }, at) => differences(kind, before[at] as Digests, after[at] as Digests));
  await logRowChanges(trx, changes);
  return result;
}

export async function lockCovered(trx: Handle): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
}

/** Logs a row that was just inserted. For rows that never change, whose events need no order. */
export async function logNewRow(trx: Handle, kind: CoveredKind, of: string, key: string): Promise<void> {
  const digest = (await rowDigestsOf(trx, kind, [of])).get(key);
  if (digest !== undefined) await logRowChanges(trx, [[kind, key, null, digest]]);
}

async function readScopes(trx: Handle, scopes: readonly CoveredScope[]): Promise<Digests[]> {
  const all: Digests[] = [];
  for (const { kind, of } of scopes) all.push(await rowDigestsOf(trx, kind, of));
  return all;
}

export type RowChange = [kind: CoveredKind, key: string, before: string | null, after: string | null];

function differences(kind: CoveredKind, before: Digests, after: Digests): RowChange[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .map((key): RowChange => [kind, key, before.get(key) ?? null, after.get(key) ?? null])
    .filter(([, , was, is]) => was !== is);
}

/** Writes the events of these changes. */
export async function logRowChanges(trx: Handle, changes: readonly RowChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const detail: RowChanges = {};
    for (const [kind, key, before, after] of changes.slice(at, at + AT_ONCE)) {
      detail[kind] ??= {};
      detail[kind][key] = [before, after];
    }
    await logEvent(trx, { at: new Date().toISOString(), user_id: '', action: ROWS_CHANGED, detail });
  }
}
