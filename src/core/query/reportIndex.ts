/** Indexes that have all columns that reports read of a form. */
import type { PlannedColumn } from './columns.ts';

/** PostgreSQL takes 32 columns and 2.7 kB for a row of an index, so it has no texts, which may be long. */
const MOST_INDEXED = 28;
const INDEXED: ReadonlySet<string> = new Set(['id', 'name', 'day', 'number']);

/**
 * Returns the columns that the numbers of reports are worked out from, by day, so that they need not read whole rows. Another
 * index has few of them by site, where reports have rows or counts of sites: SQLite sorts what no index gives in order.
 */
export function reportIndexes(
  sources: readonly string[],
  columns: ReadonlyMap<string, PlannedColumn>,
  points: { sum: string; answers: string } | undefined,
): string[][] {
  if (sources.length === 0) return [];
  const found = new Set(['record_date', 'state', 'province_id', 'organization_id']);
  if (points) for (const name of [points.sum, points.answers]) found.add(name);
  for (const source of sources) {
    const column = columns.get(source);
    if (column && INDEXED.has(column.kind) && found.size < MOST_INDEXED) found.add(column.value);
  }
  const bySite = ['site_id', 'record_date', 'state', 'province_id', 'organization_id'];
  if (points) bySite.push(points.sum, points.answers);
  // SQLite reads whole rows for the condition of the index itself, unless that column is in it.
  return [found, ...(sources.includes('site_id') ? [bySite] : [])].map((index) => [...index, 'deleted']);
}
