/** Base of the types that hold ids of stored files. Lists and exports show the number of files. */
import { formatNumber } from '../../../text/letters.ts';
import { idsOf, isUnanswered, type Shared, storedValue } from '../fieldType.ts';

export const ATTACHMENT = {
  parts: { value: 'files' },
  contract: { type: 'array', items: 'string' },
  writes: 'ids',
  family: 'files',
  uiOptions: { accept: 'string', maxSize: 'number', maxItems: 'number' },
  text: (node, data, { language }) => {
    const count = idsOf(storedValue(node, data)).length;
    return count === 0 ? '' : formatNumber(count, language);
  },
  isEmpty: isUnanswered,
  refersTo: 'file',
  personal: 'exact',
} as const satisfies Shared;

/** Base of the types whose files are played. `maxLength` is in seconds. */
export const RECORDING = {
  ...ATTACHMENT,
  uiOptions: { ...ATTACHMENT.uiOptions, maxLength: 'number' },
  isWide: true,
} as const satisfies Shared;
