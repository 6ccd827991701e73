/** Returns the name of a record in headings and questions: its own name or code, else its parent's name, else a short id. */
import type { RecordView } from '../../../core/generated/api.ts';

export function recordTitle(record: Pick<RecordView, 'name' | 'code' | 'parent' | 'id'>): string {
  const own = record.name || record.code;
  if (own) return own;
  return record.parent?.name ?? record.id.slice(0, 8);
}
