/** One answer of the record, an empty list if a list is missing. Ids of places, people and records come with their names. */

import { namedItem, namedRecord } from '../../../core/api/names.ts';
import { holdsPlaces, holdsRecords } from '../../../core/form/types/question.ts';
import type { Resolver } from './resolver.ts';

export const field: Resolver = (name, { form, services, language }, { view, refs }) => {
  const node = form.byProperty.get(name) ?? form.fields.get(name);
  const empty = node?.schema.type === 'array' ? [] : null;
  if (!view || !node) return empty;
  const one = (value: unknown): unknown => {
    if (typeof value !== 'string') return value ?? null;
    if (holdsRecords(node)) return namedRecord(value, refs?.[value]?.name ?? '');
    const place = holdsPlaces(node) ? services.registry.place(value) : undefined;
    return place ? namedItem(place, language) : value;
  };
  if (node.properties.length > 1)
    return Object.fromEntries(node.properties.map((property) => [property, one(view.record.data[property])]));
  const value = view.record.data[node.properties[0] ?? node.name] ?? empty;
  return Array.isArray(value) ? value.map(one) : one(value);
};
