/** Types whose options are a shared scale of the constants: yesno, yes-no-dontknow, rating. */
import type { Constants } from '../../definitions/types.ts';
import type { Text } from '../../generated/form.ts';
import { pick } from '../../text/languages.ts';
import { CHOICE_OPERATORS } from '../operators.ts';
import { type FieldType, nothingStored, single, storedValue } from './fieldType.ts';

function face(scale: (constants: Constants) => readonly { value: string; label: Text }[]): FieldType {
  return {
    text: (node, data, { constants, language }) => {
      const value = storedValue(node, data);
      if (typeof value !== 'string') return '';
      const option = scale(constants).find((one) => one.value === value);
      return option ? pick(option.label, language) : value;
    },
    columns: single('text'),
    operators: CHOICE_OPERATORS,
    isEmpty: nothingStored,
  };
}

export const yesno = face((constants) => constants.yesNo);
export const yesNoDontKnow = face((constants) => constants.yesNoDontKnow);
export const rating = face((constants) => constants.ratings);
