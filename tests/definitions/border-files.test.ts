/** Files of borders: what is read, what is refused, and how small the map of them gets. */
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import constants from '../../forms/common/constants.json' with { type: 'json' };
import { Failure } from '../../src/core/errors/failure.ts';
import { type BorderLevel, matchBorders } from '../../src/server/reference/borders/matchBorders.ts';
import { readBorders } from '../../src/server/reference/borders/readBorders.ts';

type Json = Record<string, unknown>;

const PLACES = new Map<string, BorderLevel>([
  ['AF10', 'province'],
  ['AF11', 'province'],
]);

/** A square of a tenth of a degree. */
function square(longitude = 67, latitude = 34): number[][] {
  const [east, north] = [longitude + 0.1, latitude + 0.1];
  return [
    [longitude, latitude],
    [east, latitude],
    [east, north],
    [longitude, north],
    [longitude, latitude],
  ];
}

const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings.length > 0 ? rings : [square()] });
const area = (properties: Json, geometry: Json = polygon()) => ({ type: 'Feature', properties, geometry });
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const topology = (geometry: Json, more: Json = {}) => ({
  type: 'Topology',
  objects: { any: { type: 'GeometryCollection', geometries: [{ id: 'AF10', ...geometry }] } },
  arcs: [square()],
  ...more,
});

function read(content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return matchBorders(readBorders(text, constants), PLACES);
}

function refusal(content: unknown): string {
  try {
    return `read ${read(content).areas}`;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

describe('files of borders', () => {
  it('may be TopoJSON, one feature, of several parts, with heights', () => {
    const province = { levels: [{ level: 'province', codes: ['AF10'] }] };
    expect(read(topology({ type: 'Polygon', arcs: [[0]] }))).toMatchObject(province);
    const transform = { scale: [0.1, 0.1], translate: [67, 34] };
    const steps = [
      [0, 0],
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ];
    const quantised = topology({ type: 'MultiPolygon', arcs: [[[0]]] }, { transform, arcs: [steps] });
    expect(read(quantised)).toMatchObject(province);
    const high = square().map((position) => [...position, 2500]);
    expect(read(area({ id: 'AF10' }, { type: 'MultiPolygon', coordinates: [[high]] }))).toMatchObject(province);
    const parts = collection(area({ code: 'AF10' }), area({ code: ' af10 ' }, polygon(square(68))));
    expect(read(parts)).toMatchObject({ areas: 2, ...province });
  });

  it.each<[string, unknown]>([
    ['borders_unreadable', 'name,age\n'],
    ['borders_unreadable', ''],
    ['borders_unreadable', 'null'],
    ['borders_unreadable', { type: 'Polygon', coordinates: [] }],
    ['borders_unreadable', topology({ type: 'Polygon', arcs: [[7]] })],
    ['borders_unreadable', topology({ type: 'Polygon', arcs: [['length']] })],
    ['borders_unreadable', topology({ type: 'Polygon', arcs: [[0]] }, { arcs: [[5, null]] })],
    ['borders_unreadable', topology({ type: 'Polygon', arcs: [[0]] }, { transform: { scale: 'x' } })],
    ['borders_unreadable', topology({ type: 'Polygon' })],
    ['borders_shape', topology({ type: 'Polygon', arcs: [[]] })],
    ['borders_shape', topology({ type: 'LineString', arcs: [0] })],
    ['borders_shape', topology({ type: 'GeometryCollection', geometries: [], arcs: [] })],
    ['borders_shape', area({}, { type: 'Point', coordinates: [67, 34] })],
    ['borders_shape', area({}, polygon([]))],
    ['borders_shape', area({}, polygon(square().slice(1)))],
    ['borders_shape', area({}, { type: 'MultiPolygon', coordinates: [[square().map(() => ['67', '34'])]] })],
    ['borders_shape', collection(null)],
    ['borders_shape', topology({ type: 'Polygon', arcs: [[0]] }, { transform: { scale: [{}, 1], translate: [0, 0] } })],
    ['borders_outside', area({}, polygon(square(7_459_000, 4_080_000)))],
    ['borders_outside', area({}, polygon(square(34, 67)))],
    ['borders_outside', area({}, polygon(square(1e308, -1e308)))],
    ['borders_unmatched', area({ code: 'DE' })],
    ['borders_unmatched', area({ code: 'AF10'.repeat(20) })],
    ['borders_unmatched', collection()],
  ])('are refused (%s) when they are %j', (code, content) => {
    expect(refusal(content)).toBe(code);
  });

  it('that are made to hurt are refused before anything is built of them', () => {
    const nested = `${'['.repeat(200_000)}1${']'.repeat(200_000)}`;
    const hiding = (content: unknown) => JSON.stringify(content).replace('"?"', nested);
    expect(refusal(nested)).toBe('borders_unreadable');
    expect(refusal(hiding(topology({ type: 'Polygon', arcs: ['?'] })))).toBe('borders_unreadable');
    expect(refusal(hiding(area({ code: 'AF10' }, { type: 'Polygon', coordinates: '?' })))).toBe('borders_shape');
    expect(refusal(hiding(area({ code: 'AF10', other: '?' })))).toBe('read 1');
    expect(refusal('{"type":"Feature","properties":{"__proto__":"AF10"},"geometry":null}')).toBe('borders_shape');
    const again = Array.from({ length: 101_000 }, () => [0]);
    expect(refusal(topology({ type: 'MultiPolygon', arcs: [again] }))).toBe('borders_points');
    const pieces = Array.from({ length: 7_600 }, (_, at) => [
      square(61 + (at % 130) / 10, 30 + Math.floor(at / 130) / 20),
    ]);
    expect(refusal(area({ code: 'AF10' }, { type: 'MultiPolygon', coordinates: pieces }))).toBe('borders_points');
  });

  it('with very many points become a small map, in which neighbours still meet', () => {
    const steps = 20_000;
    const latitude = (at: number) => 34 + Math.sin(at / 7) / 50 + Math.sin(at / 900) / 10;
    const line = Array.from({ length: steps }, (_, at) => [64 + (at * 4) / steps, latitude(at)]);
    const ring = (far: number) => [...line, [68, far], [64, far], line[0] as number[]];
    const { levels } = read(
      collection(area({ code: 'AF10' }, polygon(ring(35))), area({ code: 'AF11' }, polygon(ring(33)))),
    );
    const [level] = levels;
    expect(level?.points).toBeLessThan(15_100);
    const map = JSON.parse(level?.content ?? '');
    const { features } = feature(map, 'areas') as unknown as {
      features: { geometry: { coordinates: number[][][][] } }[];
    };
    const [north, south] = features.map(({ geometry }) => new Set(geometry.coordinates.flat(2).map(String)));
    const shared = [...(north ?? [])].filter((position) => south?.has(position));
    // All but the two corners that are their own.
    expect(shared.length).toBe((north?.size ?? 0) - 2);
  });
});
