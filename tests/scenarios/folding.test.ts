import { describe, expect, it } from 'vitest';
import { foldAnswer, foldText, searchWords, sortKey } from '../../src/core/text/letters.ts';
import fc from '../support/property.ts';

describe('folding', () => {
  it.each([
    ['Arabic and Persian letters', 'كابل علي', 'کابل علی'],
    ['Pashto yehs', 'ښوونځي ښوونځې ښوونځۍ', 'ښوونځی ښوونځی ښوونځی'],
    ['hamza', 'مسئول سؤال أحمد', 'مسوول سوال احمد'],
    ['seats of hamza', 'مسئول مسؤول مسوول هیأت هیئت', 'مسوول مسوول مسوول هیات هیات'],
    ['hamza alone', 'علاءالدین شیء رئیس', 'علاالدین شی رییس'],
    ['a hamza that is written by itself', 'مسی\u0654ول قرائت قراءت', 'مسوول قرات قرات'],
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
    expect(foldText(written)).toBe(foldText(folded));
    expect(foldText(written)).toBe(folded.normalize('NFKD').toLowerCase());
  });

  it('changes nothing the second time', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'آاأإءوؤتبيىېۍئكکگګهةۀ\u0654۱٢ \u200c\u0651Aİé٫') }),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(foldText(foldText(value))).toBe(foldText(value));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a search', () => {
  it.each(['زده‌کوونکی', 'زده کوونکی'])('of “%s” finds it with a joiner, with a space and in one word', (typed) => {
    for (const stored of ['زده‌کوونکی', 'زده کوونکی', 'زدهکوونکی'])
      expect(
        searchWords(typed).every((word) => foldText(`د ${stored} شمېر`).includes(word)),
        stored,
      ).toBe(true);
  });
});

describe('a telephone number', () => {
  const NOTATIONS = [
    '0701234567',
    '+93701234567',
    '0093701234567',
    '+93 70 123 4567',
    '070-123-4567',
    '(070) 123 4567',
    '۰۷۰۱۲۳۴۵۶۷',
  ];

  it('is one however it is written, alone and in a search', () => {
    expect(NOTATIONS.map(foldAnswer)).toEqual(NOTATIONS.map(() => '0701234567'));
    expect(NOTATIONS.map(searchWords)).toEqual(NOTATIONS.map(() => ['0701234567']));
  });

  it('of another country, and what is no telephone number, stays what it is', () => {
    expect(foldAnswer('+49 30 1234567')).toBe('+49301234567');
    expect(['1400-0101-12345', '12 34', '2026-03-21', 'EX_0 1'].map(foldAnswer)).toEqual([
      '1400-0101-12345',
      '12 34',
      '2026-03-21',
      'ex_0 1',
    ]);
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

  it('does not go by the keyboard on which a name was typed', () => {
    expect(ordered(['علیج', 'عليب', 'علیا', 'يوسف', 'یاسین'])).toEqual(['علیا', 'عليب', 'علیج', 'یاسین', 'يوسف']);
  });

  it('is the same for both ways of writing a letter', () => {
    expect(sortKey('كابل')).toBe(sortKey('کابل'));
    expect(sortKey('مسئول هیأت علاءالدین')).toBe(sortKey('مسوول هیات علاالدین'));
  });
});
