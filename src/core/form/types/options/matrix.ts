/** Several rows rated on one scale. Each row is a stored property. */

import { isBlank } from '../../../text/letters.ts';
import { type FieldType, formTextIn, isUnanswered, joinWithComma } from '../fieldType.ts';
import { optionText } from './family.ts';

export const matrix: FieldType = {
  icon: 'list-details',
  group: 'options',

  parts: { value: 'option' },
  needs: ['rows'],
  // A matrix without own options uses the rating scale.
  options: ({ ratings }) => ratings,
  optionMedia: true,
  contract: { type: 'string', enum: 'some' },
  writes: ({ options }) => (options ? undefined : 'rate'),
  text: (node, data, context) =>
    joinWithComma(
      (node.def.rows ?? []).map((row) => {
        const value = data[row.name];
        return isBlank(value)
          ? ''
          : `${formTextIn(row.label, context)}: ${optionText(node, value, context, node.def.options ?? context.constants.ratings)}`;
      }),
      context,
    ),
  isEmpty: isUnanswered,
  isWide: true,
  isSafeInLogs: true,
};
