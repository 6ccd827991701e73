// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/**
 * What expressions of XLSForm are worth here and for the evaluator that Enketo was made with, which knows nothing of ours. It reads
 * the answers from an instance of XML, where an unanswered question is an empty element.
 */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compileExpression } from '../../src/core/expressions/program.ts';
import type { AnswerTypes } from '../../src/core/expressions/types.ts';
import type { AnswerKind, QuestionAnswer, Scope } from '../../src/core/xlsform/xpath/scope.ts';
import { conditionToCel, constraintToCel, valueToCel } from '../../src/core/xlsform/xpath/toCel.ts';
import { XPathFault } from '../../src/core/xlsform/xpath/tree.ts';
import { anyXPath, anyXPathAnswers, type XPathAnswers } from '../support/anyXPath.ts';
import fc from '../support/property.ts';

/** Expressions of each kind; each is asked of several sets of answers. */
const CASES = process.env.AMANAT_FULL === '1' ? 6000 : 300;
const WORLDS = 5;
const TODAY = '2026-11-29';

const KINDS: Record<keyof XPathAnswers, AnswerKind> = {
  n: 'number',
  m: 'number',
  t: 'text',
  c: 'text',
  s: 'texts',
  d: 'date',
  later: 'date',
};
const TYPES: AnswerTypes = { n: 'number', m: 'number', t: 'text', c: 'text', s: 'texts', d: 'text', later: 'text' };
const NAMES = Object.keys(KINDS) as (keyof XPathAnswers)[];

function scopeOf(self?: keyof XPathAnswers): Scope {
  const find = (name: string): QuestionAnswer | undefined => {
    const kind = new Map<string, AnswerKind>(Object.entries(KINDS)).get(name);
    return kind && { name, kind, table: '' };
  };
  return { find, names: () => NAMES, table: '', self: self && find(self) };
}

interface Oracle {
  evaluate(source: string, at: Node, names: null, type: number): Record<string, unknown>;
}
const require = createRequire(import.meta.url);
const oracle: Oracle = require('openrosa-xpath-evaluator')();

const instance = document.implementation.createDocument(null, 'data');
const elements = new Map(NAMES.map((name) => [name, instance.createElement(name)]));
instance.documentElement.append(...elements.values());

/** The other evaluator falls over some calls behind an `and` or `or` that is decided before them. */
const STUCK = Symbol('stuck');

/** Returns what the other evaluator says, read from the element of a question. */
function theirs(source: string, answers: XPathAnswers, type: number, self?: keyof XPathAnswers): unknown {
  for (const [name, element] of elements) {
    const answer = answers[name];
    element.textContent = Array.isArray(answer) ? answer.join(' ') : String(answer ?? '');
  }
  const at = (self && elements.get(self)) || instance.documentElement;
  let found: ReturnType<Oracle['evaluate']>;
  try {
    found = oracle.evaluate(source.replaceAll(/\$\{(\w+)\}/g, '/data/$1'), at, null, type);
  } catch (error) {
    if (error instanceof TypeError) return STUCK;
    throw error;
  }
  if (type === XPathResult.BOOLEAN_TYPE) return found.booleanValue;
  const value = type === XPathResult.NUMBER_TYPE ? found.numberValue : found.stringValue;
  return value === '' || Number.isNaN(value) ? undefined : value;
}

/** Returns how an expression is worked out here; undefined for one whose translation is too long for a definition. */
function ours(translate: () => string): ((answers: XPathAnswers) => unknown) | undefined {
  let expr: string;
  try {
    expr = translate();
  } catch (error) {
    if (error instanceof XPathFault && error.code === 'xpath_long') return undefined;
    throw error;
  }
  const compiled = compileExpression(expr, TYPES);
  if ('faults' in compiled) throw new Error(`${expr}: ${JSON.stringify(compiled.faults)}`);
  return (answers) => {
    const value = compiled.program.run({ ...answers }, { today: TODAY });
    return value === null || value === '' ? undefined : value;
  };
}

