import { describe, expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from '../../src/core/spreadsheet/formula.ts';

/** What spreadsheet programs read past before they look for a formula. */
const BEFORE = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u0085',
  '\0',
  '\u200b',
  '\u200c',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u2060',
  '\u202e',
  '\u115f',
  '\u3164',
  '\u2800',
  '\ufe0f',
  "'",
  " ' ",
];
const SIGNS = [...'=+-@|＝＋－＠｜﹦﹢﹣﹫⁺⁻⁼₊₋₌−'];

describe('a text in a CSV file', () => {
  it('is never the start of a formula, whatever stands before the sign', () => {
    const bare = BEFORE.flatMap((before) => SIGNS.map((sign) => `${before}${sign}HYPERLINK("x")`));
    expect(bare.filter((text) => !escapeFormula(text).startsWith("'") || escapeFormula(text) === text)).toEqual([]);
    for (const text of ['\tsum', '\rsum', '\nsum']) expect(escapeFormula(text)).toBe(`'${text}`);
  });

  it('is left as it is when it cannot be one', () => {
    for (const text of ['', 'a=1', '+93 700-123 456', '-5', '+۹۳ ۷۰۰', 'ده = 10', "it's", "'quoted'", '(=1)', '5%'])
      expect(escapeFormula(text), JSON.stringify(text)).toBe(text);
  });

  it('reads back as it was, also if it began with an apostrophe', () => {
    const texts = BEFORE.flatMap((before) => SIGNS.map((sign) => `${before}${sign}1`));
    for (const text of [...texts, ...texts.map((one) => `'${one}`), 'plain', "'plain", "''", '-5'])
      expect(unescapeFormula(escapeFormula(text)), JSON.stringify(text)).toBe(text);
    expect(unescapeFormula("'=1+1"), 'as earlier exports wrote it').toBe('=1+1');
  });
});
