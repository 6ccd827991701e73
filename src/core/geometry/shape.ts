/** Lines and areas on the ground as GeoJSON geometries, in degrees (WGS84). They are measured on a sphere. */
import { isObject } from '../json.ts';

export type Position = [longitude: number, latitude: number];

export interface LineString {
  type: 'LineString';
  coordinates: Position[];
}

/** One ring, whose last position repeats the first. */
export interface Polygon {
  type: 'Polygon';
  coordinates: [Position[]];
}

export type Shape = LineString | Polygon;

/** Mean radius of the Earth, in metres. */
const RADIUS = 6_371_008.8;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function isShape(value: unknown): value is Shape {
  if (!isObject(value) || Object.keys(value).length !== 2 || !Array.isArray(value.coordinates)) return false;
  if (value.type === 'LineString') return value.coordinates.every(isPosition);
  const [ring] = value.coordinates as unknown[];
  return value.type === 'Polygon' && value.coordinates.length === 1 && Array.isArray(ring) && ring.every(isPosition);
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && value.every((one) => Number.isFinite(one));
}

/** Returns the positions of a line, or of the ring of an area. */
export function shapePath({ type, coordinates }: Shape): Position[] {
  return type === 'Polygon' ? coordinates[0] : coordinates;
}

/** Returns the points that a person sets: all positions, without the one that closes a ring. */
export function shapePoints(shape: Shape): Position[] {
  return shape.type === 'Polygon' ? shape.coordinates[0].slice(0, -1) : shape.coordinates;
}

/** Returns the shape with these points; undefined for none. Positions keep 7 decimals, about a centimetre. */
export function shapeFromPoints(type: Shape['type'], points: readonly Position[]): Shape | undefined {
  const path = points.map(([longitude, latitude]): Position => [roundDegrees(longitude), roundDegrees(latitude)]);
  const [first] = path;
  if (!first) return undefined;
  return type === 'Polygon' ? { type, coordinates: [[...path, first]] } : { type, coordinates: path };
}

export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** Returns the metres between two positions. */
export function distanceInMetres([lonA, latA]: Position, [lonB, latB]: Position): number {
  const [a, b] = [radians(latA), radians(latB)];
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(lonB - lonA) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Returns metres, to the centimetre, so that all browsers and the server agree. For an area, the length of its edge. */
export function shapeLength(shape: Shape): number {
  const path = shapePath(shape);
  const metres = path.reduce(
    (sum, one, index) => (index === 0 ? 0 : sum + distanceInMetres(path[index - 1] as Position, one)),
    0,
  );
  return Math.round(metres * 100) / 100;
}

/** Returns square metres, to the hundredth. */
export function polygonArea({ coordinates: [ring] }: Polygon): number {
  const doubled = ring.reduce((sum, [longitude, latitude], index) => {
    const [lonBefore, latBefore] = ring[Math.max(0, index - 1)] as Position;
    return sum + radians(longitude - lonBefore) * (2 + Math.sin(radians(latBefore)) + Math.sin(radians(latitude)));
  }, 0);
  return Math.round(((Math.abs(doubled) * RADIUS ** 2) / 2) * 100) / 100;
}

/** Returns the number that shapes of one kind are ordered by: metres of a line, square metres of an area. */
export function shapeSize(shape: Shape): number {
  return shape.type === 'Polygon' ? polygonArea(shape) : shapeLength(shape);
}

export function isClosed(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return first !== undefined && last !== undefined && equalPositions(first, last);
}

export function equalPositions(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
