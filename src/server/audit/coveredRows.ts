/**
 * Compares covered rows (`db/coveredRows.ts`) with what the events say of them. Rows of a store that is older than these events
 * are taken in once, as they are.
 */
import { sql } from 'kysely';
import {
  COVERED_TABLES,
  type CoveredKind,
  type CoveredScope,
  lockCovered,
  logRowChanges,
  ROWS_CHANGED,
  type RowChange,
  type RowChanges,
  rowDigestsOf,
} from '../db/coveredRows.ts';
import type { Database, Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import { readInSlices, rowsById } from '../db/rows.ts';
import { mediaHash } from '../definitions/mediaFiles.ts';
import type { HistoryBreak, HistoryReport } from './report.ts';
import { ROWS_ADOPTED, storeEvents } from './storeEvents.ts';

const KINDS = Object.keys(COVERED_TABLES) as CoveredKind[];
const EVENTS_AT_ONCE = 200;
/** How often rows that differ are read again, because somebody may have changed them in between. */
const ATTEMPTS = 4;

async function adoptedKinds(db: Handle): Promise<Set<CoveredKind>> {
  const events = await storeEvents<{ kinds: CoveredKind[] }>(db, [ROWS_ADOPTED]);
  return new Set(events.flatMap(({ detail }) => detail.kinds));
}

/** Takes in the rows of kinds that no event covers yet. Returns their number; 0 for a new store and every later start. */
export async function adoptRows(database: Database): Promise<number> {
  if ((await adoptedKinds(database.read)).size === KINDS.length) return 0;
  return database.transaction(async (trx) => {
    await lockCovered(trx);
    const adopted = await adoptedKinds(trx);
    const kinds = KINDS.filter((kind) => !adopted.has(kind));
    if (kinds.length === 0) return 0;
    const changes: RowChange[] = [];
    for (const kind of kinds)
      for (const [key, digest] of await rowDigestsOf(trx, kind)) changes.push([kind, key, digest, digest]);
    await logRowChanges(trx, changes);
    const at = new Date().toISOString();
    await logEvent(trx, { at, user_id: '', action: ROWS_ADOPTED, detail: { kinds, rows: changes.length } });
    return changes.length;
  });
}

/** What the events say of the rows, by kind and key. */
class Expected {
  readonly digests = new Map<CoveredKind, Map<string, string>>(KINDS.map((kind) => [kind, new Map()]));
  /** Rows that were not as the event before had left them when they were changed. */
  readonly torn = new Map<string, [CoveredKind, string]>();
  #last = 0;

  /** Reads events that are newer than those read before. Yields after each slice. */
  async *read(db: Handle): AsyncGenerator<void> {
    const after = (id: number) =>
      db
        .selectFrom('events')
        .select(['id', 'detail'])
        // A literal, so that SQLite uses the index.
        .where(sql<boolean>`action = ${sql.lit(ROWS_CHANGED)}`)
        .where('id', '>', id)
        .orderBy('id')
        .limit(EVENTS_AT_ONCE)
        .execute();
    for await (const events of readInSlices(this.#last, ({ id }) => id, after)) {
      for (const { id, detail } of events) {
        this.#apply(JSON.parse(detail ?? '{}') as RowChanges);
        this.#last = id;
      }
      yield;
    }
  }

  #apply(changes: RowChanges): void {
    for (const [kind, rows] of Object.entries(changes) as [CoveredKind, Record<string, [string | null, string]>][]) {
      const known = this.digests.get(kind);
      if (!known) continue;
      for (const [key, [before, after]] of Object.entries(rows)) {
        const last = known.get(key) ?? null;
        // A row that was taken in as it was has the same digest twice.
        const isAdopted = last === null && before === after;
        if (last !== before && !isAdopted) this.torn.set(`${kind} ${key}`, [kind, key]);
        if (after === null) known.delete(key);
        else known.set(key, after);
      }
    }
  }
}

/** Checks all covered rows, and contents that are named by their hash. */
export async function* checkCoveredSlices(db: Handle, report: HistoryReport): AsyncGenerator<void> {
  const adopted = await adoptedKinds(db);
  report.uncovered = KINDS.filter((kind) => !adopted.has(kind));
  const expected = new Expected();
  yield* expected.read(db);
  const breaks = new Map<string, HistoryBreak>();
  for (const kind of adopted) {
    for (const one of await differing(db, kind, expected)) breaks.set(`${kind} ${one.id}`, one);
    report.rows += expected.digests.get(kind)?.size ?? 0;
    yield;
  }
  for (const [name, [kind, key]] of expected.torn)
    if (adopted.has(kind) && !breaks.has(name)) breaks.set(name, { about: kind, id: key, reason: 'changed' });
  report.breaks.push(...(await withNames(db, [...breaks.values()])));
  yield;
  yield* mediaSlices(db, report);
}

/** Compares the rows of a kind. Reads events again before it calls a row changed, since a server may be writing. */
async function differing(db: Handle, kind: CoveredKind, expected: Expected): Promise<HistoryBreak[]> {
  let scope: CoveredScope['of'] | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const known = expected.digests.get(kind) as Map<string, string>;
    const actual = await rowDigestsOf(db, kind, scope);
    const breaks: HistoryBreak[] = [];
    for (const [key, digest] of actual) {
      const said = known.get(key);
      if (said !== digest) breaks.push({ about: kind, id: key, reason: said === undefined ? 'unlogged' : 'changed' });
    }
    const isExpiring = (COVERED_TABLES[kind] as { isExpiring?: boolean }).isExpiring === true;
    for (const key of isExpiring ? [] : known.keys())
      if (!actual.has(key) && (!scope || scope.includes(firstOf(key))))
        breaks.push({ about: kind, id: key, reason: 'missing' });
    if (breaks.length === 0 || attempt === ATTEMPTS) return breaks;
    scope = [...new Set(breaks.map(({ id }) => firstOf(id)))];
    for await (const _ of expected.read(db));
  }
}

const firstOf = (key: string): string => key.split('/')[0] as string;

/** Adds user names to breaks about accounts. */
async function withNames(db: Handle, breaks: HistoryBreak[]): Promise<HistoryBreak[]> {
  const isOfAccount = ({ about }: HistoryBreak) => about === 'account' || about === 'grant' || about === 'session';
  const ids = [...new Set(breaks.filter(isOfAccount).map(({ id }) => firstOf(id)))];
  const users = new Map((await rowsById(db, 'users', ['id', 'username'], ids)).map((row) => [row.id, row.username]));
  return breaks.map((one) => {
    const name = isOfAccount(one) ? users.get(firstOf(one.id)) : undefined;
    return name === undefined ? one : { ...one, names: [name] };
  });
}

/** Pictures and sounds of definitions are named by the hash of their content. */
async function* mediaSlices(db: Handle, report: HistoryReport): AsyncGenerator<void> {
  const after = (hash: string) =>
    db
      .selectFrom('definition_media')
      .select(['hash', 'content'])
      .where('hash', '>', hash)
      .orderBy('hash')
      .limit(1)
      .execute();
  for await (const rows of readInSlices('', ({ hash }) => hash, after)) {
    for (const { hash, content } of rows)
      if (mediaHash(Buffer.from(content, 'base64')) !== hash)
        report.breaks.push({ about: 'picture or sound', id: hash, reason: 'changed' });
    yield;
  }
}
