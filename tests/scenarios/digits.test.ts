import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { formatNumber, localDigits, readNumber, toLatinDigits } from '../../src/core/text/letters.ts';
import fc from '../support/property.ts';

describe('digits', () => {
  it('of both Eastern sets are read', () => {
    expect(toLatinDigits('۰۱۲۳۴۵۶۷۸۹ ٠١٢٣٤٥٦٧٨٩')).toBe('0123456789 0123456789');
    expect(toLatinDigits('۱٬۲۳۴٫۵')).toBe('1234.5');
  });

  it('are written in the language', () => {
    expect(localDigits('CBMS_MO_12', 'en')).toBe('CBMS_MO_12');
    expect(localDigits(2026, 'fa')).toBe('۲۰۲۶');
    expect(localDigits(2026, 'ps')).toBe('۲۰۲۶');
  });

  it('of numbers have thousands marks and the decimal mark of the language', () => {
    expect(formatNumber(1234567.5, 'en')).toBe('1,234,567.5');
    expect(formatNumber(1234567.5, 'fa')).toBe('۱٬۲۳۴٬۵۶۷٫۵');
    expect(formatNumber(-3, 'ps')).toBe('−۳');
    expect(formatNumber(2, 'en', 2)).toBe('2.00');
    expect(formatNumber(1e21, 'en')).toMatch(/^1,000/);
    expect(formatNumber(Number.NaN, 'en')).toBe('');
  });

  it('are those that the language of Afghanistan has in Unicode', () => {
    const [dari, pashto] = [new Intl.NumberFormat('fa-AF'), new Intl.NumberFormat('ps-AF')];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 999 }), (whole, thousandths) => {
        const value = (whole * 1000 + thousandths) / 1000;
        expect(formatNumber(value, 'fa')).toBe(dari.format(value));
        expect(formatNumber(value, 'ps')).toBe(pashto.format(value));
      }),
    );
  });

  it('are read as they are typed or pasted, in any digits and with any separators', () => {
    const same = ['1234.5', '1,234.5', '۱٬۲۳۴٫۵', '۱,۲۳۴.۵', '۱،۲۳۴٫۵', '١٬٢٣٤٫٥', ' ۱ ۲۳۴٫۵ ', '\u200e+1\u00a0234.5'];
    expect(same.map(readNumber)).toEqual(same.map(() => 1234.5));
    expect(['−۳', '-3', '.5', '12.'].map(readNumber)).toEqual([-3, -3, 0.5, 12]);
    expect(['1,234,567', '۱٬۲۳۴٬۵۶۷', '1 234 567'].map(readNumber)).toEqual(Array(3).fill(1234567));
    expect(['1,5', '۱٬۵', '1,2345', '1234,567', '12 34', '1.234,5'].map(readNumber)).toEqual(Array(6).fill(undefined));
    expect(['', ' ', 'about 12', '1.2.3', '۳٫۲ km'].map(readNumber)).toEqual(Array(5).fill(undefined));
  });

  it('of a megabyte are read once from end to end, not once for each separator', () => {
    expect(readNumber(`1${',000'.repeat(250_000)},00`)).toBeUndefined();
    expect(readNumber(`1${',000'.repeat(50)}`)).toBe(1e150);
  });

  it('come back as the number they were written from', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(...LANGUAGES), (n, language) => {
        expect(readNumber(formatNumber(n, language))).toBe(n);
        expect(readNumber(formatNumber(n / 8, language))).toBe(n / 8);
      }),
    );
  });
});
