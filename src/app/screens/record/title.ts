/** Returns the name of a record in headings and questions: its own name or code, else its parent's name, else a short id. */
import type { RecordView } from '../../../core/generated/api.ts';
import { codeOf, recordName } from '../../data/words.ts';

export function recordTitle(record: Pick<RecordView, 'name' | 'code' | 'mark' | 'parent' | 'id'>): string {
  return recordName(record.name || codeOf(record) || record.parent?.name) || record.id.slice(0, 8);
}

/** Returns the last crumb of a record: its code, which tells two records of one name apart, else its title. */
export function recordCrumb(record: Parameters<typeof recordTitle>[0]): { label: string; code?: true } {
  return record.code ? { label: record.code, code: true } : { label: recordTitle(record) };
}
