/**
 * Seals put every event that was committed, of all records and accounts, into one signed order: each seal holds the hashes
 * of its events and the hash of the seal before. An event that tells of a revision carries the revision's hash, so what was
 * sealed can be neither changed, cut out nor rewound without the key. Sealing runs behind the writes, which stay as fast
 * and as independent of one another as they are.
 */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database, Handle } from '../db/database.ts';
import type { EventsTable, SealsTable } from '../db/tables.ts';
import { canonicalJson, sha256 } from '../definitions/canonical.ts';
import type { Signer } from './signer.ts';

export type Event = Selectable<EventsTable>;
export type Seal = Selectable<SealsTable>;

/** What the first seal stands on. */
export const SEALS_START = '0'.repeat(64);
/** Bytes kept of an event's hash. */
const LEAF_BYTES = 16;
const MOST_EVENTS = 2000;

/** Hash of an event as its seal keeps it, base64url. */
export function leafOf({ seal: _seal, ...event }: Event): string {
  return createHash('sha256').update(canonicalJson(event)).digest().subarray(0, LEAF_BYTES).toString('base64url');
}

/** What a seal's hash covers. */
export function sealHash({ hash: _hash, signature: _signature, ...seal }: Seal): string {
  return sha256(canonicalJson(seal));
}

/**
 * Seals the events that wait; returns the seals it made, none when nothing waits or another server was sealing. `signal` ends
 * it after the seal it is at.
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
    // Another server wrote the seal with this number: it holds these events.
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
    leaves: events.map(leafOf).join(' '),
    previous_hash: last?.hash ?? SEALS_START,
    signer: signer.id,
  };
  const hash = sealHash({ ...unsigned, hash: '', signature: '' });
  const seal: Seal = { ...unsigned, hash, signature: signer.sign(hash) };
  // First of all, so that another server that seals the same events stops here.
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

/** Ascending numbers as ranges `[first, last]`. */
function rangesOf(ids: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}
