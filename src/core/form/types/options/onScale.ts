/** Base of the types whose options come from the constants and are the same in all forms. */
import type { Constants } from '../../../definitions/types.ts';
import { pickText } from '../../../text/languages.ts';
import { type FieldTypeBase, isUnanswered, type Option, storedValue } from '../fieldType.ts';

export function scaleTypeBase(scale: (constants: Constants) => readonly Option[]): FieldTypeBase {
  return {
    parts: { value: 'option' },
    options: scale,
    looks: ['radio'],
    contract: { type: 'string', enum: 'scale' },
    family: 'options',
    text: (node, data, { constants, language }) => {
      const value = storedValue(node, data);
      if (typeof value !== 'string') return '';
      const option = scale(constants).find((one) => one.value === value);
      return option ? pickText(option.label, language) : value;
    },
    isEmpty: isUnanswered,
    read: 'name',
    isSafeInLogs: true,
  };
}
