/** Places are kept by people: retired, merged into the one that stands for a double, changed when. */
export const steps = [
  'ALTER TABLE places ADD COLUMN retired_at TEXT',
  'ALTER TABLE places ADD COLUMN merged_into TEXT',
  'ALTER TABLE places ADD COLUMN updated_at TEXT',
];
