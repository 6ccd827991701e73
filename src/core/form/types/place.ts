/** Province, district, village by id; the most exact place first. */
import { CHOICE_OPERATORS } from '../../search/operators.ts';
import { type FieldTypeCore, isBlank, joined, nothingStored, refName } from './face.ts';

export const place: FieldTypeCore = {
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
