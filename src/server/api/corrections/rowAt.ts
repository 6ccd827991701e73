/** Finds the answers that a line of an exported sheet holds. */

import type { RecordData } from '../../../core/definitions/types.ts';
import { getOwn, isObject } from '../../../core/json.ts';

/** Returns the record, or the row of a table at a pointer. */
export function rowAtPointer(data: RecordData, pointer: string): RecordData | undefined {
  let at: unknown = data;
  for (const step of pointer.split('/').slice(1)) {
    if (Array.isArray(at)) at = at[Number(step)];
    else at = isObject(at) ? getOwn(at, step) : undefined;
  }
  return isObject(at) ? (at as RecordData) : undefined;
}
