import { describe, expect, it } from 'vitest';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { parseTime } from '../../src/core/form/types/days/time.ts';
import { cleanText, isBlank, isBlankText, readNumber, truncate, wellFormed } from '../../src/core/text/letters.ts';
import { form } from '../support/form.ts';
import fc from '../support/property.ts';

const UNSEEN = [
  ...['\u200c', '\u200d', '\u200b', '\u200e', '\u200f', '\u00ad', '\u2060', '\u2800', '\u3164', '\u00a0', '\ufeff'],
  ...['\u061c', '\u202a', '\u2068', '\u2003', '\u3000', '\u180e', '\uffa0', '\u034f', ' ', '\t', '\n', '\u000b'],
];
const unseen = fc.string({ unit: fc.constantFrom(...UNSEEN), maxLength: 8 });
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...UNSEEN, '\ud83d', '\ude00', '\u0640', 'é', 'e\u0301', '\r'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

const notes = form({
  fields: {
    name: { type: 'text', required: true },
    story: { type: 'longtext' },
    depth: { type: 'decimal' },
    phone: { type: 'phone' },
    visited: { type: 'date' },
  },
});

describe('a text of which nothing can be seen', () => {
  it.each([...UNSEEN, '\u0640', '\u200c\u200c', ''])('is blank: %j', (text) => {
    expect(isBlank(text)).toBe(true);
    expect(coerceAnswers(notes, { name: text, depth: text }).data).toEqual({});
  });

  it('is blank however its signs are mixed, and not with one letter in it', () => {
    fc.assert(
      fc.property(unseen, unseen, fc.constantFrom('ع', 'a', '۱', '.', '😀', '\u0301e'), (before, after, seen) => {
        expect(isBlankText(before + after)).toBe(true);
        expect(isBlankText(before + seen + after)).toBe(false);
      }),
    );
  });
});

describe('a text that is stored', () => {
  it('loses what is not seen at its edges, and keeps joiners inside', () => {
    expect(cleanText('\u200f\u200cمی‌شود\u200c\u00a0')).toBe('می‌شود');
    expect(cleanText('👩🏽‍🌾❤️')).toBe('👩🏽‍🌾❤️');
  });

  it('has a line break where Word and PowerPoint write a vertical tab', () => {
    expect(coerceAnswers(notes, { story: 'line one\u000bline two\r\nthree\u2028four' }).data).toEqual({
      story: 'line one\nline two\nthree\nfour',
    });
  });

  it('is the same when it is cleaned again, is whole, and is empty exactly where it is blank', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(wellFormed(clean)).toBe(clean);
        expect(clean.normalize('NFC')).toBe(clean);
        expect(clean === '').toBe(isBlankText(clean));
        expect(clean.trim()).toBe(clean);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('marks of direction around what was pasted', () => {
  it.each([
    ['\u20681,500\u2069', 1500],
    ['\u202b1500\u202c', 1500],
    ['\u061c-1500', -1500],
    ['\u202a34.5553\u202c', 34.5553],
    ['\u2066\u221215\u00a0000٫۵\u2069', -15000.5],
  ])('do not keep %j from being a number', (typed, number) => {
    expect(readNumber(typed)).toBe(number);
  });

  it('change no number, telephone, day or time', () => {
    const mark = fc.constantFrom(
      '',
      ...UNSEEN.filter((sign) => sign !== '\u3164' && sign !== '\u2800' && sign !== '\uffa0'),
    );
    fc.assert(
      fc.property(mark, mark, (before, after) => {
        const within = (text: string) => `${before}${text}${after}`;
        expect(coerceAnswers(notes, { depth: within('12.5'), phone: within('+93700000000') }).data).toEqual({
          depth: 12.5,
          phone: '+93700000000',
        });
        expect(parseTime(within('9:05'))).toBe('09:05');
      }),
    );
  });
});

describe('a cut', () => {
  const SIGNS = ['😀', '👩🏽‍🌾', 'é', 'e\u0301', 'مُ', '❤️', 'a', 'ب'];

  it('never goes through a sign, and takes as much as fits', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SIGNS)), fc.nat(60), (signs, most) => {
        let expected = '';
        for (const sign of signs) {
          if (expected.length + sign.length > most) break;
          expected += sign;
        }
        expect(truncate(signs.join(''), most)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('goes between code points where one sign is longer than all signs that there are', () => {
    const tower = `a${'\u0301'.repeat(200)}😀`;
    expect(truncate(tower, 100)).toBe(tower.slice(0, 100));
    expect(wellFormed(truncate('😀'.repeat(10), 7))).toBe('😀😀😀');
  });
});
