/** Removes what was started but left empty: empty texts and empty lists. */
import type { RecordData } from '../definitions/types.ts';
import { isBlank } from '../records/blank.ts';
import { CopyOnWrite } from './copyOnWrite.ts';

/** Returns the answers of a record, or the cells of a row, without empty ones. Returns the same object if there were none. */
export function withoutBlanks(data: RecordData): RecordData {
  const answers = new CopyOnWrite(data);
  for (const [name, value] of Object.entries(data)) if (isBlank(value)) answers.put(name, undefined);
  return answers.data;
}
