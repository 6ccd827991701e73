/** Compares constraints, and writes conditions and derivations as people read them: in the notation of expressions. */
import { equalJson, getOwn } from '../../json.ts';
import type { Condition, Field, FormDefinition, JsonSchema, Text } from '../types.ts';

export type ConstraintDiff = 'constraint_added' | 'constraint_removed' | 'constraint_changed' | 'constraint_worded';

type Constraint = NonNullable<FormDefinition['constraints']>[number];
type Tell = (kind: ConstraintDiff, pointer: string, about: Text, before?: Text | string, after?: Text | string) => void;

/** Constraints match by id. */
export function constraintChanges(before: FormDefinition, after: FormDefinition, tell: Tell): void {
  const [old, now] = [before.constraints ?? [], after.constraints ?? []];
  const rule = ({ at, expr, reason }: Constraint) => `${at}: ${expr}${reason ? ` (${reason})` : ''}`;
  for (const [index, one] of now.entries()) {
    const was = old.find(({ id }) => id === one.id);
    const pointer = `/constraints/${index}`;
    if (!was) tell('constraint_added', pointer, one.message, undefined, rule(one));
    else {
      if (rule(was) !== rule(one)) tell('constraint_changed', pointer, one.message, rule(was), rule(one));
      if (!equalJson(was.message, one.message))
        tell('constraint_worded', `${pointer}/message`, one.message, was.message, one.message);
    }
  }
  for (const [index, one] of old.entries())
    if (!now.some(({ id }) => id === one.id))
      tell('constraint_removed', `/constraints/${index}`, one.message, rule(one));
}

/** Returns a condition as text; an empty text if there is none. */
export function conditionText(condition: Condition | undefined): string {
  if (!condition) return '';
  if ('expr' in condition) return condition.expr;
  if ('field' in condition) return testText(condition.field, condition.is as JsonSchema);
  if ('not' in condition) return `!(${conditionText(condition.not)})`;
  const [parts, sign] = 'all' in condition ? [condition.all, ' && '] : [condition.any, ' || '];
  return parts.map((one) => ('all' in one || 'any' in one ? `(${conditionText(one)})` : conditionText(one))).join(sign);
}

const SIGNS: Readonly<Record<string, string>> = {
  const: '==',
  enum: 'in',
  minimum: '>=',
  maximum: '<=',
  exclusiveMinimum: '>',
  exclusiveMaximum: '<',
};

function testText(name: string, test: JsonSchema): string {
  const parts = Object.entries(test).map(
    ([keyword, value]) => `${name} ${getOwn(SIGNS, keyword) ?? keyword} ${JSON.stringify(value)}`,
  );
  return parts.join(' && ');
}

/** Returns the conditions, the derivation, the number of rows and the filter of a question as text. */
export function questionRules({ name, field }: { name: string; field: Field }) {
  const { visibleWhen, requiredWhen, problemWhen, derived, count, filter = '' } = field;
  return {
    visibleWhen: conditionText(visibleWhen),
    requiredWhen: conditionText(requiredWhen),
    problemWhen: problemWhen ? (problemWhen.expr ?? testText(name, problemWhen)) : '',
    derived: derived ? derivationText(derived) : '',
    count: count?.expr ?? '',
    filter,
  };
}

/** Returns a derivation as text, such as `sum(boys, girls)`. */
function derivationText(derived: NonNullable<Field['derived']>): string {
  const [kind = '', of] = Object.entries(derived)[0] ?? [];
  return kind === 'expr' ? String(of) : `${kind}(${[of].flat().join(', ')})`;
}

/** Returns a property's schema without texts and options, which are compared separately. */
export function propertyRule(schema: JsonSchema, name: string): JsonSchema | undefined {
  const property = getOwn(schema.properties as Record<string, JsonSchema> | undefined, name);
  if (!property) return undefined;
  const { enum: _options, title: _title, description: _words, items, ...rest } = property;
  const { enum: _itemOptions, properties: _columns, ...itemRest } = (items ?? {}) as JsonSchema;
  return { ...rest, ...(Object.keys(itemRest).length > 0 && { items: itemRest }) };
}

export function isPropertyRequired(schema: JsonSchema, name: string): boolean {
  return ((schema.required ?? []) as string[]).includes(name);
}
