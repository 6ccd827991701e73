/** What reports from the field of other programs named, of kinds that no other test is about: each case, and any of its kind. */

import { describe, expect, it } from 'vitest';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { lowerCaseScheme } from '../../src/core/form/types/words/url.ts';
import { foldText, wellFormed } from '../../src/core/text/letters.ts';
import { uniqueSheetNames } from '../../src/server/api/files/workbook.ts';
import { form } from '../support/form.ts';
import fc from '../support/property.ts';

describe('web addresses', () => {
  const asked = form({ fields: { page: { type: 'url' } } });
  const read = (page: string) => coerceAnswers(asked, { page }).data.page;

  it.each([
    ['Https://example.org', 'https://example.org'],
    ['HTTP://Example.org/A', 'http://Example.org/A'],
    ['\u200fhttps://مثال.افغانستان\u200f', 'https://مثال.افغانستان'],
    [' https://example.org/a ', 'https://example.org/a'],
  ])('are taken as phones write them: %s', (typed, stored) => {
    expect(read(typed)).toBe(stored);
  });

  it('have a scheme in small letters whatever its case and the marks around them, and keep the rest', () => {
    const scheme = fc.mixedCase(fc.constantFrom('http://', 'https://'));
    const mark = fc.constantFrom('', ' ', '\u200e', '\u200f', '\u2068', '\u2069', '\ufeff');
    fc.assert(
      fc.property(scheme, fc.webPath(), mark, mark, (begin, path, before, after) => {
        const stored = lowerCaseScheme(`${before}${begin}example.org${path}${after}`);
        expect(stored).toBe(`${begin.toLowerCase()}example.org${path}`);
        expect(lowerCaseScheme(stored)).toBe(stored);
      }),
    );
  });
});

describe('numbers on a slider', () => {
  it('stand on their step however they were added up', () => {
    const contract = { type: 'number' as const, minimum: 0, maximum: 8, multipleOf: 0.1 };
    const asked = form({ fields: { depth: { type: 'range', contract } } });
    expect(coerceAnswers(asked, { depth: 0.1 + 0.2 }).data.depth).toBe(0.3);
    fc.assert(
      fc.property(fc.nat(80), (steps) => {
        let depth = 0;
        for (let n = 0; n < steps; n += 1) depth += 0.1;
        expect(coerceAnswers(asked, { depth }).data.depth).toBe(Number((steps / 10).toFixed(1)));
      }),
    );
  });
});

describe('names of sheets', () => {
  it('are unique and legal', () => {
    expect(uniqueSheetNames(['Visits 2', 'Visits', 'visits', "'x'", "x':'", 'History'])).toEqual([
      'Visits 2',
      'Visits',
      'visits 3',
      'x',
      'x 2',
      'History 1',
    ]);
  });

  it('are so for any titles, in their order', () => {
    const piece = fc.constantFrom(
      'Visits',
      'visits',
      '2',
      ' ',
      "'",
      'History',
      '/',
      '[a]',
      ':',
      '',
      '😀',
      'ویزیت',
      'x'.repeat(31),
    );
    const titles = fc.array(
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(titles, (given) => {
        const names = uniqueSheetNames(given);
        expect(names).toHaveLength(given.length);
        expect(new Set(names.map(foldText)).size).toBe(names.length);
        for (const name of names) {
          expect(name.length).toBeGreaterThan(0);
          expect(name.length).toBeLessThanOrEqual(31);
          expect(name).not.toMatch(/[\\/?*[\]:]|^[\s']|[\s']$|^history$/i);
          expect(wellFormed(name)).toBe(name);
        }
      }),
    );
  });
});
