import { describe, expect, it } from 'vitest';
import type { FormSpec } from '../support/form.ts';
import { constants, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

async function errorOf(spec: FormSpec['fields'][string], value: unknown): Promise<unknown> {
  const sheet = await fill({ fields: { answer: spec } });
  return sheet.answer('answer', value).rawErrors()['/answer']?.[0];
}

describe('a wrong answer is told by its own code', () => {
  const option = { value: 'a', label: words('A') };
  it.each([
    ['a decimal', { type: 'decimal' }, 'much', 'decimal'],
    ['a whole number', { type: 'integer' }, 3.5, 'integer'],
    ['a number too small', { type: 'integer' }, -1, 'minimum'],
    ['a number too large', { type: 'integer' }, 2_000_000, 'maximum'],
    ['a short text', { type: 'longtext', contract: { type: 'string', minLength: 5 } }, 'abc', 'min_length'],
    ['a long text', { type: 'text' }, 'x'.repeat(251), 'max_length'],
    ['an e-mail address', { type: 'email' }, 'nobody', 'email'],
    ['a web address', { type: 'url' }, 'ftp://example.org', 'url'],
    ['a phone number', { type: 'phone' }, 'call me', 'phone'],
    ['a code', { type: 'code' }, '1-I', 'code_pattern'],
    ['a date', { type: 'date' }, '2026-02-30', 'date'],
    ['a date of another type', { type: 'date' }, 20260220, 'date'],
    ['a moment', { type: 'datetime' }, 'yesterday', 'date'],
    ['an option', { type: 'choice', options: [option] }, 'z', 'choice'],
    ['a rating', { type: 'rating' }, 'superb', 'choice'],
    ['an option twice', { type: 'multi', options: [option] }, ['a', 'a'], 'duplicate_items'],
    ['a list', { type: 'multi', options: [option] }, 'a', 'type'],
    [
      'too many files',
      { type: 'file', contract: { type: 'array', items: { type: 'string' }, maxItems: 1 } },
      ['a', 'b'],
      'too_many',
    ],
  ] as [string, FormSpec['fields'][string], unknown, string][])('%s', async (_name, spec, value, code) => {
    expect(await errorOf(spec, value)).toMatchObject({ code });
  });

  it('with the limit it broke', async () => {
    expect(await errorOf({ type: 'integer' }, -1)).toEqual({ code: 'minimum', params: { limit: 0 } });
  });

  it('and a coordinate with both bounds of the country', async () => {
    const sheet = await fill({
      fields: { point: { type: 'geopoint', bind: { latitude: 'latitude', longitude: 'longitude' } } },
    });
    sheet.answer('latitude', 12).answer('longitude', 90);
    expect(sheet.rawErrors()).toEqual({
      '/latitude': [{ code: 'latitude_bound', params: constants.latitude }],
      '/longitude': [{ code: 'longitude_bound', params: constants.longitude }],
    });
  });

  it('in a table by row and column', async () => {
    const sheet = await fill({
      fields: { assets: { type: 'table', columns: { item: { type: 'text' }, pieces: { type: 'integer' } } as never } },
    });
    sheet.answer('assets', [
      { item: 'Desk', pieces: 3 },
      { item: 'Chair', pieces: -2 },
    ]);
    expect(sheet.errors()).toEqual({ '/assets/1/pieces': ['minimum'] });
  });

  it('and an unknown name as one that does not belong to the form', async () => {
    const sheet = await fill({ fields: { name: { type: 'text' } } });
    expect(sheet.answer('colour', 'red').errors()).toEqual({ '/colour': ['unknown_field'] });
  });
});

describe('an open choice list', () => {
  it('is asked for its items, in fields and in table columns', async () => {
    const sheet = await fill({
      fields: {
        donor: { type: 'choice', choices: 'donor' },
        partners: { type: 'multi', choices: 'donor' },
        lines: { type: 'table', columns: { giver: { type: 'choice', choices: 'donor' } } as never },
      },
    });
    sheet
      .answer('donor', '9')
      .answer('partners', ['1', '8'])
      .answer('lines', [{ giver: '1' }, { giver: '7' }]);
    expect(sheet.errors({ choices: { donor: new Set(['1', '2']) } })).toEqual({
      '/donor': ['choice'],
      '/partners': ['choice'],
      '/lines/1/giver': ['choice'],
    });
    // A list without items takes nothing.
    expect(Object.keys(sheet.errors({ choices: { donor: new Set() } }))).toEqual([
      ...['/donor', '/partners', '/lines/0/giver', '/lines/1/giver'],
    ]);
    // If the list is not loaded (offline, first start), the check reports no error.
    expect(sheet.errors()).toEqual({});
  });
});
