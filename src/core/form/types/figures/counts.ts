/** Numbers side by side, such as boys and girls. Each is a stored property. */

import { formatNumber } from '../../../text/letters.ts';
import { type FieldType, formTextIn, isUnanswered, joinWithComma } from '../fieldType.ts';

export const counts: FieldType = {
  icon: 'users',
  group: 'figures',

  parts: { value: 'integer' },
  needs: ['rows'],
  uiOptions: { total: 'boolean' },
  contract: { type: 'integer' },
  writes: 'count',
  text: (node, data, context) =>
    joinWithComma(
      (node.def.rows ?? []).map((row) => {
        const value = data[row.name];
        return typeof value === 'number'
          ? `${formTextIn(row.label, context)}: ${formatNumber(value, context.language)}`
          : '';
      }),
      context,
    ),
  isEmpty: isUnanswered,
  read: 'number',
  isSafeInLogs: true,
};
