import { describe, expect, it } from 'vitest';
import { compileExpression, LONGEST_EXPRESSION, parseExpression } from '../../src/core/expressions/program.ts';
import type { EvaluationContext } from '../../src/core/expressions/types.ts';
import { type Case, cases, TODAY, TYPES } from '../support/anyExpression.ts';
import fc from '../support/property.ts';

describe('any expression over any answers', () => {
  it('is what a plain reference says', () => {
    const seen = { values: 0, unanswered: 0 };
    const judge = ({ expr, answers, expected }: Case): void => {
      // A long one may have more parts than an expression may have.
      fc.pre(expr.length <= LONGEST_EXPRESSION && (expr.length < 600 || parseExpression(expr) !== undefined));
      const compiled = compileExpression(expr, TYPES);
      if ('faults' in compiled) throw new Error(`${expr}: ${JSON.stringify(compiled.faults)}`);
      seen[expected === undefined ? 'unanswered' : 'values'] += 1;
      expect(compiled.program.run(answers, { today: TODAY })).toEqual(expected);
    };
    fc.assert(fc.property(cases, judge), { numRuns: 3000, seed: 11 });
    expect(Math.min(seen.values, seen.unanswered), JSON.stringify(seen)).toBeGreaterThan(500);
  });

  it('never throws, whatever is in place of answers', () => {
    const programs = fc.sample(cases, { numRuns: 200, seed: 5 }).flatMap(({ expr }) => {
      const compiled = compileExpression(expr, TYPES);
      return 'program' in compiled ? [compiled.program] : [];
    });
    const hostile = fc.dictionary(fc.constantFrom(...Object.keys(TYPES)), fc.anything({ withNullPrototype: true }));
    fc.assert(
      fc.property(hostile, fc.anything(), (answers, day) => {
        for (const { run } of programs) run(answers, day as EvaluationContext);
      }),
      { numRuns: 300, seed: 3 },
    );
    expect(programs.length).toBeGreaterThan(150);
  });
});
