/** What happened to an account is asked for by itself, among very many events of records; and what happened last at all. */
export const steps = [
  'CREATE INDEX events_of_accounts ON events (id) WHERE form IS NULL',
  'CREATE INDEX events_at ON events (at)',
];
