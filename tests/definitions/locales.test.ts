import { describe, expect, it } from 'vitest';
import { ISSUE_CODES } from '../../src/core/check/issues/codes.ts';
import { issueText } from '../../src/core/check/issues/text.ts';
import { checkLocales } from '../../src/core/check/texts/locales.ts';
import { placeholders } from '../../src/core/check/texts/words.ts';
import { readFiles } from '../../src/core/definitions/files.ts';
import { CATALOGUE, ERROR_CODES } from '../../src/core/errors/catalogue.ts';
import { errorSentence, interpolate } from '../../src/core/errors/recordErrors.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { issueWords } from '../../src/server/http/words.ts';
import { productFiles } from '../support/definitions.ts';

const files = await productFiles;
const words = (language: string): Record<string, string> =>
  files.get(`locales/${language}/errors.json`)?.json as Record<string, string>;

describe('the words of the interface', () => {
  it('have the same keys and placeholders in the three languages, none untranslated, each error a sentence', () => {
    expect(checkLocales(files, ERROR_CODES)).toEqual([]);
  });

  it('have a sentence for everything a check can find, and none besides', () => {
    for (const language of LANGUAGES)
      expect(Object.keys(issueWords(language)).sort()).toEqual([...ISSUE_CODES, 'meant', 'quote'].sort());
    const finding = {
      code: 'property_misfit',
      params: {
        name: 'depth',
        type: 'rating',
        why: { code: 'misfit_off_scale', params: { names: ['deep', 'flat'] } },
        meant: 'width',
      },
    } as const;
    expect(LANGUAGES.map((language) => issueText(finding, issueWords(language), language))).toEqual([
      'The stored name “depth” does not fit the field type rating: “deep”, “flat” is not on the scale. Did you mean “width”?',
      'نام «depth» با خانه نوع rating سازگار نیست: «\u2068deep\u2069»، «\u2068flat\u2069» در مقیاس نیست. شاید «width» منظور باشد؟',
      'د «depth» نوم د rating ډول خانې سره برابر نه دی: «\u2068deep\u2069»، «\u2068flat\u2069» په کچه کې نشته. ښایي «width» مو مطلب وي؟',
    ]);
  });

  it('are missed when they are missing', async () => {
    const texts: Record<string, unknown> = {
      'locales/en/app.json': { a: 'Open {{name}}', b: { c: 'Close' } },
      'locales/fa/app.json': { a: 'باز کردن', b: { c: 'Close' }, d: 'اضافی' },
    };
    const small = await readFiles({ list: () => Object.keys(texts), read: (path) => JSON.stringify(texts[path]) }, [
      'locales',
    ]);
    const said = checkLocales(small, ['lost']).map(
      (issue) => `${issue.file}${issue.pointer}: ${issueText(issue, issueWords('en'), 'en')}`,
    );
    expect(said).toEqual([
      'locales/ps/app.json: The file is missing.',
      'locales/fa/app.json/a: The Dari text does not have the placeholders of the other languages (name).',
      'locales/fa/app.json/b/c: The Dari text is not translated.',
      'locales/fa/app.json/d: This key is not in the English file.',
      'locales/en/errors.json/lost: This error code has no message. Add one.',
    ]);
  });
});

describe('the catalogue of errors', () => {
  it('has a number of its own for each error, made from its status', () => {
    const numbers = ERROR_CODES.map((code) => CATALOGUE[code].number);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const code of ERROR_CODES) expect(Math.floor(CATALOGUE[code].number / 100)).toBe(CATALOGUE[code].status);
  });

  it('says the documented sentences', () => {
    const en = words('en');
    expect(en.required).toBe('This field is required.');
    expect(en.decimal).toBe('Please enter a valid decimal number.');
    expect(en.conflict).toBe('This record is already updated by someone else. Please reload the record and try again.');
    expect(en.login_required).toBe('Please enter Username and Password.');
    expect(en.password_mismatch).toBe('Entered passwords do not match');
    expect(en.route_not_found).toBe('Failed to locate resource on the remote server');
    expect(en.internal).toBe('An unexpected error occurred.');
  });

  it('changes the digits of figures, never those of codes and ids', () => {
    for (const language of LANGUAGES) {
      const said = interpolate(
        '{{n}} {{code}} {{id}} {{day}}',
        { n: 12, code: 'CBMS_MO_1', id: '110', day: '2026-03-04' },
        language,
      );
      expect(said).toBe(language === 'en' ? '12 CBMS_MO_1 110 2026-03-04' : '۱۲ CBMS_MO_1 110 ۲۰۲۶-۰۳-۰۴');
    }
  });

  it('fills its sentences in the digits and words of the language', () => {
    expect(errorSentence(words('en'), 'minimum', { limit: 1000 }, 'en')).toBe('Enter 1,000 or more.');
    expect(errorSentence(words('fa'), 'minimum', { limit: 1000 }, 'fa')).toContain('۱٬۰۰۰');
    expect(errorSentence(words('ps'), 'too_large', { limit: '20 MB' }, 'ps')).toContain('۲۰ MB');
    const category = { en: 'Water', fa: 'آب', ps: 'اوبه' };
    expect(errorSentence(words('ps'), 'problem_category_first', { category }, 'ps')).toContain('اوبه');
    expect(errorSentence(words('fa'), 'role_needed', { roles: [category, category] }, 'fa')).toContain('آب، آب');
    for (const language of LANGUAGES) {
      for (const code of ERROR_CODES) {
        const sentence = words(language)[code] ?? '';
        const params = Object.fromEntries(placeholders(sentence).map((name) => [name, 7]));
        expect(errorSentence(words(language), code, params, language)).not.toMatch(/\{\{|undefined/);
      }
    }
  });
});
