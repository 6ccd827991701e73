/**
 * What the office may do while it sends somebody's rescued work in their name (`Actor.taken_in_by`): what the outbox of a device
 * does and nothing else. A call that is not listed here is refused, so a new one is too.
 */
import type { Workflow } from '../definitions/types.ts';
import { handsIn } from './steps.ts';
import type { Actor, Refusal } from './types.ts';

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
export function mayCall({ taken_in_by }: Pick<Actor, 'taken_in_by'>, call: string): boolean {
  return taken_in_by === undefined || OUTBOX_CALLS.has(call);
}

/** Denies the office every step but those that hand work in: it sends what somebody filled in and decides nothing for them. */
export function notForOffice(action: string, { taken_in_by }: Actor, workflow: Workflow): Refusal | undefined {
  const steps = workflow.transitions.filter((step) => step.action === action);
  const isDecision = steps.length > 0 && !steps.every((step) => handsIn(workflow, step));
  return taken_in_by && isDecision ? { code: 'taken_in' } : undefined;
}
