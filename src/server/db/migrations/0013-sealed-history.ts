/**
 * A revision keeps each changed answer with a salt and what the record was besides them; an event names the revision it
 * tells of; seals put all events into one signed order.
 */
export const steps = [
  'ALTER TABLE record_revisions ADD COLUMN answers TEXT',
  'ALTER TABLE record_revisions ADD COLUMN record TEXT',
  'ALTER TABLE events ADD COLUMN seq integer',
  'ALTER TABLE events ADD COLUMN hash TEXT',
  'ALTER TABLE events ADD COLUMN seal integer',
  'CREATE INDEX events_unsealed ON events (id) WHERE seal IS NULL',
  'CREATE INDEX events_record ON events (record_id) WHERE record_id IS NOT NULL',
  "CREATE INDEX events_erasures ON events (id) WHERE action IN ('erased', 'purged')",
  `CREATE TABLE seals (
    number integer NOT NULL PRIMARY KEY, at TEXT NOT NULL, count integer NOT NULL, ids TEXT NOT NULL, leaves TEXT NOT NULL,
    previous_hash TEXT NOT NULL, hash TEXT NOT NULL, signer TEXT NOT NULL, signature TEXT NOT NULL)`,
];
