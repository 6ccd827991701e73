/** file and image: ids of attachments; lists and exports say how many. */
import type { FieldNode } from '../../definitions/types.ts';
import { formatNumber } from '../../text/digits.ts';
import { type FieldTypeCore, idsOf, nothingStored, storedValue } from './face.ts';

export const holdsFiles = ({ type }: Pick<FieldNode, 'type'>): boolean => type === 'file' || type === 'image';

function face(): FieldTypeCore {
  return {
    text: (node, data, { language }) => {
      const count = idsOf(storedValue(node, data)).length;
      return count === 0 ? '' : formatNumber(count, language);
    },
    columns: () => [],
    operators: ['empty'],
    isEmpty: nothingStored,
  };
}

export const file = face();
export const image = face();
