/**
 * A sentence that a person confirms or agrees to, with one tick. Stored as “yes” of the yes/no scale, so that its words, filters and
 * cells are those of yesno. Without the tick there is no answer: where one is required, the tick is.
 */

import type { FieldType } from '../fieldType.ts';
import { scaleTypeBase } from './onScale.ts';

export const acknowledge: FieldType = {
  icon: 'check',
  group: 'options',

  ...scaleTypeBase(({ yesNo }) => yesNo.filter(({ value }) => value === 'yes')),
  looks: [],
  coerce: (given) => (given === true ? 'yes' : given === false ? undefined : given),
  // Nobody agrees beforehand.
  initial: () => undefined,
};
