/** Contracts as their author wrote them (references included), and what a file said when it was last taken in. */
export const steps = [
  'ALTER TABLE definitions ADD COLUMN written TEXT',
  'ALTER TABLE definitions ADD COLUMN file_hash TEXT',
];
