/** A record that anybody may prove has a token of its own; it is made when first asked for and never changes. */
export const steps = [
  `CREATE TABLE public_links (
      token TEXT NOT NULL PRIMARY KEY, record_id TEXT NOT NULL UNIQUE REFERENCES records (id), created_at TEXT NOT NULL)`,
];
