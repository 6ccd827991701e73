/** How far a position lies outside a place: from its imported border, or from its point where no border was imported. */
import type { MultiPolygon, Polygon } from 'geojson';
import { LRUCache } from 'lru-cache';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { distanceInMetres, type Position } from '../../../core/geometry/shape.ts';
import { getOrMake } from '../../../core/memoize.ts';
import type { Handle } from '../../db/database.ts';
import type { Place } from '../places.ts';

type Areas = ReadonlyMap<string, Polygon | MultiPolygon>;

/** Areas by P-code, by the hash of their map. */
const maps = new LRUCache<string, Promise<Areas>>({ max: 2 });
const METRES = 1000;

export interface DistanceOutside {
  kilometres: number;
  /** Whether they are counted from the border. */
  isBorder: boolean;
}

/** Returns 0 kilometres inside a border. Undefined if neither border nor point of the place is known. */
export async function distanceOutside(
  db: Handle,
  { pcode, level, latitude, longitude }: Place,
  position: Position,
): Promise<DistanceOutside | undefined> {
  const area = pcode ? (await areasOf(db, level)).get(pcode) : undefined;
  if (area) return { kilometres: fromArea(area, position) / METRES, isBorder: true };
  if (latitude === null || longitude === null) return undefined;
  return { kilometres: distanceInMetres([longitude, latitude], position) / METRES, isBorder: false };
}

async function areasOf(db: Handle, level: string): Promise<Areas> {
  const known = await db.selectFrom('place_borders').select('hash').where('level', '=', level).executeTakeFirst();
  if (!known) return new Map();
  return getOrMake('areas of borders', maps, known.hash, async () => {
    const { content } = await db
      .selectFrom('place_borders')
      .select('content')
      .where('level', '=', level)
      .executeTakeFirstOrThrow();
    const map = JSON.parse(content) as Topology<{ areas: GeometryCollection }>;
    return new Map(
      feature(map, map.objects.areas).features.map(({ id, geometry }) => [String(id), geometry as MultiPolygon]),
    );
  });
}

/** Returns metres from the nearest edge, 0 inside. */
function fromArea(area: Polygon | MultiPolygon, position: Position): number {
  const polygons = (area.type === 'Polygon' ? [area.coordinates] : area.coordinates) as Position[][][];
  const isInside = polygons.some((rings) => rings.filter((ring) => isWithin(ring, position)).length % 2 === 1);
  if (isInside) return 0;
  let least = Number.POSITIVE_INFINITY;
  // Not Math.min of a list: a detailed border has more edges than a call takes arguments.
  for (const ring of polygons.flat())
    for (const [at, to] of ring.slice(1).entries())
      least = Math.min(least, edgeDistance(ring[at] as Position, to, position));
  return least;
}

/** Counts how often a line to the east crosses the ring. */
function isWithin(ring: readonly Position[], [x, y]: Position): boolean {
  let isInside = false;
  for (const [at, [xa, ya]] of ring.entries()) {
    const [xb, yb] = ring[(at + ring.length - 1) % ring.length] as Position;
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) isInside = !isInside;
  }
  return isInside;
}

/** Returns metres from the edge between two points. Edges are short, so the plane is exact enough. */
function edgeDistance([xa, ya]: Position, [xb, yb]: Position, position: Position): number {
  const narrow = Math.cos((position[1] * Math.PI) / 180);
  const [dx, dy] = [(xb - xa) * narrow, yb - ya];
  const [px, py] = [(position[0] - xa) * narrow, position[1] - ya];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return distanceInMetres([xa + (xb - xa) * along, ya + (yb - ya) * along], position);
}
