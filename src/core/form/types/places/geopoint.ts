/** A point in degrees. It always has Latin digits, because people copy it into maps. */
import { type FieldType, nothingStored } from '../fieldType.ts';

export const geopoint: FieldType = {
  parts: { latitude: 'number', longitude: 'number' },
  binds: ['latitude', 'longitude'],
  contract: (_def, part) => ({ type: 'number', bounds: part === 'latitude' ? 'latitude' : 'longitude' }),
  text: (node, data) => {
    const latitude = data[node.parts.latitude ?? 'latitude'];
    const longitude = data[node.parts.longitude ?? 'longitude'];
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return '';
    return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  },
  isEmpty: nothingStored,
  read: 'number',
  errors: { bounds: { latitude: 'latitude_bound', longitude: 'longitude_bound' } },
  direction: 'ltr',
  personal: 'exact',
};
