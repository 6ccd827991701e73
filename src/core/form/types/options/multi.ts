/** Several of the form's closed options, of the items of an open list, or of the places of one level. */

import { type FieldType, idsOf, isUnanswered, joinWithComma, storedValue } from '../fieldType.ts';
import { optionText } from './family.ts';

export const multi: FieldType = {
  icon: 'checks',
  group: 'usual',

  parts: ({ def }) => (def.choices ? 'items' : 'options'),
  offers: ['options', 'choices', 'places'],
  combines: true,
  optionMedia: true,
  looks: ['checkboxes', 'search'],
  contract: ({ options }) => ({ type: 'array', items: 'string', enum: options ? 'some' : 'none' }),
  writes: ({ options }) => (options ? undefined : 'choices'),
  text: (node, data, context) =>
    joinWithComma(
      idsOf(storedValue(node, data)).map((id) => optionText(node, id, context)),
      context,
    ),
  isEmpty: isUnanswered,
  read: 'name',
};
