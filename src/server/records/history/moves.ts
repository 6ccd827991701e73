/** Finds the transitions of records, or only those by which they came into their state, with what was said. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { CrossFormRow, LastTransition } from '../../../core/views/reads.ts';
import type { Database } from '../../db/database.ts';
import type { ListRow } from '../types.ts';

/** Returns the moves by record id. */
export async function lastTransitionsInto(
  { read }: Pick<Database, 'read'>,
  records: readonly Pick<CrossFormRow, 'id' | 'state'>[],
): Promise<Map<string, LastTransition>> {
  const moves = new Map<string, LastTransition>();
  if (records.length === 0) return moves;
  const states = new Map(records.map(({ id, state }) => [id, state]));
  const revisions = await read
    .selectFrom('record_revisions')
    .select(['record_id', 'at', 'by_name', 'from_state', 'to_state', 'comment', 'fields'])
    .where('record_id', 'in', [...states.keys()])
    .where('to_state', 'is not', null)
    .orderBy('seq')
    .execute();
  for (const { record_id, at, by_name, from_state, to_state, comment, fields } of revisions) {
    if (from_state === to_state || to_state !== states.get(record_id)) continue;
    const said = { comment, fields: readFields(fields) };
    moves.set(record_id, { at, by: by_name, ...said, hasMoved: from_state !== null });
  }
  return moves;
}

/** A change of state as a record keeps it. */
export interface RecordedTransition {
  /** Version of the record after it. */
  version: number;
  at: string;
  /** Name of the person then. */
  by: string;
  /** Null for a new record. */
  from: string | null;
  to: string;
  comment: string | null;
  /** Comments on single questions. */
  fields: LastTransition['fields'];
}

/** Returns every change of state of rows of a list, by record id, the oldest first. */
export async function recordedTransitionsOf(
  { read }: Pick<Database, 'read'>,
  _form: CompiledForm,
  rows: readonly ListRow[],
  _actor: Actor,
): Promise<Map<string, RecordedTransition[]>> {
  const transitions = new Map<string, RecordedTransition[]>(rows.map(({ record }) => [record.id, []]));
  if (rows.length === 0) return transitions;
  const revisions = await read
    .selectFrom('record_revisions')
    .select(['record_id', 'seq', 'at', 'by_name', 'from_state', 'to_state', 'comment', 'fields'])
    .where('record_id', 'in', [...transitions.keys()])
    .orderBy('seq')
    .execute();
  for (const { record_id, seq: version, at, by_name: by, from_state: from, to_state: to, comment, fields } of revisions)
    if (to !== null && from !== to)
      transitions.get(record_id)?.push({ version, at, by, from, to, comment, fields: readFields(fields) });
  return transitions;
}

function readFields(fields: string | null): LastTransition['fields'] {
  return fields ? (JSON.parse(fields) as LastTransition['fields']) : [];
}
