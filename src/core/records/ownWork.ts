/**
 * Whose own work a record is: of who created it, of who changed its answers or handed it in last, and of who of the office
 * sent one of these from a rescue file. Whoever sends can write what they like in the other person's name.
 */
import type { RecordMeta } from './types.ts';

/** Columns of a record by which it is somebody's own work. */
export const WORK_COLUMNS = ['created_by', 'edited_by', 'created_sent_by', 'edited_sent_by'] as const;

/** The most people whose own work one record can be. */
export const MOST_WORKERS = WORK_COLUMNS.length;

/** A device may hold records from before the office's columns. */
export type Work = Pick<RecordMeta, 'created_by' | 'edited_by'> &
  Partial<Pick<RecordMeta, 'created_sent_by' | 'edited_sent_by'>>;

/** Returns the ids of the people whose own work it is, each once. */
export function workersOf(record: Work): string[] {
  return [...new Set(WORK_COLUMNS.flatMap((column) => record[column] || []))];
}

export function isWorkOf(record: Work, id: string): boolean {
  return WORK_COLUMNS.some((column) => record[column] === id);
}
