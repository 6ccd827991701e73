/** Answers of every sort: fitting ones, those that conditions compare with, empty ones, incomplete rows and nonsense. */

import type { CompiledForm, Condition, FieldNode, JsonSchema, RecordData } from '../../src/core/definitions/types.ts';
import fc from './property.ts';

/** Generates any answers of a form, in any order. */
export function anyAnswers(form: CompiledForm): fc.Arbitrary<RecordData> {
  const asked = valuesAsked(form);
  const contracts = (form.contract.properties ?? {}) as Record<string, JsonSchema>;
  const answers = [...form.byProperty.entries()].map(([name, node]) =>
    fc.record({ [name]: anyValue(contracts[name] ?? {}, node, asked.get(name) ?? []) }, { requiredKeys: [] }),
  );
  return fc
    .tuple(...answers)
    .chain((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }))
    .map((parts) => Object.assign({}, ...parts) as RecordData);
}

function anyValue(schema: JsonSchema, node: FieldNode | undefined, asked: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    ...(asked.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...asked) }] : []),
    { weight: 8, arbitrary: fitting(schema, node) },
    { weight: 1, arbitrary: fc.constantFrom('', null, [], undefined, [{}], -1, 'nonsense', ['a', 'a'], { x: 1 }) },
  );
}

function fitting(schema: JsonSchema, node: FieldNode | undefined): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const items = schema.items as JsonSchema | undefined;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(Number(schema.minimum ?? 0)),
        max: Math.min(Math.floor(Number(schema.maximum ?? 2000)), 3000),
      });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(items?.type === 'object' ? anyRow(items, node) : fitting(items ?? {}, undefined), {
        maxLength: 3,
      });
    default:
      if (schema.format === 'date')
        return fc.integer({ min: 10, max: 28 }).map((day) => `2026-0${1 + (day % 9)}-${day}`);
      return fc.constantFrom('1', 'a', 'Some words', '0700 000 001');
  }
}

function anyRow(schema: JsonSchema, node: FieldNode | undefined): fc.Arbitrary<RecordData> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return fc.record(
    Object.fromEntries(
      properties.map(([name, own]) => [
        name,
        anyValue(
          own,
          node?.columns?.find((column) => column.properties.includes(name)),
          [],
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
}

/** Returns the values that the form's conditions compare each answer with. */
function valuesAsked(form: CompiledForm): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  const read = (condition: Condition | undefined): void => {
    if (!condition) return;
    if ('all' in condition) condition.all.forEach(read);
    else if ('any' in condition) condition.any.forEach(read);
    else if ('not' in condition) read(condition.not);
    else if ('field' in condition) {
      const { const: only, enum: some, contains } = condition.is as JsonSchema;
      const inside = (contains as JsonSchema | undefined)?.const;
      const values = [only, ...((some as unknown[] | undefined) ?? []), inside === undefined ? undefined : [inside]];
      const known = found.get(condition.field) ?? [];
      found.set(condition.field, [...known, ...values.filter((value) => value !== undefined)]);
    }
  };
  for (const { visibleWhen } of form.definition.sections) read(visibleWhen);
  for (const { def } of form.fields.values()) {
    read(def.visibleWhen);
    read(def.requiredWhen);
  }
  return found;
}
