/** Returns the path of a form's list, filtered to records in these states and, if given, created by the user id `mine`. */
import type { Filter, FormEntry } from '../../../core/generated/api.ts';
import { narrowedList } from '../../data/listState.ts';

export function waitingPath(entry: Pick<FormEntry, 'paths'>, states: string[], mine?: string): string {
  const filters: Filter[] = [
    { field: 'status', op: 'in', value: states },
    ...(mine ? [{ field: 'created_by', op: 'eq' as const, value: mine }] : []),
  ];
  return narrowedList(entry, filters);
}
