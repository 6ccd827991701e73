/**
 * Expressions and answers made at random, with a plain reference that says what each is: every expression carries its own
 * meaning, made together with its text. undefined is unanswered.
 */

import { type AnswerTypes, ROW_TYPES } from '../../src/core/expressions/types.ts';
import fc from './property.ts';

export const TYPES: AnswerTypes = {
  a: 'number',
  b: 'number',
  s: 'text',
  t: 'text',
  begun: 'text',
  services: 'texts',
  children: { rows: { age: 'number', name: 'text' } },
  ...ROW_TYPES,
};
export const TODAY = '2026-11-23';

type Answers = Record<string, unknown>;
interface Made<Value> {
  text: string;
  /** `row` is the row of the loop around. */
  value(answers: Answers, row?: Answers): Value | undefined;
}

const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string' && value !== '';
const answer = <Value>(name: string, is: (value: unknown) => boolean): Made<Value> => ({
  text: name,
  value: (answers) => (is(answers[name]) ? (answers[name] as Value) : undefined),
});
const cell = <Value>(name: string, is: (value: unknown) => boolean): Made<Value> => ({
  text: `c.${name}`,
  value: (_answers, row) => (is(row?.[name]) ? (row?.[name] as Value) : undefined),
});
const rowsOf = ({ children }: Answers) => (children ?? []) as Answers[];

/** Both sides are needed. */
function both<A, B, Value>(text: string, a: Made<A>, b: Made<B>, of: (a: A, b: B) => Value | undefined): Made<Value> {
  return {
    text: `(${a.text} ${text} ${b.text})`,
    value: (answers, row) => {
      const [x, y] = [a.value(answers, row), b.value(answers, row)];
      return x === undefined || y === undefined ? undefined : of(x, y);
    },
  };
}

function choice<Value>(test: Made<boolean>, a: Made<Value>, b: Made<Value>): Made<Value> {
  return {
    text: `(${test.text} ? ${a.text} : ${b.text})`,
    value: (answers, row) => {
      const is = test.value(answers, row);
      return is === undefined ? undefined : (is ? a : b).value(answers, row);
    },
  };
}

/** `decides` is the value of one side that decides alone: true for `||`, false for `&&`. */
function logical(text: string, decides: boolean, a: Made<boolean>, b: Made<boolean>): Made<boolean> {
  return {
    text: `(${a.text} ${text} ${b.text})`,
    value: (answers, row) => {
      const sides = [a.value(answers, row), b.value(answers, row)];
      if (sides.includes(decides)) return decides;
      return sides.includes(undefined) ? undefined : !decides;
    },
  };
}

function quantified(name: string, decides: boolean, test: Made<boolean>): Made<boolean> {
  return {
    text: `children.${name}(c, ${test.text})`,
    value: (answers) => {
      const found = rowsOf(answers).map((row) => test.value(answers, row));
      if (found.includes(decides)) return decides;
      return found.includes(undefined) ? undefined : !decides;
    },
  };
}

function counted(test: Made<boolean>): Made<number> {
  return {
    text: `size(children.filter(c, ${test.text}))`,
    value: (answers) => rowsOf(answers).filter((row) => test.value(answers, row) === true).length,
  };
}

function added(of: Made<number>): Made<number> {
  return {
    text: `sum(children.map(c, ${of.text}))`,
    value: (answers) => {
      const found = rowsOf(answers).map((row) => of.value(answers, row));
      return found.includes(undefined) ? undefined : (found as number[]).reduce((x, y) => x + y, 0);
    },
  };
}

const DAY = 86_400_000;
const isDay = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(Date.parse(value)).toJSON().startsWith(value);
const days: Made<number> = {
  text: 'days(begun, today())',
  value: ({ begun }) => (isDay(begun) ? (Date.parse(TODAY) - Date.parse(begun as string)) / DAY : undefined),
};
const partsOfDay = ['year', 'month', 'day'].map(
  (part, at): Made<number> => ({
    text: `${part}(begun)`,
    value: ({ begun }) => (isDay(begun) ? Number((begun as string).split('-')[at]) : undefined),
  }),
);
const numberOfRow: Made<number> = {
  text: 'row.index',
  value: ({ row }) => (row as { index: number } | undefined)?.index,
};

