/** Constraints that a reason overrules: warnings. The question of the reason is asked, and must be answered, while they are not met. */
import type { Condition, Field, FormDefinition } from './types.ts';

type Constraint = NonNullable<FormDefinition['constraints']>[number];

/** Returns the fields, those of reasons with the conditions that follow from their constraints. */
export function withReasons(definition: FormDefinition): Record<string, Field> {
  const { fields } = definition;
  const constraints: readonly Constraint[] = definition.constraints ?? [];
  const reasons = new Set(constraints.flatMap(({ reason }) => reason ?? []));
  if (reasons.size === 0) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      reasons.has(name) ? reasonField(name, field, constraints) : field,
    ]),
  );
}

function reasonField(name: string, field: Field, constraints: readonly Constraint[]): Field {
  const [first, ...more] = constraints.filter(({ reason }) => reason === name);
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
