/** What visibility and value of a field depend on, and the order in which fields are calculated. */
import { namesInExpression, readsToday } from '../expressions/types.ts';
import { conditionInputs } from './conditions.ts';
import type { Field, FieldNode } from './types.ts';

/** Returns the property names a field binds, by part. A field with one property binds its own name. */
export function propertiesByPart(name: string, def: Field): Record<string, string> {
  if (def.type === 'note') return {};
  if (def.bind) return { ...def.bind };
  if (def.rows) return Object.fromEntries(def.rows.map((row) => [row.name, row.name]));
  return { value: name };
}

/** Returns the names that visibility and value of a field depend on. Those of a table include what its rows read around them. */
export function inputsOf({ visibleWhen, ...def }: Field): string[] {
  return [...(visibleWhen ? conditionInputs(visibleWhen) : []), ...valueInputs(def)];
}

/** Returns the names that a derived value, or the rows of a table, depend on. */
export function valueInputs({ derived, count, columns = {} }: Pick<Field, 'derived' | 'count' | 'columns'>): string[] {
  const cells = new Set(Object.entries(columns).flatMap(([name, def]) => Object.values(propertiesByPart(name, def))));
  const around = Object.values(columns)
    .flatMap(inputsOf)
    .filter((name) => !cells.has(name));
  return [...derivationInputs({ derived }), ...(count ? namesInExpression(count.expr) : []), ...around];
}

/** Returns the names that a derivation reads. */
export function derivationInputs({ derived = {} }: { derived?: Field['derived'] }): string[] {
  if (derived.expr) return namesInExpression(derived.expr);
  const value = Object.values(derived)[0];
  return (Array.isArray(value) ? value : value ? [value as string] : []).map((name) => name.split('.')[0] as string);
}

/** Returns true if a derivation, or one of a column, counts from a day: that of the record, if it has one. */
export function readsDay({ derived, columns = {} }: Field): boolean {
  return derived?.age !== undefined || readsToday(derived?.expr ?? '') || Object.values(columns).some(readsDay);
}

/**
 * Sorts nodes so that each follows those it reads, and returns those that are calculated. A cycle (refused by the definitions
 * check) is cut where it closes.
 */
export function inputsFirst(
  nodes: readonly FieldNode[],
  readBy: (node: FieldNode) => readonly (FieldNode | undefined)[],
): FieldNode[] {
  const seen = new Set<FieldNode>();
  const order: FieldNode[] = [];
  const visit = (node: FieldNode | undefined): void => {
    if (!node || seen.has(node)) return;
    seen.add(node);
    for (const input of readBy(node)) visit(input);
    order.push(node);
  };
  for (const node of nodes) visit(node);
  return order.filter(({ visibleWhen, def, columns }) => visibleWhen || def.derived || columns);
}
