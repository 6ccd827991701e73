/** Returns the name of a record in headings and questions: its own name or code, else its parent's name, else a short id. */
import type { RecordView } from '../../../core/generated/api.ts';
import { recordName } from '../../data/words.ts';

export function recordTitle(record: Pick<RecordView, 'name' | 'code' | 'parent' | 'id'>): string {
  return recordName(record.name || record.code || record.parent?.name) || record.id.slice(0, 8);
}
