/** Province, district, village by id; the most exact place first. */

import { isBlank } from '../../records/blank.ts';
import { CHOICE_OPERATORS } from '../operators.ts';
import { type FieldType, joined, nothingStored, refName } from './fieldType.ts';

export const place: FieldType = {
  text: (node, data, context) =>
    joined(
      [node.parts.village, node.parts.district, node.parts.province]
        .map((name) => (name ? data[name] : undefined))
        .filter((id) => !isBlank(id))
        .map((id) => refName(id, context)),
      context,
    ),
  columns: (node) => node.properties.map((name) => ({ name, kind: 'text' })),
  operators: CHOICE_OPERATORS,
  isEmpty: nothingStored,
};
