/**
 * What the visits that count say of a problem: returned and archived ones say nothing in figures. Which visits count stands in
 * definitions, so that the rows are emptied here and filled at the start (`problems/visits.ts`). Until then figures are those of
 * all visits, as before.
 */
export const steps = [
  "ALTER TABLE problems ADD COLUMN counted_status TEXT NOT NULL DEFAULT ''",
  'ALTER TABLE problems ADD COLUMN counted_open integer NOT NULL DEFAULT 0',
  "ALTER TABLE problems ADD COLUMN counted_type_id TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE problems ADD COLUMN counted_identified TEXT NOT NULL DEFAULT ''",
  'ALTER TABLE problems ADD COLUMN counted_solved TEXT',
  `UPDATE problems SET visits = NULL, counted_status = status, counted_open = open, counted_type_id = type_id,
    counted_identified = date_identified, counted_solved = date_solved`,
  'DROP INDEX problems_counted',
  `CREATE INDEX problems_counted ON problems (visits, site_province_id, site_organization_id, counted_status,
    counted_type_id, counted_identified, counted_solved, site_id)`,
  'DROP INDEX problems_open',
  'CREATE INDEX problems_open ON problems (site_id, counted_identified) WHERE counted_open = 1',
];
