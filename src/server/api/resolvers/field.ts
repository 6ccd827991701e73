/** One answer of the record. Ids of places, people and records come with their names. */
import { holdsPlaces, holdsRecords } from '../../../core/form/types/question.ts';
import { namedItem, namedPlainly } from '../names.ts';
import type { Resolver } from './resolver.ts';

export const field: Resolver = (name, { form, services, language }, { view, refs }) => {
  const node = form.byProperty.get(name) ?? form.fields.get(name);
  if (!view || !node) return null;
  const one = (value: unknown): unknown => {
    if (typeof value !== 'string') return value ?? null;
    if (holdsRecords(node)) return namedPlainly(value, refs?.[value]?.name ?? '');
    const place = holdsPlaces(node) ? services.registry.place(value) : undefined;
    return place ? namedItem(place, language) : value;
  };
  if (node.properties.length > 1)
    return Object.fromEntries(node.properties.map((property) => [property, one(view.record.data[property])]));
  const value = view.record.data[node.properties[0] ?? node.name];
  return Array.isArray(value) ? value.map(one) : one(value);
};
