/**
 * Makes the map of the widgets: the outlines of the provinces by P-code, from `outlines/` (its SOURCES.md says whose they are). Two provinces have the name of a neighbour there, so that each outline belongs to the province
 * whose centre is nearest to its own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import type { Places } from '../src/core/generated/places.ts';
import topology from './outlines/afghanistan.topo.json' with { type: 'json' };

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

/** Pixels for a degree of latitude in the simple picture of the provinces, and its corner. Degrees of longitude are shorter. */
const SCALE = 50;
const CORNER = { longitude: 60.4, latitude: 38.6 };
const NARROWED = Math.cos((34 * Math.PI) / 180);

/** Returns a module with the outline of each province as SVG path, by id of the place, for pages without a map library. */
export function outlinesFile(root: string): string {
  const { provinces } = JSON.parse(readFileSync(join(root, 'forms/common/places.json'), 'utf8')) as Places;
  const map = JSON.parse(mapFile(root)) as Topology;
  const { features } = feature(map, 'provinces') as unknown as {
    features: { id: string; geometry: { coordinates: Ring[] } }[];
  };
  // Points of a grid of 3 pixels, so that neighbours leave out the same ones.
  const pixels = (degrees: number) => 3 * Math.round((degrees * SCALE) / 3);
  const at = ([longitude, latitude]: Ring[number]) =>
    `${pixels((longitude - CORNER.longitude) * NARROWED)} ${pixels(CORNER.latitude - latitude)}`;
  const paths = features.map(({ id, geometry }) => {
    const place = provinces.find(({ pcode }) => pcode === id);
    const points = (ring: Ring) => [...new Set(ring.map(at))].join('L');
    return [place?.id, geometry.coordinates.map((ring) => `M${points(ring)}Z`).join('')];
  });
  const lines = paths.map(([id, path]) => `  '${id}': '${path}',`);
  return [
    '// Generated from codegen/outlines (Natural Earth) by npm run generate. Do not edit.',
    "export const OUTLINES_BOX = '0 0 600 470';",
    '/** SVG paths by id of the province. */',
    'export const OUTLINES: Readonly<Record<string, string>> = {',
    ...lines,
    '};\n',
  ].join('\n');
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