/** The whole number that a number is but for the last digits of its arithmetic, if it is one. */
const wholeOf = (x: number) => (Math.abs(x - Math.round(x)) <= Math.abs(x) * 1e-13 ? Math.round(x) + 0 : undefined);
const floored = (of: Made<number>): Made<number> => ({
  text: `floor(${of.text})`,
  value: (answers, row) => {
    const x = of.value(answers, row);
    return x === undefined ? undefined : (wholeOf(x) ?? (x < 0 ? Math.trunc(x) - 1 : Math.trunc(x)));
  },
});
const remainder = (x: number, y: number): number | undefined => {
  if (y === 0 || !Number.isFinite(x) || !Number.isFinite(y)) return undefined;
  if (Number.isInteger(x) && Number.isInteger(y)) return Number(BigInt(x) % BigInt(y));
  return wholeOf(x / y) === undefined ? x % y : 0;
};

/** One entry of a list, counted from 0. */
const entryOf = <Value>(list: readonly unknown[], at: number | undefined, is: (value: unknown) => boolean) => {
  const found = list.find((_one, index) => index === at);
  return is(found) ? (found as Value) : undefined;
};
const serviceAt = (at: Made<number>): Made<string> => ({
  text: `services[${at.text}]`,
  value: (answers, row) => entryOf((answers.services ?? []) as unknown[], at.value(answers, row), isText),
});
const firstService: Made<string> = {
  text: 'first(services)',
  value: ({ services }) => entryOf((services ?? []) as unknown[], 0, isText),
};
const oneOfTwo = (x: Made<number>, y: Made<number>, at: Made<number>): Made<number> => ({
  text: `[${x.text}, ${y.text}][${at.text}]`,
  value: (answers, row) => {
    const both = [x.value(answers, row), y.value(answers, row)];
    return both.includes(undefined) ? undefined : entryOf(both, at.value(answers, row), isNumber);
  },
});
const ageAt = (at: Made<number>): Made<number> => ({
  text: `children[${at.text}].age`,
  value: (answers, row) =>
    entryOf(
      rowsOf(answers).map(({ age }) => age),
      at.value(answers, row),
      isNumber,
    ),
});
const nameOfFirst = (test: Made<boolean>): Made<string> => ({
  text: `first(children.filter(c, ${test.text})).name`,
  value: (answers) =>
    entryOf(
      rowsOf(answers)
        .filter((row) => test.value(answers, row) === true)
        .map(({ name }) => name),
      0,
      isText,
    ),
});
const entryOfEach = (of: Made<number>, at: Made<number>): Made<number> => ({
  text: `children.map(c, ${of.text})[${at.text}]`,
  value: (answers) => {
    const found = rowsOf(answers).map((row) => of.value(answers, row));
    return found.includes(undefined) ? undefined : entryOf(found, at.value(answers), isNumber);
  },
});
const included: Made<boolean> = {
  text: '("road" in services)',
  value: ({ services }) => ((services ?? []) as unknown[]).includes('road'),
};

interface Types {
  number: Made<number>;
  text: Made<string>;
  boolean: Made<boolean>;
}

