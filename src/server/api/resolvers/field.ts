/** One answer of the record, an empty list if a list is missing. Ids of places, people and records come with their names. */

import { namedItem, namedRecord } from '../../../core/api/names.ts';
import type { FieldNode } from '../../../core/definitions/types.ts';
import { holdsPlaces, holdsRecords } from '../../../core/form/types/question.ts';
import type { Call } from '../call.ts';
import { choiceItems } from './choices.ts';
import type { Resolver } from './resolver.ts';

export const field: Resolver = (name, call, { view, refs }) => {
  const { form, services, language } = call;
  const node = form.byProperty.get(name) ?? form.fields.get(name);
  const empty = node?.schema.type === 'array' ? [] : null;
  if (!node) return empty;
  if (!view) return suggestedRows(node, call) ?? empty;
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

/** Rows that a new record may begin with: an item of the choice list that a column of the table suggests in each. */
function suggestedRows({ columns }: FieldNode, call: Call): Record<string, string>[] | undefined {
  const column = columns?.find(({ def }) => def.suggest?.choices);
  return column && choiceItems(column.def.suggest?.choices ?? '', call).map((item) => ({ [column.name]: item.name }));
}
