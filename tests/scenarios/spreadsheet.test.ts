/** Turns the cells of an uploaded sheet into answers. A value that is not certain is an error of its cell. */
import { describe, expect, it } from 'vitest';
import { keyProperties, type SheetColumn, sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { duplicateKey } from '../../src/core/spreadsheet/duplicateKey.ts';
import type { CellContext, RawCell } from '../../src/core/spreadsheet/readCell.ts';
import { readRow } from '../../src/core/spreadsheet/readRow.ts';
import { foldText } from '../../src/core/text/letters.ts';
import { form, words } from '../support/form.ts';

const wells = form({
  import: { path: '/wells/upload', fields: ['owner', 'phone', 'depth', 'visited', 'fence', 'uses', 'place'] },
  fields: {
    owner: { type: 'text', required: true },
    phone: { type: 'phone' },
    depth: { type: 'decimal' },
    visited: { type: 'date' },
    fence: { type: 'yesno' },
    uses: {
      type: 'multi',
      options: [
        { value: 'drink', label: words('Drinking') },
        { value: 'wash', label: words('Washing') },
      ],
    },
    place: { type: 'place', bind: { province: 'province_id', district: 'district_id' } },
  },
});

const KNOWN: Record<string, { id: string; name: string; above?: string }[]> = {
  fence: [
    { id: 'yes', name: 'بلی' },
    { id: 'yes', name: 'yes' },
    { id: 'no', name: 'no' },
  ],
  uses: [
    { id: 'drink', name: 'Drinking' },
    { id: 'wash', name: 'Washing' },
  ],
  province_id: [
    { id: 'p1', name: 'بامیان' },
    { id: 'p2', name: 'Kabul' },
  ],
  district_id: [
    { id: 'd1', name: 'Center', above: 'p1' },
    { id: 'd2', name: 'Center', above: 'p2' },
  ],
};
const context: CellContext = {
  calendar: 'solar',
  find: ({ property }: SheetColumn, folded, above) =>
    (KNOWN[property] ?? [])
      .filter((one) => foldText(one.name) === folded && (above === undefined || one.above === above))
      .map(({ id }) => id),
};
const read = (cells: Record<string, RawCell>) => {
  const { data, errors } = readRow(wells, sheetColumns(wells), cells, context);
  return { data, errors: Object.fromEntries(Object.entries(errors).map(([at, [first]]) => [at, first?.code])) };
};

describe('a row of a sheet', () => {
  it('has a column for each stored property, in the order of the definition', () => {
    expect(sheetColumns(wells).map(({ property, required }) => [property, required])).toEqual([
      ['owner', true],
      ['phone', false],
      ['depth', false],
      ['visited', false],
      ['fence', false],
      ['uses', false],
      ['province_id', false],
      ['district_id', false],
    ]);
  });

  it('is read as people and programs write', () => {
    expect(
      read({
        owner: { number: '7E+3' },
        phone: { number: '700123456' },
        depth: '۱٬۲۳۴٫۵',
        visited: '۲۹ عقرب ۱۴۰۵',
        fence: true,
        uses: 'drinking، Washing',
        province_id: 'باميان',
        district_id: ' center ',
      }),
    ).toEqual({
      data: {
        owner: '7000',
        phone: '0700123456',
        depth: 1234.5,
        visited: '2026-11-20',
        fence: 'yes',
        uses: ['drink', 'wash'],
        province_id: 'p1',
        district_id: 'd1',
      },
      errors: {},
    });
    expect(read({ visited: { day: '2026-11-20' } }).data).toEqual({ visited: '2026-11-20' });
    expect(read({ visited: { number: '14050829' } }).data).toEqual({ visited: '2026-11-20' });
    expect(read({ visited: '2026/11/20' }).data).toEqual({ visited: '2026-11-20' });
    expect(read({ owner: '=1+1' }).data).toEqual({ owner: '=1+1' });
  });

  it('names people and records by whatever finds one of them; a comma may part names or stand in one', () => {
    const tours = form({
      import: { path: '/tours/upload', fields: ['site', 'guides', 'title'], key: ['site', 'title'] },
      fields: {
        site: { type: 'record', record: { forms: ['well'] } },
        guides: { type: 'person', person: { forms: ['staff'], multiple: true } },
        title: { type: 'text' },
      },
    });
    const people: Record<string, string[]> = { ali: ['1'], 'sahar, guide': ['2'], twin: ['3', '4'], well: ['w'] };
    const columns = sheetColumns(tours);
    const tour = (cells: Record<string, RawCell>) =>
      readRow(tours, columns, cells, { calendar: 'solar', find: (_column, folded) => people[folded] ?? [] });
    expect(tour({ site: 'Well', guides: 'Sahar, guide' }).data).toEqual({ site: 'w', guides: ['2'] });
    expect(tour({ guides: 'Ali؛ Sahar, guide' }).data).toEqual({ guides: ['1', '2'] });
    expect(tour({ guides: '1. Sahar, guide, 2. Ali' }).data).toEqual({ guides: ['2', '1'] });
    expect(tour({ guides: 'Ali, Sahar' }).errors).toMatchObject({ '/guides': [{ code: 'choice_unknown' }] });
    expect(tour({ guides: 'Ali, twin' }).errors).toMatchObject({ '/guides': [{ code: 'choice_ambiguous' }] });
    expect(tour({ site: 'twin' }).errors).toMatchObject({ '/site': [{ code: 'choice_ambiguous' }] });
    const key = keyProperties(tours, columns);
    expect(key).toEqual(['site', 'title']);
    expect(duplicateKey(key, { site: 'w', title: 'علي', guides: ['1'] })).toBe(
      duplicateKey(key, { site: 'w', title: ' علی ' }),
    );
    expect(duplicateKey(key, { site: 'w' })).not.toBe(duplicateKey(key, { title: 'w' }));
    expect(duplicateKey(key, { guides: ['1'], title: '' })).toBe(null);
  });

  it('is never guessed: unsure cells are errors', () => {
    expect(
      read({
        owner: { number: '1234567890123456' },
        depth: '#DIV/0!',
        visited: { number: '46000' },
        fence: 'perhaps',
        uses: 'drinking, sailing',
        district_id: 'Center',
      }).errors,
    ).toEqual({
      '/owner': 'digits_lost',
      '/depth': 'cell_failed',
      '/visited': 'date',
      '/fence': 'choice_unknown',
      '/uses': 'choice_unknown',
      '/district_id': 'choice_ambiguous',
    });
    expect(read({ visited: '01/02/26' }).errors).toEqual({ '/visited': 'date' });
    expect(read({ owner: '  ', depth: null }).data).toEqual({});
  });
});
