/** The form's closed options in the order that a person gives them. `maxItems` below their number asks for the first ones. */
import { localDigits } from '../../../text/letters.ts';
import { type FieldType, isUnanswered, joinWithComma, storedValue, toIdList } from '../fieldType.ts';
import { optionText } from './family.ts';

export const rank: FieldType = {
  icon: 'sort-ascending',
  group: 'options',

  parts: { value: 'options' },
  offers: ['options'],
  optionMedia: true,
  contract: { type: 'array', items: 'string', enum: 'some', unique: true },
  text: (node, data, context) =>
    joinWithComma(
      toIdList(storedValue(node, data)).map(
        (id, at) => `${localDigits(at + 1, context.language)}. ${optionText(node, id, context)}`,
      ),
      context,
    ),
  isEmpty: isUnanswered,
  read: 'name',
};
