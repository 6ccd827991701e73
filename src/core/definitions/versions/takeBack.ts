/** What a version says of the answers of the newest one when it is published again under a later number. */
import { propertiesByPart } from '../inputs.ts';
import { withLists } from '../lists.ts';
import type { Field, FormDefinition, Text } from '../types.ts';

type Fields = Record<string, Field>;

/**
 * Returns `migrate` of `again`: answers that only the newest version asks are dropped for this reason, options that only it has
 * as well. Undefined if there are none.
 */
export function withdrawalMigration(
  newest: FormDefinition,
  again: FormDefinition,
  reason: Text,
): FormDefinition['migrate'] {
  const drop: Record<string, Text> = {};
  const map: Record<string, Record<string, null>> = {};
  const look = (before: Fields, after: Fields, table = ''): void => {
    const kept = new Map(Object.entries(after).map(([name, field]) => [field.id, { name, field }]));
    for (const [name, field] of Object.entries(before)) {
      const own = kept.get(field.id);
      const isKept = own !== undefined && own.field.type === field.type;
      if (!isKept)
        for (const stored of Object.values(propertiesByPart(name, field))) drop[`${table}${stored}`] = reason;
      else {
        const gone = optionsOf(field).filter((option) => !optionsOf(own.field).includes(option));
        const nothing = Object.fromEntries(gone.map((option) => [option, null]));
        if (own.field.options && gone.length > 0)
          for (const stored of Object.values(propertiesByPart(own.name, own.field))) map[`${table}${stored}`] = nothing;
        if (field.columns && own.field.columns) look(field.columns, own.field.columns, `${table}${own.name}.`);
      }
    }
  };
  look(withLists(newest).fields, withLists(again).fields);
  const found = { ...(Object.keys(map).length > 0 && { map }), ...(Object.keys(drop).length > 0 && { drop }) };
  return Object.keys(found).length > 0 ? found : undefined;
}

function optionsOf({ options }: Field): string[] {
  return options?.map(({ value }) => value) ?? [];
}
