/**
 * Reads the areas of a GeoJSON or TopoJSON file. The file may be malicious, so this runs in its own worker (`worker.ts`), counts
 * points before it builds anything of them, and takes only positions and texts that may be P-codes.
 */
import { feature } from 'topojson-client';
import type { Polygon, Topology } from 'topojson-specification';
import { Failure } from '../../../core/errors/failure.ts';
import type { Constants } from '../../../core/generated/constants.ts';
import { isClosed, type Position } from '../../../core/geometry/shape.ts';
import { isObject } from '../../../core/json.ts';

/** The degrees between which the country lies. */
export type CountryBounds = Pick<Constants, 'latitude' | 'longitude'>;

/** Coordinates of a GeoJSON MultiPolygon. */
export type Polygons = Position[][][];

export interface BorderArea {
  /** Where it stands in the file, from 1. */
  number: number;
  /** By the name of the property: what may be a P-code, in upper case. */
  codes: ReadonlyMap<string, string>;
  polygons: Polygons;
}

interface Given {
  properties: unknown;
  id?: unknown;
  /** Returns a GeoJSON geometry, if it is an area. */
  geometry: () => unknown;
}

const MOST_POINTS = 500_000;
/** Degrees around the box of the constants, which is drawn close. */
const MARGIN = 0.5;
const MOST_PROPERTIES = 100;
const LONGEST_NAME = 100;
const LONGEST_CODE = 40;

/** Throws borders_unreadable, borders_points, borders_shape or borders_outside. */
export function readBorders(text: string, box: CountryBounds): BorderArea[] {
  let points = 0;
  return givenAreas(parsed(text), () => MOST_POINTS - points).map((given, index) => {
    const number = index + 1;
    const polygons = polygonsOf(given.geometry(), number);
    for (const position of polygons.flat(2)) mustBeInside(position, box, number);
    points += polygons.flat(2).length;
    mustFit(points);
    return { number, codes: codesOf(given), polygons };
  });
}

function mustFit(points: number): void {
  if (points > MOST_POINTS) throw new Failure('borders_points', { params: { limit: MOST_POINTS } });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('borders_unreadable');
  }
}

/** `left` says how many points may still be built. */
function givenAreas(file: unknown, left: () => number): Given[] {
  if (!isObject(file)) throw new Failure('borders_unreadable');
  if (file.type === 'Feature') return [givenFeature(file)];
  if (file.type === 'FeatureCollection' && Array.isArray(file.features)) return file.features.map(givenFeature);
  if (file.type === 'Topology' && isObject(file.objects))
    return givenOfTopology(file, Object.values(file.objects), left);
  throw new Failure('borders_unreadable');
}

function givenFeature(given: unknown): Given {
  const { properties, id, geometry } = isObject(given) ? given : {};
  return { properties, id, geometry: () => geometry };
}

function givenOfTopology(file: Record<string, unknown>, objects: unknown[], left: () => number): Given[] {
  const { arcs, transform } = file;
  const isPoints = (arc: unknown) => Array.isArray(arc) && arc.every(Array.isArray);
  if (!Array.isArray(arcs) || !arcs.every(isPoints)) throw new Failure('borders_unreadable');
  if (transform !== undefined && !isTransform(transform)) throw new Failure('borders_unreadable');
  const topology = { type: 'Topology', arcs, objects: {}, ...(transform !== undefined && { transform }) } as Topology;
  const geometries = objects.flatMap((one) =>
    isObject(one) && one.type === 'GeometryCollection' && Array.isArray(one.geometries) ? one.geometries : [one],
  );
  return geometries.map((one: unknown): Given => {
    const { properties, id, ...geometry } = isObject(one) ? one : {};
    return {
      properties,
      id,
      geometry: () => {
        // An arc may be named any number of times.
        if (arcPoints(arcs as unknown[][], geometry.arcs) > left()) mustFit(Number.POSITIVE_INFINITY);
        const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
        return isArea && feature(topology, geometry as unknown as Polygon).geometry;
      },
    };
  });
}

function isTransform(value: unknown): boolean {
  if (!isObject(value)) return false;
  return [value.scale, value.translate].every((pair) => Array.isArray(pair) && pair.length === 2);
}

/** Returns the points of all arcs that a geometry names, at any depth. */
function arcPoints(arcs: unknown[][], named: unknown): number {
  const indexes = Array.isArray(named) ? named.flat(2) : [Number.NaN];
  return indexes.reduce<number>((sum, index: number) => {
    const arc = Number.isInteger(index) ? arcs[index < 0 ? ~index : index] : undefined;
    if (!arc) throw new Failure('borders_unreadable');
    return sum + arc.length;
  }, 0);
}

function polygonsOf(geometry: unknown, number: number): Polygons {
  const { type, coordinates } = isObject(geometry) ? geometry : {};
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : undefined;
  if (!Array.isArray(polygons) || polygons.length === 0) throw notAnArea(number);
  return polygons.map((rings: unknown) => {
    if (!Array.isArray(rings) || rings.length === 0) throw notAnArea(number);
    return rings.map((ring: unknown) => ringOf(ring, number));
  });
}

/** Heights are left out. */
function ringOf(ring: unknown, number: number): Position[] {
  if (!Array.isArray(ring) || ring.length < 4) throw notAnArea(number);
  const positions = ring.map((position: unknown): Position => {
    const [longitude, latitude] = Array.isArray(position) ? position : [];
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) throw notAnArea(number);
    return [longitude, latitude];
  });
  if (!isClosed(positions)) throw notAnArea(number);
  return positions;
}

function notAnArea(number: number): Failure {
  return new Failure('borders_shape', { params: { number } });
}

function mustBeInside([longitude, latitude]: Position, box: CountryBounds, number: number): void {
  const isIn = (degrees: number, { minimum, maximum }: CountryBounds['latitude']) =>
    degrees >= minimum - MARGIN && degrees <= maximum + MARGIN;
  if (isIn(longitude, box.longitude) && isIn(latitude, box.latitude)) return;
  const [shownLatitude, shownLongitude] = [latitude, longitude].map((degrees) =>
    String(Number(degrees.toPrecision(6))),
  );
  throw new Failure('borders_outside', { params: { number, latitude: shownLatitude, longitude: shownLongitude } });
}

function codesOf({ properties, id }: Given): Map<string, string> {
  const named = Object.entries(isObject(properties) ? properties : {}).slice(0, MOST_PROPERTIES);
  const codes = new Map<string, string>();
  for (const [name, value] of [...named, ['id', id] as const]) {
    const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
    if (code !== '' && code.length <= LONGEST_CODE && name.length <= LONGEST_NAME && !codes.has(name))
      codes.set(name, code);
  }
  return codes;
}
