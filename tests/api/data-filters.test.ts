/**
 * What filters, orders and pages of lists mean, by hand: server, rows in memory and packed columns share the code that reads a
 * filter, so that comparing them with each other shows nothing of what they do wrong alike.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateList, MOST_COUNTED } from '../../src/core/query/evaluate.ts';
import type { Filter } from '../../src/core/query/filter.ts';
import type { Cells } from '../../src/core/query/row.ts';
import type { Actor } from '../../src/core/records/types.ts';
import { BAMYAN, CHIEF, formOf, KABUL, openWorld, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { type ListReaders, listReaders, planOf } from '../support/listReaders.ts';

const words = (en: string) => ({ en, fa: en, ps: en });
const options = (...values: string[]) => values.map((value) => ({ value, label: words(value) }));
const id = { type: 'string', minLength: 1, maxLength: 64 };

const READING = formOf(
  {
    form: 'reading',
    kind: 'record',
    place: 'place',
    list: {
      columns: ['letter', 'day', 'level', 'size', 'at', 'note', 'kinds', 'province'],
      filters: ['level', 'size', 'at', 'kinds'],
      search: ['note'],
      sort: '-day',
    } as never,
  },
  {
    letter: { required: true },
    day: { type: 'date', schema: { type: 'string', format: 'date' } },
    at: { type: 'datetime', schema: { type: 'string', format: 'date-time' } },
    level: { type: 'integer', schema: { type: 'integer' } },
    size: { type: 'choice', options: options('small', 'middle', 'big'), schema: { type: 'string' } },
    kinds: {
      type: 'multi',
      options: options('spring', 'well', 'wells'),
      schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    },
    note: { type: 'longtext', schema: { type: 'string', maxLength: 500 } },
    place: { type: 'place', bind: { province: 'province_id' }, schema: id },
  },
);

/** A day in Kabul begins at 19:30 UTC of the day before. */
const ROWS: Record<string, Record<string, unknown>> = {
  a: {
    day: '2026-05-01',
    level: 5,
    at: '2026-05-31T19:29:59.000Z',
    size: 'small',
    note: 'كتابخانه',
    province_id: 'bam',
  },
  b: {
    day: '2026-05-02',
    level: 5,
    at: '2026-05-31T19:30:00.000Z',
    size: 'middle',
    note: 'کتابخانه نو',
    province_id: 'bam',
  },
  c: { day: '2026-05-04', at: '2026-06-01T19:29:59.000Z', kinds: ['spring'], note: '100% dry', province_id: 'kab' },
  d: {
    day: '2026-05-04',
    level: 10,
    at: '2026-06-01T19:30:00.000Z',
    kinds: ['well'],
    note: '100 metres',
    province_id: 'kab',
  },
  e: { day: '2026-05-03', level: -3, size: 'big', kinds: ['wells'], note: 'ROOF', province_id: 'her' },
  f: { day: '2026-05-03', level: 5, kinds: ['spring', 'well'], note: 'roof_', province_id: 'her' },
  g: { day: '2026-05-04', level: 0, size: 'small', province_id: 'bam' },
};
const idOf = (letter: string) => `0197a000-0000-7000-8000-00000000000${letter}`;
const is = (field: string, op: Filter['op'], value: unknown): Filter => ({ field, op, value });

interface Case {
  filters?: Filter[];
  sort?: string[];
  text?: string;
  by?: Actor;
  per_page?: number;
  page?: number;
  /** Letters in the order of the list. */
  shows: string;
  /** Of all pages. As many as are shown if it is missing. */
  total?: number;
}

