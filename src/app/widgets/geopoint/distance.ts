import { distanceInMetres } from '../../../core/geometry/shape.ts';

export interface Point {
  latitude: number;
  longitude: number;
}

/** Returns the kilometres between two points. */
export function distanceInKilometres(a: Point, b: Point): number {
  return distanceInMetres([a.longitude, a.latitude], [b.longitude, b.latitude]) / 1000;
}
