/**
 * Generates small forms, with a table, with any conditions and derivations without cycles. The order of questions and columns
 * is random too.
 */

import type { Condition, Field } from '../../src/core/definitions/types.ts';
import type { FormSpec } from './form.ts';
import fc from './property.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** Number of questions that depend on no other. */
const PLAIN = 3;

export function anyForm(): fc.Arbitrary<FormSpec> {
  return fc
    .tuple(anyFields(), anyFields())
    .map(([fields, columns]) => ({ fields: { ...fields, rows: { type: 'table', columns } } }) as unknown as FormSpec);
}

function anyFields(): fc.Arbitrary<object> {
  return fc
    .record({
      order: fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
      kinds: fc.array(fc.constantFrom('yesno', 'integer', 'derived'), { minLength: 8, maxLength: 8 }),
      shown: fc.array(fc.option(condition()), { minLength: 8, maxLength: 8 }),
      needed: fc.array(fc.option(condition()), { minLength: 8, maxLength: 8 }),
      inputs: fc.array(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 8 }),
    })
    .map(({ order, kinds, shown, needed, inputs }) => {
      const fields = NAMES.map((name, at) => {
        const type = at < PLAIN && kinds[at] === 'derived' ? 'integer' : (kinds[at] as Field['type']);
        const visibleWhen = at >= PLAIN && shown[at]?.(at);
        const requiredWhen = type !== 'derived' && needed[at]?.(NAMES.length);
        const spec = {
          type,
          ...(visibleWhen && { visibleWhen }),
          ...(requiredWhen && { requiredWhen }),
          ...(type === 'derived' && { derived: { sum: (inputs[at] ?? []).map((one) => NAMES[one % at] as string) } }),
        };
        return [name, spec] as const;
      });
      return Object.fromEntries(order.map((name) => fields.find(([own]) => own === name) as [string, object]));
    });
}

/** A condition over the first `upTo` questions. */
function condition(): fc.Arbitrary<(upTo: number) => Condition> {
  const test = fc.constantFrom<object>(
    { const: 'yes' },
    { minimum: 3 },
    { enum: ['no', 7] },
    { not: { const: 'yes' } },
  );
  const one = fc.tuple(fc.nat(), test).map(
    ([at, is]) =>
      (upTo: number) =>
        ({ field: NAMES[at % upTo], is }) as Condition,
  );
  return fc.oneof(
    one,
    fc.tuple(one, one).map(
      ([a, b]) =>
        (upTo: number) =>
          ({ all: [a(upTo), b(upTo)] }) as Condition,
    ),
    fc.tuple(one, one).map(
      ([a, b]) =>
        (upTo: number) =>
          ({ any: [a(upTo), { not: b(upTo) }] }) as Condition,
    ),
  );
}
