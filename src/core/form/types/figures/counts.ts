/** Numbers side by side, such as boys and girls. Each is a stored property. */

import { formatNumber } from '../../../text/digits.ts';
import { pick } from '../../../text/languages.ts';
import { type FieldType, joined, nothingStored } from '../fieldType.ts';

export const counts: FieldType = {
  icon: 'users',
  group: 'figures',

  parts: { value: 'integer' },
  needs: ['rows'],
  uiOptions: { total: 'boolean' },
  contract: { type: 'integer' },
  writes: 'count',
  text: (node, data, context) =>
    joined(
      (node.def.rows ?? []).map((row) => {
        const value = data[row.name];
        return typeof value === 'number'
          ? `${pick(row.label, context.language)}: ${formatNumber(value, context.language)}`
          : '';
      }),
      context,
    ),
  isEmpty: nothingStored,
  read: 'number',
  isSafeInLogs: true,
};
