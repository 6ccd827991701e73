/** The check of a form with very many questions: its work grows with them, not with their square, and is done in steps. */
import { describe, expect, it } from 'vitest';
import type { CommonFiles } from '../../src/core/check/commonFiles.ts';
import { checkConditions } from '../../src/core/check/conditions.ts';
import { checkExpressions } from '../../src/core/check/expressions.ts';
import { checkFilters } from '../../src/core/check/filters.ts';
import type { FormFile } from '../../src/core/check/issues/issue.ts';
import { checkReach } from '../../src/core/check/reach.ts';
import { longSource } from '../support/longForm.ts';

const common: CommonFiles = { workflows: {}, choices: {}, roles: [] } as unknown as CommonFiles;
const nothing = () => undefined;

/** What asks for the contracts of all questions. */
const CHECKS: Record<string, (form: FormFile) => unknown> = {
  conditions: (form) => checkConditions(form, nothing),
  expressions: (form) => Array.from(checkExpressions(form, [form], common, nothing)),
  filters: (form) => checkFilters(form, [form], common, nothing),
  reach: (form) => checkReach(form, () => false, nothing),
};

/** Returns how often a check goes through the contracts of all questions. Every fourth question has an expression. */
function roundsOf(check: (form: FormFile) => unknown, questions: number): number {
  const { definition, schema } = longSource(1, questions);
  for (let n = 3; n < questions; n += 4) definition.fields[`more${n}`].visibleWhen = { expr: `more${n - 3} > ${n}` };
  let rounds = 0;
  const properties = new Proxy(schema.properties, {
    ownKeys(target) {
      rounds += 1;
      return Reflect.ownKeys(target);
    },
  });
  check({ path: '', schemaPath: '', definition, schema: { ...schema, properties }, frozen: false });
  return rounds;
}

describe('the check of a long form', () => {
  it.each(Object.keys(CHECKS))('goes through the contracts as often as in a short one: %s', (name) => {
    const check = CHECKS[name] as (form: FormFile) => unknown;
    expect(roundsOf(check, 200)).toBe(roundsOf(check, 20));
  });

  it('takes a step for every expression', () => {
    const { definition, schema } = longSource(1, 40);
    for (let n = 3; n < 40; n += 4) definition.fields[`more${n}`].visibleWhen = { expr: `more${n - 3} > ${n}` };
    const form: FormFile = { path: '', schemaPath: '', definition, schema, frozen: false };
    expect(Array.from(checkExpressions(form, [form], common, nothing))).toHaveLength(10);
  });
});
