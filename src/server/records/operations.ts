/**
 * Exactly once: a write that carries a key is remembered together with what it did, in the same transaction. The same
 * request gets the first answer again; another request under the same key is refused and kept, so that nothing is lost.
 */
import { randomUUID } from 'node:crypto';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { Database, Handle } from '../db/database.ts';
import { type Insert, insertOf, insertTogether } from '../db/insert.ts';
import type { RecordRow } from '../db/records.ts';
import { canonicalJson, sha256 } from '../definitions/canonical.ts';
import type { RecordDeps } from './context.ts';
import { type Outcome, viewAfter, viewOf } from './read.ts';
import type { RecordView, WriteContext } from './types.ts';

const ATTEMPTS = 3;

/** The answer to this very request, if it was carried out before; null for another request, a new key or none. */
export async function replay(
  deps: RecordDeps,
  form: CompiledForm,
  { operation, actor }: WriteContext,
  request: unknown,
): Promise<RecordView | null> {
  const row = operation ? await findOperation(deps.read, `${actor.id} ${operation}`) : undefined;
  return row?.request_hash === hashOf(request) ? viewAfter(deps, form, JSON.parse(row.answer), actor) : null;
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

/**
 * Does `work` in a transaction, unless this very request was done before. `request` is everything the caller asked for; the
 * work answers the record as it was written, or the outcome of an earlier write that it found.
 */
export async function idempotent(
  deps: RecordDeps,
  form: CompiledForm,
  context: WriteContext,
  request: unknown,
  work: (trx: Handle, attempt: Attempt) => Promise<RecordRow | Outcome>,
): Promise<RecordView> {
  const { database } = deps;
  const { operation, actor } = context;
  const now = deps.now().toISOString();
  const key = operation && `${actor.id} ${operation}`;
  const request_hash = key ? hashOf(request) : '';
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Keys are nearly always new, so nothing is asked first: the primary key refuses one that is there.
      const written = await database.transaction(async (trx) => {
        let isRemembered = false;
        const remember = ({ id, version }: Outcome): Insert[] => {
          if (!key || isRemembered) return [];
          isRemembered = true;
          const answer = JSON.stringify({ id, version } satisfies Outcome);
          return [insertOf('operations', { key, request_hash, user_id: actor.id, answer, at: now })];
        };
        const done = await work(trx, { attempt, remember });
        await insertTogether(trx, database.dialect, remember(done));
        return done;
      });
      return 'data' in written ? viewOf(deps, form, written, actor) : await viewAfter(deps, form, written, actor);
    } catch (error) {
      const done = key ? await findOperation(database.read, key) : undefined;
      if (done?.request_hash === request_hash) return viewAfter(deps, form, JSON.parse(done.answer), actor);
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

async function park(database: Database, key: string, userId: string, request: unknown, at: string): Promise<void> {
  await database.transaction((trx) =>
    trx
      .insertInto('parked_writes')
      .values({ id: randomUUID(), key, user_id: userId, at, body: JSON.stringify(request) })
      .execute(),
  );
}
