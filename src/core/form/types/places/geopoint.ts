/** A point in degrees. It always has Latin digits, because people copy it into maps. */
import type { CompiledForm, FieldNode } from '../../../definitions/types.ts';
import { type FieldType, isUnanswered } from '../fieldType.ts';

export const geopoint: FieldType = {
  icon: 'map-pin',
  group: 'places',

  parts: { latitude: 'number', longitude: 'number' },
  binds: ['latitude', 'longitude'],
  uiOptions: { last: 'boolean' },
  contract: (_def, part) => ({ type: 'number', bounds: part === 'latitude' ? 'latitude' : 'longitude' }),
  writes: (_def, part) => part,
  text: (node, data) => {
    const latitude = data[node.parts.latitude ?? 'latitude'];
    const longitude = data[node.parts.longitude ?? 'longitude'];
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return '';
    return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  },
  isEmpty: isUnanswered,
  read: 'number',
  errors: { bounds: { latitude: 'latitude_bound', longitude: 'longitude_bound' } },
  direction: 'ltr',
  personal: 'exact',
};

/** Returns the form's first question whose answer is a point. */
export function firstPointQuestion({ fields }: CompiledForm): FieldNode | undefined {
  return [...fields.values()].find(({ parts }) => parts.latitude !== undefined && parts.longitude !== undefined);
}
