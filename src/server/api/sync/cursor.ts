/**
 * The position of a device in the order of changes. Transactions may commit after later ones, so the end of a walk steps
 * back to where everything was complete. What was sent behind it is sent again.
 */
import { badFilter } from '../../../core/errors/failure.ts';
import type { ChangedPage, ChangePosition } from '../../records/changed.ts';

export interface Walk {
  at: ChangePosition;
  /** The lowest number that a change may have which was not visible when the walk passed it. Null: there was none. */
  open: number | null;
}

export const START: Walk = { at: { change: 0, id: '' }, open: null };

/** Behind every id. */
const LAST = '~';
const LONGEST = 500;

/** Returns where to go on after a page. `isLast`: it was not full. */
export function afterPage({ at, open }: Walk, { last, complete }: ChangedPage, isLast: boolean): Walk {
  const passed = last ?? at;
  const lowest = passed.change >= complete ? Math.min(open ?? complete, complete) : open;
  if (!isLast) return { at: passed, open: lowest };
  // Up to there no change is missing, whether or not the person sees it.
  return { at: { change: Math.min(lowest ?? complete, complete) - 1, id: LAST }, open: null };
}

/** `epoch` names the database, `reach` what the person asks for and sees. */
export function writeCursor({ at, open }: Walk, epoch: string, reach: string): string {
  return Buffer.from(JSON.stringify([epoch, reach, at.change, at.id, open])).toString('base64url');
}

/** Returns the start for a cursor of another database or of another reach. Throws bad_filter if it is none of ours. */
export function readCursor(text: unknown, epoch: string, reach: string): Walk {
  if (text === undefined || text === '') return START;
  if (typeof text !== 'string' || text.length > LONGEST) throw badFilter('after');
  const [ofEpoch, ofReach, change, id, open] = parsed(text);
  const isOurs =
    typeof ofEpoch === 'string' &&
    typeof ofReach === 'string' &&
    isNumber(change) &&
    typeof id === 'string' &&
    !id.includes('\0') &&
    (open === null || isNumber(open));
  if (!isOurs) throw badFilter('after');
  return ofEpoch === epoch && ofReach === reach ? { at: { change, id }, open } : START;
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
