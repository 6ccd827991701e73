import { describe, expect, it } from 'vitest';
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import { findRulesOutsideSchema } from '../../src/core/form/rjsfExport.ts';
import { applyExclusiveOptions } from '../../src/core/form/types/options/multi.ts';
import { shuffleOptions } from '../../src/core/form/types/options/randomOrder.ts';
import { isItemValidOn } from '../../src/core/records/registry.ts';
import { type FormSpec, form, source, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const option = (value: string, more = {}) => ({ value, label: words(value), ...more });
const shortages = {
  type: 'multi',
  options: [
    option('books'),
    option('water'),
    option('nothing', { exclusive: true }),
    option('unknown', { exclusive: true }),
  ],
} as const;
const spec = { fields: { shortages, rooms: { type: 'table', columns: { lacks: shortages } } } } as unknown as FormSpec;
const { def } = form(spec).fields.get('shortages')!;

describe('an exclusive option', () => {
  it.each([
    [[], ['books'], ['books']],
    [['books', 'water'], ['books', 'water', 'nothing'], ['nothing']],
    [['nothing'], ['books', 'nothing'], ['books']],
    [['nothing'], ['nothing', 'unknown'], ['unknown']],
    [['nothing'], [], []],
    [['books', 'water'], ['water'], ['water']],
  ])('after %j, %j leaves %j', (before, after, left) => {
    expect(applyExclusiveOptions(def, before, after)).toEqual(left);
  });

  it('is refused together with others, also in a row, and by name', async () => {
    const sheet = await fill(spec);
    expect(sheet.answer('shortages', ['nothing']).errors()).toEqual({});
    expect(sheet.answer('shortages', ['books', 'water']).errors()).toEqual({});
    sheet
      .answer('shortages', ['books', 'nothing'])
      .answer('rooms', [{ lacks: ['books'] }, { lacks: ['books', 'unknown'] }]);
    expect(sheet.rawErrors()).toEqual({
      '/shortages': [{ code: 'exclusive_option', params: { option: words('nothing') } }],
      '/rooms/1/lacks': [{ code: 'exclusive_option', params: { option: words('unknown') } }],
    });
  });

  it('is a rule that an export for other tools names', () => {
    expect(findRulesOutsideSchema(form(spec)).exclusive).toEqual({
      shortages: ['nothing', 'unknown'],
      'rooms.lacks': ['nothing', 'unknown'],
    });
  });

  it('is told by the difference of two versions, of an old option and of a new one', () => {
    const before = { fields: { shortages: { type: 'multi', options: [option('books'), option('nothing')] } } };
    const told = diffForms(
      source(before as unknown as FormSpec),
      source({ fields: { shortages } } as unknown as FormSpec),
    );
    expect(told.filter(({ pointer }) => pointer.endsWith('/exclusive'))).toEqual([
      {
        kind: 'rule_changed',
        pointer: '/fields/shortages/options/2/exclusive',
        about: words('nothing'),
        after: 'true',
      },
      {
        kind: 'rule_changed',
        pointer: '/fields/shortages/options/3/exclusive',
        about: words('unknown'),
        after: 'true',
      },
    ]);
  });
});

describe('a random order', () => {
  const options = [...'abcde', 'nothing'].map((value) => option(value, value === 'nothing' ? { exclusive: true } : {}));
  const order = (seed: string, list = options) => shuffleOptions(list, seed).map(({ value }) => value);

  it('has all options, the exclusive one last, and is the same each time', () => {
    for (let record = 0; record < 50; record++) {
      expect([...order(`${record}`)].sort()).toEqual(options.map(({ value }) => value).sort());
      expect(order(`${record}`).at(-1)).toBe('nothing');
      expect(order(`${record}`)).toEqual(order(`${record}`));
    }
  });

  it('puts each option first about equally often, among many records', () => {
    const first: Record<string, number> = {};
    for (let record = 0; record < 1000; record++) {
      const [winner = ''] = order(`0197c3d2-7a10-7000-8000-${String(record).padStart(12, '0')} q_needs`);
      first[winner] = (first[winner] ?? 0) + 1;
    }
    expect(Object.keys(first).sort()).toEqual([...'abcde']);
    for (const times of Object.values(first)) expect(times).toBeGreaterThan(140);
  });

  it('differs between questions, and stays for the others when an option is added', () => {
    const orders = new Set(Array.from({ length: 20 }, (_, at) => order(`record q_${at}`).join()));
    expect(orders.size).toBeGreaterThan(10);
    const more = [option('f'), ...options];
    expect(order('record', more).filter((value) => value !== 'f')).toEqual(order('record'));
  });
});

describe('an item of an open list', () => {
  it('may be chosen from its first day to its last one, unless it was merged into another', () => {
    const names = { name_en: 'Unicef', name_fa: 'یونیسف', name_ps: 'یونیسف' };
    const item = { id: '1', code: null, category: null, parent: null, extra: {}, ...names };
    const days = ['2026-02-28', '2026-03-01', '2026-05-31', '2026-06-01'];
    const from = (more: object) => days.filter((day) => isItemValidOn({ ...item, ...more }, day));
    expect(from({ valid_from: '2026-03-01', valid_to: '2026-05-31' })).toEqual(['2026-03-01', '2026-05-31']);
    expect(from({ valid_from: null, valid_to: null })).toEqual(days);
    expect(from({ merged_into: '2' })).toEqual([]);
  });
});
