/**
 * The position of a device in the order of changes. Transactions may commit after later ones, so the end of a walk steps
 * back to where everything was complete, and a position of an earlier era to where numbers may have come again since. What
 * was sent behind it is sent again.
 */
import { badFilter } from '../../../core/errors/failure.ts';
import type { ChangeOrder } from '../../db/changes.ts';
import type { ChangedRecordsPage, ChangePosition } from '../../records/changed.ts';

export interface SyncPosition {
  at: ChangePosition;
  /** The lowest number that a change may have which was not visible when the walk passed it. Null: there was none. */
  open: number | null;
}

const START: SyncPosition = { at: { change: 0, id: '' }, open: null };

/** Behind every id. */
const LAST = '~';
const LONGEST = 500;

/** Returns where to go on after a page. `isLast`: it was not full. */
export function advancePosition(
  { at, open }: SyncPosition,
  { last, complete }: ChangedRecordsPage,
  isLast: boolean,
): SyncPosition {
  const passed = last ?? at;
  const lowest = passed.change >= complete ? Math.min(open ?? complete, complete) : open;
  if (!isLast) return { at: passed, open: lowest };
  // Up to there no change is missing, whether or not the person sees it.
  return { at: { change: Math.min(lowest ?? complete, complete) - 1, id: LAST }, open: null };
}

/** A cursor as it was written. */
interface Cursor extends SyncPosition, Pick<ChangeOrder, 'epoch'> {
  reach: string;
  /** Null in cursors from before there were eras. */
  era: string | null;
}

/** `reach` says what the person asks for and sees. */
export function encodeSyncCursor({ at, open }: SyncPosition, { epoch, era }: ChangeOrder, reach: string): string {
  return Buffer.from(JSON.stringify([epoch, reach, at.change, at.id, open, era])).toString('base64url');
}

/** Returns null if there is none. Throws bad_filter if it is none of ours. */
export function decodeSyncCursor(text: unknown): Cursor | null {
  if (text === undefined || text === '') return null;
  if (typeof text !== 'string' || text.length > LONGEST) throw badFilter('after');
  const [epoch, reach, change, id, open, era = null] = parsed(text);
  if (!isName(epoch) || !isName(reach) || !isNumber(change) || !isName(id)) throw badFilter('after');
  if (!(open === null || isNumber(open)) || !(era === null || isName(era))) throw badFilter('after');
  return { epoch, reach, at: { change, id }, open, era };
}

/** Returns where a cursor goes on. One of another database, of another reach or of an era that is not known begins anew. */
export function resumePosition(cursor: Cursor | null, { epoch, lowest }: ChangeOrder, reach: string): SyncPosition {
  if (!cursor || cursor.epoch !== epoch || cursor.reach !== reach || lowest === undefined) return START;
  const { at, open } = cursor;
  return lowest === null || at.change < lowest ? { at, open } : { at: { change: lowest - 1, id: LAST }, open };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
