/**
 * Exactly once: a write that carries a key is remembered together with what it did, in the same transaction. The same
 * request gets the first answer again; another request under the same key is refused and kept, so that nothing is lost.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '../../core/errors/failure.ts';
import type { Database, Handle } from '../db/database.ts';
import { type Insert, insertOf, insertTogether } from '../db/insert.ts';
import { canonicalJson, sha256 } from '../definitions/canonical.ts';
import type { WriteContext } from './types.ts';

/** What is remembered of an answer: the record and its version then. */
export interface Outcome {
  id: string;
  version: number;
}

export interface OnceResult<T> {
  value: T | null;
  /** Set when the request had been carried out before. */
  before: Outcome | null;
}

const ATTEMPTS = 3;

/** What this very request did, if it was carried out before; null for another request, a new key or none. */
export async function replay(
  db: Handle,
  { operation, actor }: WriteContext,
  request: unknown,
): Promise<Outcome | null> {
  const row = operation ? await findOperation(db, `${actor.id} ${operation}`) : undefined;
  return row?.request_hash === hashOf(request) ? (JSON.parse(row.answer) as Outcome) : null;
}

function findOperation(db: Handle, key: string) {
  return db.selectFrom('operations').select(['request_hash', 'answer']).where('key', '=', key).executeTakeFirst();
}

function hashOf(request: unknown): string {
  return sha256(canonicalJson(request));
}

/** What a work is told. */
export interface Attempt {
  /** From 1: something the work writes was there already, or was being written, in the attempt before. */
  attempt: number;
  /** The row that remembers the outcome, for a work that writes it together with its own rows. */
  remember(outcome: Outcome): Insert[];
}

/** Do `work` in a transaction, unless this very request was done before. `request` is everything the caller asked for. */
export async function idempotent<T extends { outcome: Outcome }>(
  database: Database,
  context: WriteContext,
  request: unknown,
  now: Date,
  work: (trx: Handle, attempt: Attempt) => Promise<T>,
): Promise<OnceResult<T>> {
  const { operation, actor } = context;
  const key = operation && `${actor.id} ${operation}`;
  const request_hash = key ? hashOf(request) : '';
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Keys are nearly always new, so nothing is asked first: the primary key refuses one that is there.
      return await database.transaction(async (trx) => {
        let isRemembered = false;
        const remember = (outcome: Outcome): Insert[] => {
          if (!key || isRemembered) return [];
          isRemembered = true;
          const answer = JSON.stringify(outcome);
          return [insertOf('operations', { key, request_hash, user_id: actor.id, answer, at: now.toISOString() })];
        };
        const value = await work(trx, { attempt, remember });
        await insertTogether(trx, database.dialect, remember(value.outcome));
        return { value, before: null };
      });
    } catch (error) {
      const done = key ? await findOperation(database.read, key) : undefined;
      if (done?.request_hash === request_hash) return { value: null, before: JSON.parse(done.answer) as Outcome };
      if (done || (error instanceof Failure && error.code === 'idempotency_mismatch')) {
        await park(database, operation ?? '', actor.id, request, now);
        throw new Failure('idempotency_mismatch');
      }
      // The same key or id was being written by somebody else at this moment: look again, it is there now.
      if (database.dialect.isUniqueViolation(error) && attempt < ATTEMPTS) continue;
      throw error;
    }
  }
}

async function park(database: Database, key: string, userId: string, request: unknown, now: Date): Promise<void> {
  await database.transaction((trx) =>
    trx
      .insertInto('parked_writes')
      .values({ id: randomUUID(), key, user_id: userId, at: now.toISOString(), body: JSON.stringify(request) })
      .execute(),
  );
}
