/** One of the form's closed options, or an item of an open list. */

import { type FieldType, isUnanswered, storedValue } from '../fieldType.ts';
import { optionText } from './family.ts';

export const choice: FieldType = {
  icon: 'circle-dashed',
  group: 'usual',

  parts: ({ def }) => (def.choices ? 'item' : 'option'),
  offers: ['options', 'choices'],
  optionMedia: true,
  looks: ['radio', 'select', 'search'],
  contract: ({ options }) =>
    options ? { type: 'string', enum: 'some' } : { type: 'string', enum: 'none', otherwise: 'open_string' },
  writes: ({ options }) => (options ? undefined : 'choice'),
  family: 'options',
  text: (node, data, context) => optionText(node, storedValue(node, data), context),
  isEmpty: isUnanswered,
  read: 'name',
  isSafeInLogs: true,
};
