/**
 * Who of the office sent a record, or the last change of its answers, from a rescue file: it is their own work too. Revisions
 * say so already. A session of the office can only create, change, hand in and delete.
 */
import { type Kysely, sql } from 'kysely';

interface Sent {
  record_id: string;
  seq: number;
  record: string;
}

export const steps = [
  'ALTER TABLE records ADD COLUMN created_sent_by TEXT',
  'ALTER TABLE records ADD COLUMN edited_sent_by TEXT',
  fill,
];

async function fill(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<Sent>`SELECT record_id, seq, record FROM record_revisions
    WHERE record LIKE '%"taken_in_by":{%' AND action <> 'delete' ORDER BY record_id, seq`.execute(db);
  for (const { record_id, seq, record } of rows) {
    const by = (JSON.parse(record) as { taken_in_by: { id: string } }).taken_in_by.id;
    if (seq === 1) await sql`UPDATE records SET created_sent_by = ${by} WHERE id = ${record_id}`.execute(db);
    // Unless somebody changed the answers since. Who only handed in without a change is not told apart here.
    await sql`UPDATE records SET edited_sent_by = ${by} WHERE id = ${record_id} AND NOT EXISTS (
      SELECT 1 FROM record_revisions r WHERE r.record_id = ${record_id} AND r.seq > ${seq}
        AND r.action <> 'erase' AND r.answers <> '{}')`.execute(db);
  }
}
