/** What people did to the translations of forms that they write at run time. */
export const steps = [
  `CREATE TABLE text_states (
      id TEXT NOT NULL PRIMARY KEY, form TEXT NOT NULL, place TEXT NOT NULL, language TEXT NOT NULL, source TEXT NOT NULL,
      words TEXT NOT NULL, state TEXT NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL)`,
  'CREATE INDEX text_states_form ON text_states (form, at)',
];
