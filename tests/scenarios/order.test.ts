import { describe, expect, it } from 'vitest';
import sentences from '../../locales/fa/errors.json' with { type: 'json' };
import { errorSentence } from '../../src/core/errors/recordErrors.ts';
import { words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

describe('a date that does not come before another', () => {
  const days = { type: 'string', format: 'date' };

  it('of the record: the same day and later ones hold, a day before is told with the name of the other', async () => {
    const sheet = await fill({
      fields: {
        begun: { type: 'date', contract: days, label: { en: 'First day', fa: 'روز اول', ps: 'لومړۍ ورځ' } },
        ended: { type: 'date', contract: days, notBefore: 'begun' },
      },
    });
    sheet.answer('begun', '2026-03-21');
    expect(sheet.errors()).toEqual({});
    sheet.answer('ended', '2026-03-21');
    expect(sheet.errors()).toEqual({});
    sheet.answer('ended', '2026-03-20');
    expect(sheet.errors()).toEqual({ '/ended': ['not_before'] });
    const params = sheet.rawErrors()['/ended']?.[0]?.params;
    expect(errorSentence(sentences, 'not_before', params, 'fa')).toContain('«روز اول»');
    sheet.clear('begun');
    expect(sheet.errors()).toEqual({});
  });

  it('of a row: each row is looked at by itself', async () => {
    const sheet = await fill({
      fields: {
        begun: { type: 'date', contract: days },
        stays: {
          type: 'table',
          contract: {
            type: 'array',
            items: { type: 'object', additionalProperties: false, properties: { begun: days, ended: days } },
          },
          columns: {
            begun: { id: 'q_begun', type: 'date', label: words('Begun') },
            ended: { id: 'q_ended', type: 'date', label: words('Ended'), notBefore: 'begun' },
          },
        },
      },
    });
    sheet
      .answer('begun', '2026-05-01')
      .answer('stays', [
        { begun: '2026-01-02', ended: '2026-01-03' },
        { begun: '2026-01-02', ended: '2026-01-01' },
        { ended: '2026-01-01' },
      ]);
    expect(sheet.errors()).toEqual({ '/stays/1/ended': ['not_before'] });
  });
});

describe('a date that is not after today', () => {
  const days = { type: 'string', format: 'date' };
  it('is refused in the record and in its rows; today and days before hold', async () => {
    const past = { type: 'date', contract: days, notAfter: 'today' } as const;
    const sheet = await fill({
      fields: {
        visited: past,
        planned: { type: 'date', contract: days },
        stays: {
          type: 'table',
          contract: {
            type: 'array',
            items: { type: 'object', additionalProperties: false, properties: { begun: days } },
          },
          columns: { begun: { id: 'q_begun', type: 'date', label: words('Begun'), notAfter: 'today' } },
        },
      },
    });
    sheet.answer('visited', '2026-11-20').answer('planned', '2099-01-01');
    expect(sheet.errors()).toEqual({});
    sheet.answer('visited', '2026-11-21').answer('stays', [{ begun: '2026-11-20' }, { begun: '2099-01-01' }]);
    expect(sheet.errors()).toEqual({ '/visited': ['not_after_today'], '/stays/1/begun': ['not_after_today'] });
  });
});
