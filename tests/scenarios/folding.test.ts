import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, sortKey } from '../../src/core/text/fold.ts';

describe('folding', () => {
  it.each([
    ['Arabic and Persian letters', 'كابل علي', 'کابل علی'],
    ['Pashto yehs', 'ښوونځي ښوونځې ښوونځۍ', 'ښوونځی ښوونځی ښوونځی'],
    ['hamza', 'مسئول سؤال أحمد', 'مسیول سوال احمد'],
    ['heh', 'خانۀ مدرسة ده', 'خانه مدرسه ده'],
    ['gaf', 'ګردېز', 'گردیز'],
    ['joiners', 'می‌شود', 'میشود'],
    ['vowel marks and tatweel', 'مُحَمَّد کـــابل', 'محمد کابل'],
    ['alef', 'آب', 'اب'],
    ['digits', 'ناحیه ۱۲ ١٢', 'ناحیه 12 12'],
    ['invisible marks', '\u200fکابل\u200e', 'کابل'],
    ['capitals and accents', 'Dâykundi  KABUL', 'daykundi kabul'],
    ['presentation forms', 'ﻛﺎﺑﻞ', 'کابل'],
  ])('%s', (_what, written, folded) => {
    expect(fold(written)).toBe(fold(folded));
    expect(fold(written)).toBe(folded.normalize('NFKD').toLowerCase());
  });

  it('changes nothing the second time', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'آاأإبيىېۍئكکگګهةۀ۱٢ \u200c\u0651Aİé٫') }),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(fold(fold(value))).toBe(fold(value));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the order of lists', () => {
  const ordered = (words: string[]): string[] =>
    [...words].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0));

  it('is that of the Dari alphabet, as Intl has it', () => {
    const words = [
      'پروان',
      'ارزگان',
      'کابل',
      'آقچه',
      'گردیز',
      'غزنی',
      'چاریکار',
      'ژورنال',
      'هرات',
      'یکاولنگ',
      'واخان',
      'بامیان',
      'تخار',
      'لغمان',
    ];
    expect(ordered(words)).toEqual([...words].sort(new Intl.Collator('fa').compare));
  });

  it('has the letters of Pashto between them', () => {
    expect(
      ordered([
        'ډنډ',
        'ځدران',
        'ښار',
        'تله',
        'ټوپ',
        'جنوب',
        'دره',
        'ړومبی',
        'راتګ',
        'ږیره',
        'زړه',
        'سره',
        'ڼل',
        'نور',
        'څار',
        'چمن',
      ]),
    ).toEqual([
      'تله',
      'ټوپ',
      'جنوب',
      'ځدران',
      'چمن',
      'څار',
      'دره',
      'ډنډ',
      'راتګ',
      'ړومبی',
      'زړه',
      'ږیره',
      'سره',
      'ښار',
      'نور',
      'ڼل',
    ]);
  });

  it('puts numbers in codes by their size', () => {
    expect(ordered(['MO_10', 'MO_9', 'MO_100', 'MO_009'])).toEqual(['MO_9', 'MO_009', 'MO_10', 'MO_100']);
  });

  it('is the same for both ways of writing a letter', () => {
    expect(sortKey('كابل')).toBe(sortKey('کابل'));
  });
});
