// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** Expressions of XLSForm made at random, each of one type, and answers for what they read. */
import fc from './property.ts';

type Source = fc.Arbitrary<string>;

const oneOf = (...texts: string[]): Source => fc.constantFrom(...texts);
/** Fills each `#` of a form with the next part. */
const made = (form: string, ...parts: Source[]): Source =>
  fc.tuple(...parts).map((texts) => texts.reduce((text, part) => text.replace('#', () => part), form));

/** Quarters, so that no sum has a rest that only computers see. */
const quarters = fc.integer({ min: -80, max: 80 }).map((number) => number / 4);
const days = fc
  .integer({ min: -40, max: 40 })
  .map((number) => new Date(Date.UTC(2026, 10, 29 + number)).toISOString().slice(0, 10));
const texts = ['a', 'b', 'ab', 'b a', 'true', '7'];
const words = oneOf(...texts);
const options = oneOf('a', 'b', 'c');
const quoted = (of: Source): Source => of.map((text) => `'${text}'`);

/** Answers to two questions of each type; one that is not there is undefined. */
export const anyXPathAnswers = fc.record(
  {
    n: quarters,
    m: quarters,
    t: words,
    c: options,
    s: fc.uniqueArray(options, { minLength: 1, maxLength: 3 }),
    d: days,
    later: days,
  },
  { requiredKeys: [] },
);
export type XPathAnswers = typeof anyXPathAnswers extends fc.Arbitrary<infer Answers> ? Answers : never;

const number = oneOf('${n}', '${m}');
const text = oneOf('${t}', '${c}');
const date = oneOf('${d}', '${later}');
const anyAnswer = fc.oneof(number, text, date, oneOf('${s}'));
const literal = quarters.map(String);
const divisor = oneOf('2', '4', '0.5', '-3');
const order = oneOf('<', '<=', '>', '>=', '=', '!=');
const equal = oneOf('=', '!=');

/** A part that reads and tests little, so that expressions end. */
const least = { depthSize: 'small', maxDepth: 4, withCrossShrink: true } as const;

const { numbers, strings, dates, tests } = fc.letrec<Record<'numbers' | 'strings' | 'dates' | 'tests', string>>(
  (tie) => {
    const [numbers, strings, dates, tests] = [tie('numbers'), tie('strings'), tie('dates'), tie('tests')];
    return {
      numbers: fc.oneof(
        least,
        fc.oneof(number, literal),
        made('(# # #)', numbers, oneOf('+', '-', '*'), numbers),
        made('(# # #)', numbers, oneOf('div', 'mod'), divisor),
        made('#(#)', oneOf('int', 'round', 'abs', 'floor', 'ceiling', 'number'), numbers),
        made('#(#, #)', oneOf('min', 'max'), numbers, numbers),
        made('pow(#, 2)', number),
        made('number(if(#, #, #))', tests, numbers, numbers),
        made('number(coalesce(#, #))', number, number),
        made('string-length(#)', strings),
        made('count-selected(${s})'),
        made('(# - #)', dates, dates),
      ),
      strings: fc.oneof(
        least,
        fc.oneof(text, quoted(words)),
        made('concat(#, #)', fc.oneof(strings, number), fc.oneof(strings, number, oneOf('${s}'))),
        made('coalesce(#, #)', text, strings),
        made('if(#, #, #)', tests, strings, fc.oneof(strings, oneOf("''"))),
        made('selected-at(${s}, #)', oneOf('0', '1')),
        made("format-date(#, '#')", date, oneOf('%Y/%m/%d', '%d/%m/%Y', '%e %n')),
      ),
      dates: fc.oneof(
        least,
        fc.oneof(
          date,
          oneOf('today()'),
          quoted(days).map((day) => `date(${day})`),
        ),
        made('(# # #)', dates, oneOf('+', '-'), oneOf('1', '30', 'count-selected(${s})')),
        made('if(#, #, #)', tests, date, date),
        made('coalesce(#, #)', date, date),
      ),
      tests: fc.oneof(
        least,
        made('# # #', numbers, order, numbers),
        made('# # #', strings, equal, strings),
        made('# # #', dates, order, dates),
        made("# # ''", anyAnswer, equal),
        made('${s} # #', equal, quoted(oneOf('a', 'a b', 'b a'))),
        made('selected(#, #)', oneOf('${s}', '${c}'), quoted(options)),
        made('#(#, #)', oneOf('contains', 'starts-with', 'ends-with'), strings, fc.oneof(quoted(options), text)),
        made('boolean-from-string(#)', text),
        made('(# # #)', tests, oneOf('and', 'or'), tests),
        made('not(#)', tests),
        made('if(#, #, #)', tests, tests, tests),
      ),
    };
  },
);

export const anyXPath = { numbers, strings, dates, tests };
