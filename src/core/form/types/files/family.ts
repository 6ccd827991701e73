/** Base of the types that hold ids of stored files. Lists and exports show the number of files. */
import { formatNumber } from '../../../text/letters.ts';
import { type FieldTypeBase, isUnanswered, storedValue, toIdList } from '../fieldType.ts';

export const FILE_TYPE_BASE = {
  parts: { value: 'files' },
  contract: { type: 'array', items: 'string' },
  writes: 'ids',
  family: 'files',
  uiOptions: { accept: 'string', maxSize: 'number', maxItems: 'number' },
  text: (node, data, { language }) => {
    const count = toIdList(storedValue(node, data)).length;
    return count === 0 ? '' : formatNumber(count, language);
  },
  isEmpty: isUnanswered,
  refersTo: 'file',
  personal: 'exact',
} as const satisfies FieldTypeBase;

/** Base of the types whose files are played. `maxLength` is in seconds. */
export const RECORDING_TYPE_BASE = {
  ...FILE_TYPE_BASE,
  uiOptions: { ...FILE_TYPE_BASE.uiOptions, maxLength: 'number' },
  isWide: true,
} as const satisfies FieldTypeBase;
