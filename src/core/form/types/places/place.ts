/** Ids of province, district and village. The text names the smallest place first. */

import { isBlank } from '../../../text/letters.ts';
import { type FieldType, isUnanswered, joinWithComma, referenceName } from '../fieldType.ts';

export const place: FieldType = {
  icon: 'building-community',
  group: 'places',

  parts: { province: 'place', district: 'place', village: 'place' },
  binds: ['province'],
  contract: { type: 'string' },
  writes: 'id',
  optional: ['district', 'village'],
  text: (node, data, context) =>
    joinWithComma(
      [node.parts.village, node.parts.district, node.parts.province]
        .map((name) => (name ? data[name] : undefined))
        .filter((id) => !isBlank(id))
        .map((id) => referenceName(id, context)),
      context,
    ),
  isEmpty: isUnanswered,
  read: 'name',
  refersTo: 'place',
};
