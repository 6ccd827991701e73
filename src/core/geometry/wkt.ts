/** Well-known text (OGC), the text form of geometries that spreadsheets and map programs exchange. */
import { type Position, roundDegrees, type Shape, shapePath } from './shape.ts';

/** Positions have 7 decimals, also those that were stored with more. */
export function toWkt(shape: Shape): string {
  const path = shapePath(shape)
    .map(([longitude, latitude]) => `${roundDegrees(longitude)} ${roundDegrees(latitude)}`)
    .join(', ');
  return shape.type === 'Polygon' ? `POLYGON((${path}))` : `LINESTRING(${path})`;
}

const LINE = /^LINESTRING *\(([^()]*)\)$/i;
const AREA = /^POLYGON *\( *\(([^()]*)\) *\)$/i;

/** Returns undefined for another text. */
export function fromWkt(text: string): Shape | undefined {
  const plain = text.trim().replace(/\s+/g, ' ');
  const [line, area] = [LINE.exec(plain)?.[1], AREA.exec(plain)?.[1]];
  const path = (line ?? area)?.split(',').map((pair) => pair.trim().split(' ').map(Number));
  if (!path?.every((pair) => pair.length === 2 && pair.every(Number.isFinite))) return undefined;
  const positions = path as Position[];
  return line === undefined
    ? { type: 'Polygon', coordinates: [positions] }
    : { type: 'LineString', coordinates: positions };
}
