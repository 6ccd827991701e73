/** Rows over one scale; each row is a stored property. */
import { CHOICE_OPERATORS } from '../../search/operators.ts';
import { pick } from '../../text/languages.ts';
import { optionText } from './choice.ts';
import { type FieldTypeCore, isBlank, joined, nothingStored } from './face.ts';

export const matrix: FieldTypeCore = {
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
