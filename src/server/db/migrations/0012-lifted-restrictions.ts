/** Decisions that a question which was restricted once may be read by everybody who sees its record. */
export const steps = [
  `CREATE TABLE lifted_restrictions (
      form TEXT NOT NULL, question TEXT NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL, reason TEXT NOT NULL,
      PRIMARY KEY (form, question))`,
];