const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
    : a === b;

const worthOf = (source: string) => ours(() => valueToCel(source, scopeOf()).code);
const conditionOf = (source: string) => ours(() => conditionToCel(source, scopeOf()));

/** Asks both of every expression and every set of answers; nearly all must have a translation. */
function agree(
  sources: fc.Arbitrary<string>,
  translated: (source: string) => ((answers: XPathAnswers) => unknown) | undefined,
  asked: (source: string, answers: XPathAnswers) => unknown,
): void {
  let carried = 0;
  let compared = 0;
  const worlds = fc.array(anyXPathAnswers, { minLength: WORLDS, maxLength: WORLDS });
  fc.assert(
    fc.property(sources, worlds, (source, sets) => {
      const run = translated(source);
      if (!run) return;
      carried += 1;
      for (const answers of sets) {
        const [here, there] = [run(answers), asked(source, answers)];
        if (there === STUCK) continue;
        compared += 1;
        if (!isSame(here, there))
          throw new Error(`${source} of ${JSON.stringify(answers)}: ${here} here, ${there} there`);
      }
    }),
    // The same expressions each day; others in the whole matrix, which looks for what nobody thought of.
    { numRuns: CASES },
  );
  expect(carried).toBeGreaterThan(CASES * 0.9);
  expect(compared).toBeGreaterThan(carried * WORLDS * 0.95);
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 29, 12) });
});
afterAll(() => {
  vi.useRealTimers();
});

describe('an expression of XLSForm is worth the same here and for another evaluator', { timeout: 600_000 }, () => {
  it('as a number', () => {
    agree(anyXPath.numbers, worthOf, (source, answers) => theirs(source, answers, XPathResult.NUMBER_TYPE));
  });

  it('as a text', () => {
    agree(anyXPath.strings, worthOf, (source, answers) => theirs(source, answers, XPathResult.STRING_TYPE));
  });

  it('as a condition', () => {
    const holds = (source: string) => {
      const run = conditionOf(source);
      return run && ((answers: XPathAnswers) => run(answers) === true);
    };
    agree(anyXPath.tests, holds, (source, answers) => theirs(source, answers, XPathResult.BOOLEAN_TYPE));
  });

  it.each(['n', 't', 'd'] as const)('as a constraint of %s', (self) => {
    const own = (source: string) => source.replaceAll(`\${${self}}`, '.');
    const isMet = (source: string) => {
      const run = ours(() => constraintToCel(own(source), scopeOf(self)));
      return run && ((answers: XPathAnswers) => answers[self] === undefined || run(answers) !== false);
    };
    // XLSForm asks it only of an answer that is there.
    agree(
      anyXPath.tests,
      isMet,
      (source, answers) => answers[self] === undefined || theirs(own(source), answers, XPathResult.BOOLEAN_TYPE, self),
    );
  });
});

describe('what differs on purpose, and is made by no random expression', () => {
  it.each([
    // A division by zero is infinite there and no answer here.
    ['2 < ${n} div 0', { n: 1 }],
    // Two choices between numbers, of which none is there, are two empty texts there.
    ['coalesce(${n}, ${m}) = ${n}', {}],
    // Only what has options is told apart into them here; a text is one answer.
    ["selected(${t}, 'a')", { t: 'b a' }],
    // An element is there also where it is empty; ODK asks for what it holds, as here.
    ['boolean(${t})', {}],
    // 0.3 divided by 0.1 leaves nothing for people.
    ['0.3 mod 0.1 > 0', {}],
    // A text that begins like a day is one there, whatever follows.
    ["concat(${d}, '-1') = ${d}", { d: '2026-11-29' }],
    // What is worked out and has no number is the word NaN there.
    ["contains(concat('', ${n} + 1), 'N')", {}],
  ] as [string, XPathAnswers][])('%s of %j', (source, answers) => {
    const here = conditionOf(source)?.(answers) === true;
    expect(theirs(source, answers, XPathResult.BOOLEAN_TYPE)).toBe(!here);
  });
});
