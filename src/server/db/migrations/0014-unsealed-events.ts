/**
 * What waits for its seal is asked for every few seconds. SQLite reads the whole table for `seal IS NULL` unless the column
 * is the first of an index.
 */
export const steps = [
  'DROP INDEX events_unsealed',
  'CREATE INDEX events_unsealed ON events (seal, id) WHERE seal IS NULL',
];
