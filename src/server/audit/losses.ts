/**
 * Seals that anchors name and the history does not have: an older copy of the database was put back, or its newest writes were
 * lost. Such a loss is given up by an event of the history itself: when a backup is restored, when somebody accepts it on the
 * command line, or when a new installation begins beside files of an older one. `verify` reports each.
 */

import { getOwn } from '../../core/json.ts';
import type { Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import { splitInChunks } from '../db/rows.ts';
import type { Anchor } from './anchors.ts';
import { BACKUP_RESTORED, LOSS_ACCEPTED, STORE_BEGUN, type StoreEvent, storeEvents } from './storeEvents.ts';

/** Seals of an earlier history with these numbers, made until this time, are given up. */
interface GivenUp {
  /** Number of the last seal that was not lost. */
  after: number;
  /** Number of the last seal that was lost. Equals `after` if none was. */
  through: number;
  /** Time of the last seal that was lost. Empty if none was. */
  until: string;
}

interface LossDetail extends GivenUp {
  /** Of a restored backup: when it was made. */
  backup?: string;
  /** Of an accepted loss. */
  reason?: string;
}

type Loss = StoreEvent<LossDetail>;

const AT_ONCE = 500;

export function readLosses(db: Handle): Promise<Loss[]> {
  return storeEvents<LossDetail>(db, [BACKUP_RESTORED, LOSS_ACCEPTED, STORE_BEGUN]);
}

export function isAcceptedLoss({ number, at }: Anchor, losses: readonly Loss[]): boolean {
  return losses.some(({ detail: { after, through, until } }) => number > after && number <= through && at <= until);
}

/** Returns the anchors whose seal is not in the history, and that nobody gave up. */
export async function lostAnchors(db: Handle, anchors: readonly Anchor[]): Promise<Anchor[]> {
  const lost: Anchor[] = [];
  for (const some of splitInChunks(anchors, AT_ONCE)) {
    const numbers = some.map(({ number }) => number);
    const seals = await db.selectFrom('seals').select(['number', 'hash']).where('number', 'in', numbers).execute();
    const hashes = new Map(seals.map(({ number, hash }) => [number, hash]));
    lost.push(...some.filter(({ number, hash }) => hashes.get(number) !== hash));
  }
  if (lost.length === 0) return lost;
  const losses = await readLosses(db);
  return lost.filter((anchor) => !isAcceptedLoss(anchor, losses));
}

/** Logs that the seals of these anchors are given up. */
export async function logAcceptedLoss(
  trx: Handle,
  action: typeof BACKUP_RESTORED | typeof LOSS_ACCEPTED | typeof STORE_BEGUN,
  lost: readonly Anchor[],
  more: Pick<LossDetail, 'backup' | 'reason'> & { by?: string },
): Promise<void> {
  const numbers = lost.map(({ number }) => number);
  const newest = await trx
    .selectFrom('seals')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  const last = Number(newest?.number ?? 0);
  const until = lost.reduce((latest, { at }) => (at > latest ? at : latest), '');
  const { by = '', ...detail } = more;
  const range = lost.length === 0 ? { after: last, through: last } : rangeOf(numbers);
  await logEvent(trx, { at: new Date().toISOString(), user_id: by, action, detail: { ...range, until, ...detail } });
}

function rangeOf(numbers: readonly number[]): Pick<GivenUp, 'after' | 'through'> {
  return numbers.reduce(
    ({ after, through }, number) => ({ after: Math.min(after, number - 1), through: Math.max(through, number) }),
    { after: Number.POSITIVE_INFINITY, through: 0 },
  );
}

/** Says for people what was given up. */
export function acceptedLossText({ action, at, detail }: Loss): string {
  const { after, through, until, backup, reason } = detail;
  const seals = through > after ? `seals ${after + 1} to ${through} of ${until} are given up` : 'no seal was lost';
  const words: Record<string, string> = {
    [BACKUP_RESTORED]: `the backup of ${backup} was restored`,
    [LOSS_ACCEPTED]: `a loss was accepted (“${reason}”)`,
    [STORE_BEGUN]: 'the installation was begun anew beside files of an older one',
  };
  return `${at}: ${getOwn(words, action)}; ${seals}`;
}
