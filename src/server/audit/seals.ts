/**
 * Seals put all committed events, of records and accounts, into one signed order. Each seal contains the hashes of its
 * events and the hash of the previous seal. An event about a revision contains the revision's hash. So without the key
 * nobody can change, remove or roll back what was sealed. Sealing runs after the writes and does not slow them down.
 */
import { createHash, hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { canonicalJson } from '../../core/json.ts';
import type { Database, Handle } from '../db/database.ts';
import type { EventsTable, SealsTable } from '../db/tables.ts';
import type { Signer } from './signer.ts';

export type AuditEvent = Selectable<EventsTable>;
export type Seal = Selectable<SealsTable>;

/** The previous hash of the first seal. */
export const SEALS_START = '0'.repeat(64);
/** Number of bytes kept of an event's hash. */
const LEAF_BYTES = 16;
const MOST_EVENTS = 2000;

/** Returns the hash of an event as its seal contains it, in base64url. */
export function eventLeafHash({ seal: _seal, ...event }: AuditEvent): string {
  return createHash('sha256').update(canonicalJson(event)).digest().subarray(0, LEAF_BYTES).toString('base64url');
}

/** Returns the hash of a seal's content. */
export function sealHash({ hash: _hash, signature: _signature, ...seal }: Seal): string {
  return hash('sha256', canonicalJson(seal));
}

/**
 * Seals the events that wait and returns the new seals. Returns none if nothing waits or another server was sealing. If
 * `signal` is aborted, it stops after the current seal.
 */
export async function sealEvents(
  database: Database,
  signer: Signer,
  now: () => Date,
  signal?: AbortSignal,
): Promise<Seal[]> {
  const made: Seal[] = [];
  for (;;) {
    const seal = await sealSome(database, signer, now());
    if (!seal) return made;
    made.push(seal);
    if (seal.count < MOST_EVENTS || signal?.aborted) return made;
  }
}

async function sealSome(database: Database, signer: Signer, now: Date): Promise<Seal | null> {
  const waiting = await database.read.selectFrom('events').select('id').where('seal', 'is', null).limit(1).execute();
  if (waiting.length === 0) return null;
  try {
    return await database.transaction((trx) => writeSeal(trx, signer, now));
  } catch (error) {
    // Another server wrote the seal with this number, which contains these events.
    if (database.dialect.isUniqueViolation(error)) return null;
    throw error;
  }
}

async function writeSeal(trx: Handle, signer: Signer, now: Date): Promise<Seal | null> {
  const last = await lastSeal(trx);
  const events = await trx
    .selectFrom('events')
    .selectAll()
    .where('seal', 'is', null)
    .orderBy('id')
    .limit(MOST_EVENTS)
    .execute();
  if (events.length === 0) return null;
  const number = (last?.number ?? 0) + 1;
  const unsigned = {
    number,
    at: now.toISOString(),
    count: events.length,
    ids: JSON.stringify(rangesOf(events.map(({ id }) => id))),
    leaves: events.map(eventLeafHash).join(' '),
    previous_hash: last?.hash ?? SEALS_START,
    signer: signer.id,
  };
  const hash = sealHash({ ...unsigned, hash: '', signature: '' });
  const seal: Seal = { ...unsigned, hash, signature: signer.sign(hash) };
  // This comes first, so that another server that seals the same events stops here.
  await trx.insertInto('seals').values(seal).execute();
  const ids = events.map(({ id }) => id);
  for (const [first, end] of rangesOf(ids))
    await trx
      .updateTable('events')
      .set({ seal: number })
      .where('id', '>=', first)
      .where('id', '<=', end)
      .where('seal', 'is', null)
      .execute();
  return seal;
}

export function lastSeal(db: Handle): Promise<Seal | undefined> {
  return db.selectFrom('seals').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** Returns ascending numbers as ranges `[first, last]`. */
function rangesOf(ids: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}
