/** Returns the name of a record in headings and questions: its own name or code, else its parent's name, else a short id. */
import type { RecordView } from '../../../core/generated/api.ts';
import { codeOf, recordName } from '../../data/words.ts';

export function recordTitle(record: Pick<RecordView, 'name' | 'code' | 'mark' | 'parent' | 'id'>): string {
  return recordName(record.name || codeOf(record) || record.parent?.name) || record.id.slice(0, 8);
}
