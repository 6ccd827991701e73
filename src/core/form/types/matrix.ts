/** Rows over one scale; each row is a stored property. */

import { isBlank } from '../../records/blank.ts';
import { pick } from '../../text/languages.ts';
import { CHOICE_OPERATORS } from '../operators.ts';
import { optionText } from './choice.ts';
import { type FieldType, joined, nothingStored } from './fieldType.ts';

export const matrix: FieldType = {
  text: (node, data, context) =>
    joined(
      (node.def.rows ?? []).map((row) => {
        const value = data[row.name];
        return isBlank(value) ? '' : `${pick(row.label, context.language)}: ${optionText(node, value, context)}`;
      }),
      context,
    ),
  columns: (node) => node.properties.map((name) => ({ name, kind: 'text' })),
  operators: CHOICE_OPERATORS,
  isEmpty: nothingStored,
};
