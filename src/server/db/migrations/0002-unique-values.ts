/** Values no two living records of a form share: the primary key decides, however many writers there are. */
export const steps = [
  `CREATE TABLE unique_values (
      form TEXT NOT NULL, question TEXT NOT NULL, value TEXT NOT NULL, record_id TEXT NOT NULL REFERENCES records (id),
      PRIMARY KEY (form, question, value))`,
  'CREATE INDEX unique_values_record ON unique_values (record_id)',
];