/** Expressions of each type. Those inside a loop (`inside` is absent) read the row and have no loop in them. */
function expressions(depthSize: 'small' | 'medium', inside?: fc.LetrecValue<Types>): fc.LetrecValue<Types> {
  const inRow = inside === undefined;
  return fc.letrec<Types>((tie: fc.LetrecTypedTie<Types>) => {
    const [number, text, test] = [tie('number'), tie('text'), tie('boolean')];
    const numbers = fc.tuple(number, number);
    return {
      number: fc.oneof(
        { depthSize, withCrossShrink: true },
        fc.integer({ min: 0, max: 20 }).map((n): Made<number> => ({ text: String(n), value: () => n })),
        fc.constantFrom<Made<number>>(answer('a', isNumber), answer('b', isNumber), days, numberOfRow, ...partsOfDay),
        ...(inRow ? [fc.constant(cell<number>('age', isNumber))] : []),
        numbers.map(([x, y]) => both('+', x, y, (m, n) => m + n)),
        numbers.map(([x, y]) => both('-', x, y, (m, n) => m - n)),
        numbers.map(([x, y]) => both('*', x, y, (m, n) => m * n)),
        numbers.map(([x, y]) => both('/', x, y, (m, n) => (n === 0 ? undefined : m / n))),
        numbers.map(([x, y]) => ({ ...both(',', x, y, Math.min), text: `min(${x.text}, ${y.text})` })),
        number.map(floored),
        numbers.map(([x, y]) => ({ ...both('', x, y, remainder), text: `mod(${x.text}, ${y.text})` })),
        fc.tuple(number, number, number).map(([x, y, at]) => oneOfTwo(x, y, at)),
        number.map(ageAt),
        fc.tuple(test, number, number).map(([is, x, y]) => choice(is, x, y)),
        ...(inside ? [fc.tuple(inside.number, number).map(([of, at]) => entryOfEach(of, at))] : []),
        ...(inside ? [inside.boolean.map(counted), inside.number.map(added)] : []),
      ),
      text: fc.oneof(
        { depthSize, withCrossShrink: true },
        fc
          .constantFrom('', 'x', 'Kabul "1"', 'کابل')
          .map((word) => ({ text: JSON.stringify(word), value: () => word })),
        fc.constantFrom<Made<string>>(answer('s', isText), answer('t', isText), firstService),
        ...(inRow ? [fc.constant(cell<string>('name', isText))] : []),
        fc.tuple(text, text).map(([x, y]) => both('+', x, y, (m, n) => m + n)),
        fc.tuple(test, text, text).map(([is, x, y]) => choice(is, x, y)),
        number.map(serviceAt),
        ...(inside ? [inside.boolean.map(nameOfFirst)] : []),
      ),
      boolean: fc.oneof(
        { depthSize, withCrossShrink: true },
        numbers.map(([x, y]) => both('<', x, y, (m, n) => m < n)),
        numbers.map(([x, y]) => both('>=', x, y, (m, n) => m >= n)),
        numbers.map(([x, y]) => both('!=', x, y, (m, n) => m !== n)),
        fc.tuple(text, text).map(([x, y]) => both('==', x, y, (m, n) => m === n)),
        fc.oneof<fc.Arbitrary<Made<unknown>>[]>(number, text).map((of) => ({
          text: `(${of.text} == null)`,
          value: (answers: Answers, row?: Answers) => of.value(answers, row) === undefined,
        })),
        fc.constant(included),
        fc.tuple(test, test).map(([x, y]) => logical('&&', false, x, y)),
        fc.tuple(test, test).map(([x, y]) => logical('||', true, x, y)),
        test.map((of) => ({ ...both('', of, of, (m) => !m), text: `!${of.text}` })),
        ...(inside ? [inside.boolean.map((of) => quantified('all', false, of))] : []),
        ...(inside ? [inside.boolean.map((of) => quantified('exists', true, of))] : []),
      ),
    };
  });
}

/** Sometimes missing, sometimes of another type. */
const loose = <Value>(of: fc.Arbitrary<Value>, strange: unknown) =>
  fc.oneof({ weight: 5, arbitrary: of as fc.Arbitrary<unknown> }, fc.constantFrom<unknown>(null, '', strange));
const figure = loose(fc.integer({ min: -5, max: 20 }), '7');
const word = loose(fc.constantFrom('x', 'Kabul "1"', 'کابل'), 7);
const answers: fc.Arbitrary<Answers> = fc.record(
  {
    a: figure,
    b: figure,
    s: word,
    t: word,
    begun: loose(fc.constantFrom('2026-11-01', '2025-03-20', TODAY, '2026-02-30', 'soon'), 7),
    row: fc.record({ index: fc.integer({ min: 1, max: 5 }) }),
    services: fc.subarray(['well', 'road']),
    children: fc.array(fc.record({ age: figure, name: word }, { requiredKeys: [] }), { maxLength: 4 }),
  },
  { requiredKeys: [] },
);

export interface Case {
  expr: string;
  answers: Answers;
  expected: unknown;
}

const all = expressions('medium', expressions('small'));
export const cases: fc.Arbitrary<Case> = fc
  .tuple(fc.oneof<fc.Arbitrary<Made<unknown>>[]>(all.boolean, all.number, all.text), answers)
  .map(([{ text, value }, given]) => ({ expr: text, answers: given, expected: value(given) }));
