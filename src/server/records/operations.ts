/**
 * Makes writes idempotent. A write with a key stores the key and its outcome in the same transaction. The same request
 * then gets the first response again. Another request with the same key is refused and stored, so that nothing is lost.
 */

import { hash, randomUUID } from 'node:crypto';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Actor } from '../../core/records/types.ts';
import type { RecordWithScope, WriteContext } from '../../core/saving/types.ts';
import type { Database, Handle } from '../db/database.ts';
import { insertTogether, type RowInsert, toRowInsert } from '../db/insert.ts';
import type { RecordRow } from '../db/rows.ts';
import type { RecordDeps } from './context.ts';
import { recordAfterWrite, type WriteOutcome, withScope } from './read.ts';

const ATTEMPTS = 3;

/** Returns the first response if this request was done before. Null for another request, a new key or no key. */
export async function replayWrite(
  deps: RecordDeps,
  form: CompiledForm,
  { operation, actor }: WriteContext,
  request: unknown,
): Promise<RecordWithScope | null> {
  const row = operation ? await findOperation(deps.read, `${actor.id} ${operation}`) : undefined;
  return row?.request_hash === hashOf(request) ? recordAfterWrite(deps, form, JSON.parse(row.answer), actor) : null;
}

/** Returns the outcome that is stored under the key, whatever was asked for. Undefined for a new key or no key. */
export async function storedOutcome(
  deps: RecordDeps,
  { operation, actor }: WriteContext,
): Promise<WriteOutcome | undefined> {
  const row = operation ? await findOperation(deps.read, `${actor.id} ${operation}`) : undefined;
  return row && (JSON.parse(row.answer) as WriteOutcome);
}

/** Returns the outcomes of the actor's writes among these keys, by key. */
export async function storedOutcomes(
  { read }: RecordDeps,
  keys: readonly string[],
  actor: Actor,
): Promise<Map<string, WriteOutcome>> {
  if (keys.length === 0) return new Map();
  const own = `${actor.id} `;
  const asked = keys.map((key) => own + key);
  const rows = await read.selectFrom('operations').select(['key', 'answer']).where('key', 'in', asked).execute();
  return new Map(rows.map(({ key, answer }) => [key.slice(own.length), JSON.parse(answer) as WriteOutcome]));
}

function findOperation(db: Handle, key: string) {
  return db.selectFrom('operations').select(['request_hash', 'answer']).where('key', '=', key).executeTakeFirst();
}

function hashOf(request: unknown): string {
  return hash('sha256', canonicalJson(request));
}

/** What the work of a transaction receives. */
export interface WriteAttempt {
  /** Starts at 1. From 2 on, a row that the previous attempt wrote existed already or was being written. */
  attempt: number;
  /** Returns the row that stores the outcome, for work that inserts it together with its own rows. */
  remember(outcome: WriteOutcome): RowInsert[];
}

/**
 * Does `work` in a transaction, unless the same request was done before. `request` is everything the caller asked for.
 * `work` returns the record as it was written, or the outcome of an earlier write that it found.
 */
export async function runIdempotent(
  deps: RecordDeps,
  form: CompiledForm,
  context: WriteContext,
  request: unknown,
  work: (trx: Handle, attempt: WriteAttempt) => Promise<RecordRow | WriteOutcome>,
): Promise<RecordWithScope> {
  const { database } = deps;
  const { operation, actor } = context;
  const now = deps.now().toISOString();
  const key = operation && `${actor.id} ${operation}`;
  const request_hash = key ? hashOf(request) : '';
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Keys are nearly always new, so there is no lookup first. The primary key refuses a key that exists.
      const written = await database.transaction(async (trx) => {
        let isRemembered = false;
        const remember = ({ id, version }: WriteOutcome): RowInsert[] => {
          if (!key || isRemembered) return [];
          isRemembered = true;
          const answer = JSON.stringify({ id, version } satisfies WriteOutcome);
          return [toRowInsert('operations', { key, request_hash, user_id: actor.id, answer, at: now })];
        };
        const done = await work(trx, { attempt, remember });
        await insertTogether(trx, database.dialect, remember(done));
        return done;
      });
      return 'data' in written
        ? withScope(deps, form, written, actor)
        : await recordAfterWrite(deps, form, written, actor);
    } catch (error) {
      const done = key ? await findOperation(database.read, key) : undefined;
      if (done?.request_hash === request_hash) return recordAfterWrite(deps, form, JSON.parse(done.answer), actor);
      if (done || (error instanceof Failure && error.code === 'idempotency_mismatch')) {
        await park(database, operation ?? '', actor.id, request, now);
        throw new Failure('idempotency_mismatch');
      }
      // Another request was writing the same key or id. Try again, now that it is written.
      if (database.dialect.isUniqueViolation(error) && attempt < ATTEMPTS) continue;
      throw error;
    }
  }
}

async function park(database: Database, key: string, userId: string, request: unknown, at: string): Promise<void> {
  await database.transaction((trx) =>
    trx
      .insertInto('parked_writes')
      .values({ id: randomUUID(), key, user_id: userId, at, body: JSON.stringify(request) })
      .execute(),
  );
}
