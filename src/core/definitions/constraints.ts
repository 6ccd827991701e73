/**
 * Constraints that a reason overrules: warnings. The question of the reason is asked, and must be answered, while they are not
 * met. A constraint over rows has its reason in a column of the same table.
 */
import { lastPathName, tablePathOf } from '../expressions/types.ts';
import type { Condition, Field, FormDefinition } from './types.ts';

type Constraint = NonNullable<FormDefinition['constraints']>[number];

/** Returns the fields, those of reasons with the conditions that follow from their constraints. */
export function withReasonConditions(definition: FormDefinition): Record<string, Field> {
  const constraints = (definition.constraints ?? []).filter(({ reason }) => reason !== undefined);
  return constraints.length === 0 ? definition.fields : reasonFields(definition.fields, constraints, undefined);
}

function reasonFields(
  fields: Record<string, Field>,
  constraints: readonly Constraint[],
  table: string | undefined,
): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const path = table === undefined ? name : `${table}.${name}`;
      const { columns } = field;
      const whole = columns ? { ...field, columns: reasonFields(columns, constraints, path) } : field;
      return [name, reasonField(path, whole, constraints)];
    }),
  );
}

function reasonField(path: string, field: Field, constraints: readonly Constraint[]): Field {
  const [first, ...more] = constraints.filter(
    ({ at, reason }) => reason === path && tablePathOf(at) === tablePathOf(path),
  );
  if (!first) return field;
  const unmet = [first, ...more].map(({ expr }): Condition => ({ expr: `!(${expr})` }));
  const doubted: Condition = { any: unmet as [Condition, ...Condition[]] };
  const { visibleWhen } = field;
  return {
    ...field,
    visibleWhen: visibleWhen ? { all: [visibleWhen, doubted] } : doubted,
    requiredWhen: doubted,
    messages: { required: first.message, ...field.messages },
  };
}

/** Returns the warnings by path of the answer that they stand at. `reason` is the name of the question in its form or table. */
export function warningsOf(definition: FormDefinition): Map<string, { id: string; reason: string }[]> {
  const found = new Map<string, { id: string; reason: string }[]>();
  for (const { id, at, reason } of definition.constraints ?? []) {
    if (!reason) continue;
    found.set(at, [...(found.get(at) ?? []), { id, reason: lastPathName(reason) }]);
  }
  return found;
}
