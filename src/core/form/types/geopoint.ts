/** A point, in degrees. Always Latin digits: people copy it into maps. */
import { ORDER_OPERATORS } from '../operators.ts';
import { type FieldType, nothingStored } from './fieldType.ts';

export const geopoint: FieldType = {
  text: (node, data) => {
    const latitude = data[node.parts.latitude ?? 'latitude'];
    const longitude = data[node.parts.longitude ?? 'longitude'];
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return '';
    return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  },
  columns: (node) => node.properties.map((name) => ({ name, kind: 'real' })),
  operators: ORDER_OPERATORS,
  isEmpty: nothingStored,
};
