import { describe, expect, it } from 'vitest';
import { choiceNamePart, dotSeparated, formatRecordName, joinName } from '../../src/core/records/name.ts';
import type { Language } from '../../src/core/text/languages.ts';

const part = (text: string, isApart = false) => ({ text, isApart });

describe('the name of a record', () => {
  it('joins words by a space, and sets names of records and days apart', () => {
    expect(joinName([part('Zahra'), part('Ahmadi')])).toBe('Zahra Ahmadi');
    expect(joinName([part('Lycee One', true), part('2026-11-30', true)])).toBe('Lycee One · 2026-11-30');
    expect(joinName([part('Roof'), part('2026-11-30', true)])).toBe('Roof · 2026-11-30');
    expect(joinName([])).toBe('');
  });

  it('shows a day in it as month and year of the reader', () => {
    const stored = 'Lycee One · 2026-11-30';
    expect(formatRecordName(stored, { language: 'en', calendar: 'gregorian' })).toBe('Lycee One · November 2026');
    expect(formatRecordName(stored, { language: 'en', calendar: 'solar' })).toBe('Lycee One · Qaws 1405');
    expect(formatRecordName(stored, { language: 'fa', calendar: 'solar' })).toBe('Lycee One · قوس ۱۴۰۵');
    expect(formatRecordName(stored, { language: 'ps', calendar: 'solar' })).toBe('Lycee One · لیندۍ ۱۴۰۵');
  });

  it('shows a choice in the language of the reader', () => {
    const chosen = choiceNamePart({ en: 'Own / shared', fa: 'خود', ps: 'خپل' });
    const stored = joinName([part(chosen, true), part('2026-11-30', true)]);
    const shown = (language: Language) => formatRecordName(stored, { language, calendar: 'gregorian' });
    expect(shown('en')).toBe('Own / shared · November 2026');
    expect(shown('fa')).toBe('خود · نومبر ۲۰۲۶');
    expect(shown('ps')).toBe('خپل · نومبر ۲۰۲۶');
    expect(choiceNamePart({ en: 'UNAMA', fa: 'UNAMA', ps: 'UNAMA' })).toBe('UNAMA');
    expect(choiceNamePart({ en: 'Only here', fa: '', ps: '' })).toBe('Only here');
  });

  it('leaves every other text as it is', () => {
    for (const name of ['', 'CBMS_MO_1', 'Visit of 2026-11-30', 'A · B'])
      expect(formatRecordName(name, { language: 'fa', calendar: 'solar' })).toBe(name);
  });

  it('stands beside a code in its own direction, without a dot where one is blank', () => {
    expect(dotSeparated(['بامیان', 'CBMS_1'])).toBe('\u2068بامیان\u2069 · \u2068CBMS_1\u2069');
    expect(dotSeparated([null, 'CBMS_1', ''])).toBe('\u2068CBMS_1\u2069');
    expect(dotSeparated([undefined, false])).toBe('');
  });
});
