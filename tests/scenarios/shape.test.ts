import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../src/core/expressions/program.ts';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { geometrySchema } from '../../src/core/form/types/places/shape.ts';
import { constants, form, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const visit = form({
  fields: {
    canal: { type: 'geotrace', contract: geometrySchema('LineString', constants), 'ui:options': { maxPoints: 4 } },
    field: { type: 'geoshape', contract: geometrySchema('Polygon', constants, 1000) },
    canal_metres: { type: 'derived', contract: { type: 'number' }, derived: { expr: 'length(canal)' } },
    edge: { type: 'derived', contract: { type: 'number' }, derived: { expr: 'round(length(field))' } },
    jeribs: { type: 'derived', contract: { type: 'number' }, derived: { expr: 'round(area(field) / 2000, 2)' } },
    weirs: { type: 'integer' },
  },
  constraints: [{ id: 'long', expr: 'length(canal) > 900', at: 'weirs', message: words('Too short') }],
});

const line = (...coordinates: unknown[]) => ({ type: 'LineString', coordinates });
const area = (...ring: unknown[]) => ({ type: 'Polygon', coordinates: [ring] });
/** About 92 m by 111 m near Kabul. */
const [sw, se, ne, nw] = [
  [69.1, 34.5],
  [69.101, 34.5],
  [69.101, 34.501],
  [69.1, 34.501],
];
const canal = line(sw, se, [69.11, 34.5]);
const field = area(sw, se, ne, nw, sw);

describe('a line and an area on the map', () => {
  it('are geometries of GeoJSON, shown by length and area in the units of the language', async () => {
    const sheet = await fill(visit);
    expect(sheet.stored()).toEqual({});
    sheet.answer('canal', canal).answer('field', field);
    expect(sheet.errors()).toEqual({});
    expect(sheet.text('canal')).toBe('916 m');
    expect([sheet.text('field'), sheet.text('field', 'fa')]).toEqual([
      '1.02 ha (5.09 jerib)',
      '۱٫۰۲ هکتار (۵٫۰۹ جریب)',
    ]);
    sheet.answer('canal', line(sw, [69.5, 34.5]));
    expect([sheet.text('canal'), sheet.text('canal', 'ps')]).toEqual(['36.66 km', '۳۶٫۶۶ کیلومتره']);
  });

  it('have at least two ends', async () => {
    const short = { '/canal': ['points_few'], '/weirs': ['constraint'] };
    expect((await fill(visit)).answer('canal', line(sw)).errors()).toEqual(short);
    expect((await fill(visit)).answer('canal', line(sw, sw)).errors()).toEqual(short);
  });

  it.each([
    ['one point', 'field', area(sw, sw), 'points_few'],
    ['more points than the question allows', 'canal', line(sw, se, ne, nw, [69.2, 34.6]), 'points_many'],
    ['a point in another country', 'canal', line(sw, [34.5, 69.1]), 'point_outside'],
    ['an area', 'canal', field, 'shape'],
    ['coordinates in wrong lists', 'canal', { type: 'LineString', coordinates: [[sw, se]] }, 'shape'],
    ['a third coordinate', 'canal', line([...sw!, 1800], [...se!, 1800]), 'shape'],
    ['a text', 'canal', 'along the road', 'shape'],
    ['a list', 'canal', [sw, se], 'shape'],
    ['no number', 'canal', line(sw, [69.2, Number.NaN]), 'shape'],
    ['a line', 'field', canal, 'shape'],
    ['a ring that is open', 'field', area(sw, se, ne, nw), 'ring_open'],
    ['two corners', 'field', area(sw, se, sw), 'points_few'],
    ['two corners and one again', 'field', area(sw, se, se, sw), 'points_few'],
    ['sides that cross', 'field', area(sw, ne, se, nw, sw), 'ring_crosses'],
    ['a side that goes back', 'field', area(sw, se, [69.1005, 34.5], nw, sw), 'ring_crosses'],
    ['a corner on another side', 'field', area(sw, se, ne, [69.1005, 34.5], nw, sw), 'ring_crosses'],
    ['a hole', 'field', { type: 'Polygon', coordinates: [field.coordinates[0], field.coordinates[0]] }, 'shape'],
    ['empty rings', 'field', { type: 'Polygon', coordinates: [[]] }, 'ring_open'],
    ['no coordinates', 'field', { type: 'Polygon' }, 'shape'],
  ])('are refused with one sentence: %s', async (_what, name, value, code) => {
    expect((await fill(visit)).answer(name, value).errors()).toEqual({ [`/${name}`]: [code] });
  });

  it('are refused at once, however large', async () => {
    const zigzag = Array.from({ length: 200_000 }, (_, index) => [index % 2 ? 61 : 74, 30 + index / 1e5]);
    const huge = { type: 'Polygon', coordinates: [[...zigzag, zigzag[0]]] };
    expect((await fill(visit)).answer('field', huge).errors()).toEqual({ '/field': ['points_many'] });
  });

  it('are read in the same way in rows, and in rows of rows', () => {
    const contract = geometrySchema('LineString', constants);
    const canals = {
      type: 'table',
      columns: { canal: { type: 'geotrace', contract }, name: { type: 'text' } },
    } as const;
    const villages = form({ fields: { villages: { type: 'table', columns: { canals } as never } } });
    const read = (value: unknown) => {
      const { data, errors } = coerceAnswers(villages, { villages: [{ canals: [{ canal: value, name: 'New' }] }] });
      expect(errors).toEqual({});
      return data.villages;
    };
    const rows = (value: unknown) => [{ canals: [{ canal: value, name: 'New' }] }];
    expect(read('LINESTRING(69.1 34.5, 69.123456789 34.6)')).toEqual(rows(line(sw, [69.1234568, 34.6])));
    expect(read(line(sw, [69.123456789, 34.6]))).toEqual(rows(line(sw, [69.1234568, 34.6])));
    expect(read(JSON.stringify(canal))).toEqual(rows(canal));
    expect(read('a canal')).toEqual(rows('a canal'));
    expect(coerceAnswers(villages, { villages: ['a row', { canals: 'none' }] }).data.villages).toEqual([
      'a row',
      { canals: 'none' },
    ]);
  });

  it('keep seven decimals, and are read from the text of a cell as well', () => {
    const read = (value: unknown) => coerceAnswers(visit, { field: value }).data.field;
    expect(read(area([69.100000012, 34.5], se, ne, ['69.1', 34.5]))).toEqual(
      area([69.100000012, 34.5], se, ne, [69.1, 34.5]),
    );
    expect(read(area([69.123456789, 34.5], se, ne, [69.123456789, 34.5]))).toEqual(
      area([69.1234568, 34.5], se, ne, [69.1234568, 34.5]),
    );
    expect(read('POLYGON ((69.1 34.5, 69.101 34.5, 69.101 34.501,69.1 34.501, 69.1 34.5))')).toEqual(field);
    expect(read(JSON.stringify(field))).toEqual(field);
    expect(coerceAnswers(visit, { canal: 'LINESTRING(69.1 34.5, 69.2 34.6)' }).data.canal).toEqual(
      line(sw, [69.2, 34.6]),
    );
    expect(coerceAnswers(visit, { canal: 'LINESTRING(69.1, 34.5)' }).data.canal).toBe('LINESTRING(69.1, 34.5)');
    const node = visit.fields.get('field')!;
    const stored = area([69.100000012, 34.5], ...field.coordinates[0]!.slice(1, -1), [69.100000012, 34.5]);
    expect(FIELD_TYPES[node.type].cell?.(node, { field: stored })).toBe(
      'POLYGON((69.1 34.5, 69.101 34.5, 69.101 34.501, 69.1 34.501, 69.1 34.5))',
    );
  });
});

describe('length and area in expressions', () => {
  it('are metres and square metres, and unanswered without an answer', async () => {
    const sheet = await fill(visit);
    expect(sheet.answer('weirs', 1).errors()).toEqual({});
    expect(sheet.answer('canal', line(sw, se)).errors()).toEqual({ '/weirs': ['constraint'] });
    sheet.answer('canal', canal).answer('field', field);
    expect(sheet.stored()).toMatchObject({ canal_metres: 916.39, edge: 406, jeribs: 5.09 });
    expect(sheet.errors()).toEqual({});
    expect(sheet.clear('field').stored()).not.toHaveProperty('jeribs');
  });

  it.each([
    ['area(canal)', 'expression_types'],
    ['length(weirs)', 'expression_types'],
    ['length("x")', 'expression_types'],
    ['canal.coordinates', 'expression_name'],
    ['area()', 'expression_arguments'],
  ])('%s is refused', (expr, code) => {
    const types = { canal: 'line', field: 'area', weirs: 'number' } as const;
    expect(compileExpression(expr, types)).toMatchObject({ faults: [{ code }] });
  });
});