/** The order without a wish is by day, the newest first; of one day, the highest id first. */
const CASES: [string, Case][] = [
  ['all, the newest day first, and of one day the highest id', { shows: 'gdcfeba' }],
  ['at most a number: not those without a number', { filters: [is('level', 'lte', 5)], shows: 'gfeba' }],
  ['at most a number below zero', { filters: [is('level', 'lte', -3)], shows: 'e' }],
  ['at least a number', { filters: [is('level', 'gte', 5)], shows: 'dfba' }],
  ['exactly a number, written as text', { filters: [is('level', 'eq', '5')], shows: 'fba' }],
  ['another number: also those without', { filters: [is('level', 'ne', 5)], shows: 'gdce' }],
  ['without a number', { filters: [is('level', 'empty', true)], shows: 'c' }],
  ['with a number, zero is one', { filters: [is('level', 'empty', false)], shows: 'gdfeba' }],
  ['on a day in Kabul, from its first to its last second', { filters: [is('at', 'eq', '2026-06-01')], shows: 'cb' }],
  [
    'until a day, with its last second and not the midnight after',
    { filters: [is('at', 'lte', '2026-06-01')], shows: 'cba' },
  ],
  ['from a day, with its midnight', { filters: [is('at', 'gte', '2026-06-01')], shows: 'dcb' }],
  ['between two days', { filters: [is('day', 'gte', '2026-05-02'), is('day', 'lte', '2026-05-03')], shows: 'feb' }],
  ['one of several options', { filters: [is('size', 'in', ['small', 'big'])], shows: 'gea' }],
  ['none of no options', { filters: [is('size', 'in', [])], shows: '' }],
  ['not an option: also without an answer', { filters: [is('size', 'ne', 'small')], shows: 'dcfeb' }],
  [
    'with an option among several, not one that begins like it',
    { filters: [is('kinds', 'contains', 'well')], shows: 'df' },
  ],
  ['without an option among several', { filters: [is('kinds', 'not_contains', 'spring')], shows: 'gdeba' }],
  ['without any of several options', { filters: [is('kinds', 'empty', true)], shows: 'gba' }],
  ['words in either Arabic or Persian letters', { filters: [is('note', 'contains', 'کتابخانه')], shows: 'ba' }],
  ['words with a sign that databases give a meaning', { filters: [is('note', 'contains', '100%')], shows: 'c' }],
  ['and an underscore', { filters: [is('note', 'contains', 'roof_')], shows: 'f' }],
  ['words in small or capital letters', { filters: [is('note', 'contains', 'rOOf')], shows: 'fe' }],
  ['a search of two words, both of which are there', { text: 'نو كتابخانه', shows: 'b' }],
  ['of a province', { filters: [is('province', 'eq', 'kab')], shows: 'dc' }],
  ['what a person of one province sees', { by: KABUL, shows: 'dc' }],
  ['and of another one, with a filter', { by: BAMYAN, filters: [is('level', 'gte', 1)], shows: 'ba' }],
  ['by a number upwards: none first, of the same number the oldest first', { sort: ['level'], shows: 'cegabfd' }],
  ['by a number downwards: of the same number the newest first', { sort: ['-level'], shows: 'dfbagec' }],
  ['by options in the order of the form, upwards', { sort: ['size', 'letter'], shows: 'cdfagbe' }],
  ['by two columns in two directions', { sort: ['day', '-letter'], shows: 'abfegdc' }],
  ['by place and the newest day', { sort: ['province', '-day'], shows: 'gbafedc' }],
  ['the first page', { per_page: 3, shows: 'gdc', total: 7 }],
  ['the second page', { per_page: 3, page: 2, shows: 'feb', total: 7 }],
  ['the last page, which is not full', { per_page: 3, page: 3, shows: 'a', total: 7 }],
  ['a page behind the last one', { per_page: 3, page: 4, shows: '', total: 7 }],
];

for (const kind of databases()) {
  describe(`lists by hand on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    let readers: ListReaders;

    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database, [READING]);
      // In another order than any list has.
      for (const letter of 'dbfagec') {
        const answers = { letter, ...ROWS[letter] };
        await world.records.create(world.form('reading'), answers, { id: idOf(letter) }, { actor: CHIEF });
      }
      readers = await listReaders(world, 'reading');
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    const lettersOf = (ids: readonly unknown[]) => ids.map((one) => String(one).slice(-1)).join('');

    it.each(CASES)('%s', async (_name, { shows, total = shows.length, ...given }) => {
      const asked = { filters: [], sort: [], page: 1, per_page: 20, by: CHIEF, ...given };
      const expected = { letters: shows, total, last_page: Math.max(1, Math.ceil(total / asked.per_page)) };
      for (const [reader, read] of Object.entries(readers)) {
        const { ids, total: counted, last_page } = await read(asked);
        expect({ letters: lettersOf(ids), total: counted, last_page }, reader).toEqual(expected);
      }
    });

    it('pages by the cursor of the row before, whatever was added meanwhile', async () => {
      for (const [reader, read] of Object.entries(readers)) {
        const asked = { filters: [], sort: ['level'], page: 1, per_page: 3, by: CHIEF };
        const pages: string[] = [];
        for (let after: string | null | undefined; after !== null; ) {
          const page = await read({ ...asked, ...(after && { after }) });
          pages.push(lettersOf(page.ids));
          after = page.next_cursor;
        }
        expect(pages, reader).toEqual(['ceg', 'abf', 'd']);
      }
    });
  });
}

describe('a count', () => {
  it('goes up to its limit and says when there are more', async () => {
    const [kind] = databases();
    const opened = (await kind?.open()) as OpenedDatabase;
    const world = await openWorld(opened.database, [READING]);
    const plan = planOf(world, 'reading');
    const rows = Array.from({ length: MOST_COUNTED + 1 }, (_, at) => ({
      cells: { id: `${at}`, deleted: 0, [plan.defaultSort.sort]: '2026-05-01' } as Cells,
    }));
    const count = (most: number) => {
      const page = evaluateList(plan, rows.slice(0, most), { filters: [], sort: [], page: 1, per_page: 20 });
      return [page.total, page.capped, page.last_page];
    };
    expect(count(MOST_COUNTED - 1)).toEqual([MOST_COUNTED - 1, false, MOST_COUNTED / 20]);
    expect(count(MOST_COUNTED)).toEqual([MOST_COUNTED, false, MOST_COUNTED / 20]);
    expect(count(MOST_COUNTED + 1)).toEqual([MOST_COUNTED, true, MOST_COUNTED / 20]);
    await world.close();
    await opened.dispose();
  });
});
