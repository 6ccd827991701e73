/**
 * Whose own work a record is: of who created it, of who changed its answers or handed it in last, and of who of the office
 * sent one of these from a rescue file. Whoever sends can write what they like in the other person's name.
 *
 * While the office sends somebody's rescued work in their name (`Actor.taken_in_by`), it may do what the outbox of a device does and
 * nothing else. A call that is not listed here is refused, so a new one is too.
 *
 * A record carries the name of the device that it was made on. Other clients send names of their own.
 */
import type { Workflow } from '../definitions/types.ts';
import { isResubmission } from './steps.ts';
import type { Actor, RecordMeta, Refusal } from './types.ts';

/** Columns of a record by which it is somebody's own work. */
export const AUTHOR_COLUMNS = ['created_by', 'edited_by', 'created_sent_by', 'edited_sent_by'] as const;

/** The most people whose own work one record can be. */
export const MOST_AUTHORS = AUTHOR_COLUMNS.length;

/** A device may hold records from before the office's columns. */
export type RecordAuthors = Pick<RecordMeta, 'created_by' | 'edited_by'> &
  Partial<Pick<RecordMeta, 'created_sent_by' | 'edited_sent_by'>>;

/** Returns the ids of the people whose own work it is, each once. */
export function authorsOf(record: RecordAuthors): string[] {
  return [...new Set(AUTHOR_COLUMNS.flatMap((column) => record[column] || []))];
}

export function isAuthoredBy(record: RecordAuthors, id: string): boolean {
  return AUTHOR_COLUMNS.some((column) => record[column] === id);
}

/** Calls as `METHOD path`, with the path as it is registered. `{base}` stands for the base path of any form. */
const OUTBOX_CALLS: ReadonlySet<string> = new Set([
  'POST {base}/store',
  'PUT {base}/:id',
  'DELETE {base}/:id',
  'POST {base}/change-record-status',
  'POST /api/files',
  'POST /api/files/uploads',
  'HEAD /api/files/uploads/:id',
  'PATCH /api/files/uploads/:id',
  // What a change is written in, the record that it meets, and which changes arrived before.
  'GET /api/definitions',
  'GET /api/definitions/:form/:version',
  'GET /api/sync/records',
  'POST /api/sync/done',
  'POST /api/auth/logout',
]);

/** Returns true if the actor may make the call at all. What it does with a record is judged by `scopeOf` besides. */
export function mayMakeCall({ taken_in_by }: Pick<Actor, 'taken_in_by'>, call: string): boolean {
  return taken_in_by === undefined || OUTBOX_CALLS.has(call);
}

/** Denies the office every step but those that hand work in: it sends what somebody filled in and decides nothing for them. */
export function officeRefusal(action: string, { taken_in_by }: Actor, workflow: Workflow): Refusal | undefined {
  const steps = workflow.transitions.filter((step) => step.action === action);
  const isDecision = steps.length > 0 && !steps.every((step) => isResubmission(workflow, step));
  return taken_in_by && isDecision ? { code: 'taken_in' } : undefined;
}

const COMPUTER = 'computer';

/** Returns the name that our own client sends, short enough to be read in a list. */
export function deviceId(kind: 'mobile' | typeof COMPUTER, name: string): string {
  return `${kind}-${name.slice(0, 8)}`;
}

/** Returns true if a device that names itself made the record, unless it says that it is a computer. */
export function isMobileDevice(id: string | null): boolean {
  return id !== null && !id.startsWith(`${COMPUTER}-`);
}
