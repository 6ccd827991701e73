/** What somebody asks the map of sites: the part that is looked at, and what the sites are narrowed to. */

import { badFilter } from '../../../core/errors/failure.ts';
import { pixelOf } from '../../../core/geometry/clusters.ts';
import type { Position } from '../../../core/geometry/shape.ts';

export type MapBounds = [west: number, south: number, east: number, north: number];

/** Stands for the provinces of the person's own roles. */
export const OWN_PROVINCES = 'own';
/** As far as web maps go. */
export const WORLD_BOUNDS: Readonly<MapBounds> = [-180, -85, 180, 85];

/** Pixels of the widest screen. A wider box is looked at from farther away, so that no answer has a mark for each of many sites. */
const WIDEST = 4096;

export interface SiteMapRequest {
  box: Readonly<MapBounds>;
  zoom: number;
  programme?: string | undefined;
  status?: string | undefined;
  province?: string | undefined;
  /** Fewest open problems. */
  open: number;
  /** Fewest days since the oldest open problem was identified. */
  age?: number | undefined;
  page: number;
  /** True if the list is to hold the sites without a position. */
  isUnplaced: boolean;
}

/** The query of a request. */
export type MapQueryText = { zoom: number; open: number; page: number; age?: number } & Partial<
  Record<'bounds' | 'programme' | 'status' | 'province' | 'unplaced', string>
>;

/** Throws bad_filter for bounds that are none. */
export function readSiteMapRequest({ bounds, zoom, unplaced, ...more }: MapQueryText): SiteMapRequest {
  const box = boxFrom(bounds);
  return { ...more, box, zoom: Math.min(zoom, closestFor(box)), isUnplaced: unplaced === '1' };
}

export function isInsideBounds(
  [longitude, latitude]: Position,
  [west, south, east, north]: Readonly<MapBounds>,
): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function boxFrom(value: string | undefined): Readonly<MapBounds> {
  if (!value) return WORLD_BOUNDS;
  const numbers = value.split(',').map(Number);
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  if (numbers.length !== 4 || !(west < east && south < north)) throw badFilter('bounds');
  const isOfWorld = isInsideBounds([west, south], WORLD_BOUNDS) && isInsideBounds([east, north], WORLD_BOUNDS);
  if (!isOfWorld) throw badFilter('bounds');
  return [west, south, east, north];
}

/** Returns the zoom at which the box is as wide or high as the widest screen. */
function closestFor([west, south, east, north]: Readonly<MapBounds>): number {
  const [left, bottom] = pixelOf([west, south], 0);
  const [right, top] = pixelOf([east, north], 0);
  return Math.log2(WIDEST / Math.max(right - left, bottom - top));
}
