/** A number on a slider, between the bounds of its contract. `multipleOf` gives its steps. */

import type { FieldType } from '../fieldType.ts';
import { NUMBER_TYPE_BASE } from './family.ts';

export const range: FieldType = {
  icon: 'adjustments-horizontal',
  group: 'figures',

  ...NUMBER_TYPE_BASE,
  parts: ({ schema }) => (schema.type === 'integer' ? 'integer' : 'number'),
  contract: { type: 'integer or number', slider: true, otherwise: 'number' },
};
