/** Finds the transition by which each record came into its state, with what was said. */
import type { AcrossRow, Move } from '../../../core/views/reads.ts';
import type { Database } from '../../db/database.ts';

/** Returns the moves by record id. */
export async function movesInto(
  { read }: Pick<Database, 'read'>,
  records: readonly Pick<AcrossRow, 'id' | 'state'>[],
): Promise<Map<string, Move>> {
  const moves = new Map<string, Move>();
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
    const said = { comment, fields: fields ? (JSON.parse(fields) as Move['fields']) : [] };
    moves.set(record_id, { at, by: by_name, ...said, hasMoved: from_state !== null });
  }
  return moves;
}
