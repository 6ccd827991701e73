/** Joins areas of a file to places by P-code, and makes a small map of them. */
import type { Feature, FeatureCollection } from 'geojson';
import { quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, quantile, simplify } from 'topojson-simplify';
import { Failure } from '../../../core/errors/failure.ts';
import type { BorderArea, Polygons } from './readBorders.ts';

export type BorderLevel = 'province' | 'district';

export interface LevelBorders {
  level: BorderLevel;
  /** P-codes of the places that have an area. */
  codes: string[];
  /** TopoJSON with the object `areas`, whose geometries have their P-code as `id`. */
  content: string;
  /** In `content`. */
  points: number;
}

export interface MatchedBorders {
  /** Areas in the file. */
  areas: number;
  /** Name of the property that holds the P-codes. */
  property: string;
  /** All properties that hold P-codes of places, the likeliest first, with the number of places. */
  properties: { name: string; matched: number }[];
  unmatched: { number: number; code: string | null }[];
  levels: LevelBorders[];
}

/** Borders are drawn from the zoom of a province; 15,000 points of some 50 m are enough there, and about 55 kB gzipped. */
const MOST_KEPT = 15_000;
const STEPS = 30_000;

/** The types of both packages differ in what features without properties have. */
type Simplified = Parameters<typeof presimplify>[0];

/** `places` has the level of every P-code. Throws borders_unmatched or borders_points. */
export function matchBorders(
  areas: readonly BorderArea[],
  places: ReadonlyMap<string, BorderLevel>,
  asked?: string,
): MatchedBorders {
  const properties = likelyProperties(areas, places);
  const property = asked ?? properties[0]?.name;
  if (property === undefined || !properties.some(({ name }) => name === property))
    throw new Failure('borders_unmatched');
  const byLevel = new Map<BorderLevel, Map<string, Polygons>>();
  const unmatched: MatchedBorders['unmatched'] = [];
  for (const { number, codes, polygons } of areas) {
    const code = codes.get(property);
    const level = code === undefined ? undefined : places.get(code);
    if (code === undefined || level === undefined) {
      unmatched.push({ number, code: code ?? null });
      continue;
    }
    const own = byLevel.get(level) ?? new Map<string, Polygons>();
    byLevel.set(level, own.set(code, [...(own.get(code) ?? []), ...polygons]));
  }
  const levels = [...byLevel].map(([level, own]) => ({ level, codes: [...own.keys()], ...smallMap(own) }));
  return { areas: areas.length, property, properties, unmatched, levels };
}

/** A file of districts names their provinces too, so the property with most places is the one; then that with most districts. */
function likelyProperties(areas: readonly BorderArea[], places: ReadonlyMap<string, BorderLevel>) {
  const found = new Map<string, Set<string>>();
  for (const { codes } of areas)
    for (const [name, code] of codes) if (places.has(code)) found.set(name, (found.get(name) ?? new Set()).add(code));
  const districts = (codes: Set<string>) => [...codes].filter((code) => places.get(code) === 'district').length;
  return [...found]
    .sort(([, a], [, b]) => b.size - a.size || districts(b) - districts(a))
    .map(([name, codes]) => ({ name, matched: codes.size }));
}

/** Neighbours share their border, so that it stays one line however much is left out. */
function smallMap(areas: ReadonlyMap<string, Polygons>): Pick<LevelBorders, 'content' | 'points'> {
  const features = [...areas].map(([id, coordinates]): Feature => {
    return { type: 'Feature', id, properties: null, geometry: { type: 'MultiPolygon', coordinates } };
  });
  const collection: FeatureCollection = { type: 'FeatureCollection', features };
  // Points that neighbours share may differ by the last digit.
  const whole = presimplify(topology({ areas: collection }, STEPS * 10) as Simplified);
  const [points, ends] = [pointsIn(whole), whole.arcs.length * 2];
  if (ends > MOST_KEPT) throw new Failure('borders_points', { params: { limit: MOST_KEPT } });
  const share = (MOST_KEPT - ends) / (points - ends);
  const simple = share < 1 ? simplify(whole, quantile(whole, share)) : simplify(whole, 0);
  return { content: JSON.stringify(quantize(simple, STEPS)), points: pointsIn(simple) };
}

function pointsIn({ arcs }: { arcs: readonly unknown[][] }): number {
  return arcs.reduce((sum, arc) => sum + arc.length, 0);
}
