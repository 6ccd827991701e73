/** What somebody asks the map of sites: the part that is looked at, and what the sites are narrowed to. */

import { badFilter } from '../../../core/errors/failure.ts';
import { pixelOf } from '../../../core/geometry/clusters.ts';
import type { Position } from '../../../core/geometry/shape.ts';
import { getOwn } from '../../../core/getOwn.ts';

export type Box = [west: number, south: number, east: number, north: number];

/** Stands for the provinces of the person's own roles. */
export const OWN = 'own';
/** As far as web maps go. */
export const WORLD: Readonly<Box> = [-180, -85, 180, 85];

const CLOSEST = 19;
/** Pixels of the widest screen. A wider box is looked at from farther away, so that no answer has a mark for each of many sites. */
const WIDEST = 4096;
const LONGEST = 100;
const MOST = 100_000;

export interface MapQuestion {
  box: Readonly<Box>;
  zoom: number;
  programme?: string | undefined;
  status?: string | undefined;
  province?: string | undefined;
  /** Fewest open problems. */
  open?: number | undefined;
  /** Fewest days since the oldest open problem was identified. */
  age?: number | undefined;
  page: number;
  /** True if the list is to hold the sites without a position. */
  isUnplaced: boolean;
}

/** Throws bad_filter for a value that is no such thing. */
export function readMapQuestion(query: Record<string, unknown>): MapQuestion {
  const box = boxFrom(query.bounds);
  return {
    box,
    zoom: Math.min(whole(query, 'zoom', 0, CLOSEST) ?? 0, closestFor(box)),
    programme: plain(query, 'programme'),
    status: plain(query, 'status'),
    province: plain(query, 'province'),
    open: whole(query, 'open', 0, MOST),
    age: whole(query, 'age', 0, MOST),
    page: whole(query, 'page', 1, MOST) ?? 1,
    isUnplaced: plain(query, 'unplaced') === '1',
  };
}

export function isInside([longitude, latitude]: Position, [west, south, east, north]: Readonly<Box>): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function boxFrom(value: unknown): Readonly<Box> {
  if (value === undefined || value === '') return WORLD;
  const numbers = typeof value === 'string' && value.length <= LONGEST ? value.split(',').map(Number) : [];
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  if (numbers.length !== 4 || !(west < east && south < north)) throw badFilter('bounds');
  const isOfWorld = isInside([west, south], WORLD) && isInside([east, north], WORLD);
  if (!isOfWorld) throw badFilter('bounds');
  return [west, south, east, north];
}

/** Returns the zoom at which the box is as wide or high as the widest screen. */
function closestFor([west, south, east, north]: Readonly<Box>): number {
  const [left, bottom] = pixelOf([west, south], 0);
  const [right, top] = pixelOf([east, north], 0);
  return Math.log2(WIDEST / Math.max(right - left, bottom - top));
}

function plain(query: Record<string, unknown>, name: string): string | undefined {
  const value = getOwn(query, name);
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > LONGEST) throw badFilter(name);
  return value;
}

function whole(query: Record<string, unknown>, name: string, least: number, most: number): number | undefined {
  const value = plain(query, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isFinite(number) || number < least || number > most) throw badFilter(name);
  return number;
}
