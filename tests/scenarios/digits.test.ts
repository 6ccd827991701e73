import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber, localDigits, toLatinDigits } from '../../src/core/text/digits.ts';

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

  it('come back as the number they were written from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom('fa' as const, 'ps' as const), (n, language) => {
        expect(Number(toLatinDigits(formatNumber(n, language)))).toBe(n);
      }),
    );
  });
});
