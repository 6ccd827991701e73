/** Base of the types that are drawn on a map. The answer is a GeoJSON geometry: RFC 7946, in degrees, one ring for an area. */
import type { Constants, FieldNode, JsonSchema, RecordData } from '../../../definitions/types.ts';
import type { RecordError } from '../../../errors/recordErrors.ts';
import { isSelfCrossing } from '../../../geometry/crossing.ts';
import {
  isClosed,
  isShape,
  type Position,
  roundDegrees,
  type Shape,
  shapePath,
  shapePoints,
} from '../../../geometry/shape.ts';
import { fromWkt, toWkt } from '../../../geometry/wkt.ts';
import { cleanText, toLatinDigits, withoutMarks } from '../../../text/letters.ts';
import { parseJsonText } from '../../coerceValue.ts';
import { type FieldTypeBase, isUnanswered, storedValue, type TextContext } from '../fieldType.ts';

/** Fewest points: a line has two ends, an area three corners. */
export const FEWEST_POINTS = { LineString: 2, Polygon: 3 } as const;

/** Most positions, unless the contract says another number. */
const MOST = 1000;

/** Returns the contract of a shape. That a ring is closed and does not cross itself is more than JSON Schema can say. */
export function geometrySchema(type: Shape['type'], { longitude, latitude }: Constants, maxItems = MOST): JsonSchema {
  const position = {
    type: 'array',
    prefixItems: [longitude, latitude].map((bounds) => ({ type: 'number', ...bounds })),
    minItems: 2,
    maxItems: 2,
  };
  const line = { type: 'array', items: position, minItems: FEWEST_POINTS.LineString, maxItems };
  const rings = { type: 'array', items: { ...line, minItems: FEWEST_POINTS.Polygon + 1 }, minItems: 1, maxItems: 1 };
  return {
    type: 'object',
    required: ['type', 'coordinates'],
    additionalProperties: false,
    properties: { type: { type: 'string', enum: [type] }, coordinates: type === 'Polygon' ? rings : line },
  };
}

/** `measure` returns what a finished shape is in words. */
export function shapeTypeBase<T extends Shape>(
  type: T['type'],
  measure: (shape: T, context: TextContext) => string,
): FieldTypeBase {
  const answer = (node: FieldNode, data: RecordData) => {
    const value = storedValue(node, data);
    return isShape(value) && value.type === type ? (value as T) : undefined;
  };
  return {
    parts: { value: 'shape' },
    contract: { type: 'object', geometry: type },
    writes: type === 'LineString' ? 'line' : 'area',
    uiOptions: { maxPoints: { least: FEWEST_POINTS[type] }, step: { least: 1 } },
    coerce: readShape,
    rule: (value, node) => faultOf(type, value, node),
    text: (node, data, context) => {
      const shape = answer(node, data);
      return shape ? measure(shape, context) : '';
    },
    cell: (node, data) => {
      const shape = answer(node, data);
      return shape ? toWkt(shape) : '';
    },
    isEmpty: isUnanswered,
    read: 'words',
    sample: (random) => {
      const [east, north] = [random.whole(6600, 7000) / 100, random.whole(3300, 3500) / 100];
      const path: Position[] = [
        [east, north],
        [roundDegrees(east + 0.002), north],
        [east, roundDegrees(north + 0.002)],
      ];
      return type === 'Polygon' ? { type, coordinates: [[...path, path[0]]] } : { type, coordinates: path };
    },
    isWide: true,
    personal: 'exact',
  };
}

/** Reads well-known text, and JSON in a text, as form-encoded bodies have it. Positions keep 7 decimals. */
function readShape(given: unknown): unknown {
  const text = typeof given === 'string' ? toLatinDigits(withoutMarks(cleanText(given))) : undefined;
  const read = text === undefined ? given : text.startsWith('{') ? parseJsonText(text) : (fromWkt(text) ?? text);
  if (!isShape(read)) return read;
  const path = shapePath(read).map(([longitude, latitude]) => [roundDegrees(longitude), roundDegrees(latitude)]);
  return { type: read.type, coordinates: read.type === 'Polygon' ? [path] : path };
}

/** Returns the first thing that is wrong with an answer. What is no geometry at all is left to the contract. */
function faultOf(type: Shape['type'], value: unknown, node: AskedShape): RecordError | undefined {
  if (!isShape(value) || value.type !== type) return { code: 'shape' };
  const [points, path] = [shapePoints(value), shapePath(value)];
  const most = mostPoints(node);
  if (points.length > most) return { code: 'points_many', params: { limit: most } };
  const [longitude, latitude] = boundsOf(node.schema);
  const outside = path.findIndex((one) => !isWithin(one[0], longitude) || !isWithin(one[1], latitude));
  if (outside >= 0) return { code: 'point_outside', params: { number: outside + 1, ...named(longitude, latitude) } };
  if (type === 'Polygon' && !isClosed(path)) return { code: 'ring_open' };
  const different = new Set(points.map(String)).size;
  if (different < FEWEST_POINTS[type]) return { code: 'points_few', params: { limit: FEWEST_POINTS[type] } };
  return type === 'Polygon' && isSelfCrossing(path) ? { code: 'ring_crosses' } : undefined;
}

type Bounds = { minimum?: number; maximum?: number };

function isWithin(degrees: number, { minimum = -180, maximum = 180 }: Bounds = {}): boolean {
  return degrees >= minimum && degrees <= maximum;
}

function named(longitude: Bounds = {}, latitude: Bounds = {}) {
  return { west: longitude.minimum, east: longitude.maximum, south: latitude.minimum, north: latitude.maximum };
}

/** Returns the schema of the list of positions. */
export function positionListSchema(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema as { properties?: Record<string, JsonSchema> };
  const coordinates = properties.coordinates ?? {};
  const items = (coordinates.items ?? {}) as JsonSchema;
  return items.prefixItems ? coordinates : items;
}

function boundsOf(schema: JsonSchema): Bounds[] {
  const { prefixItems } = (positionListSchema(schema).items ?? {}) as { prefixItems?: Bounds[] };
  return prefixItems ?? [];
}

type AskedShape = Pick<FieldNode, 'def' | 'schema'>;

/** Returns how many points an answer may have: the option of the question, at most the contract's. */
export function mostPoints({ def, schema }: AskedShape): number {
  const { maxPoints = Number.POSITIVE_INFINITY } = (def['ui:options'] ?? {}) as { maxPoints?: number };
  const { minItems, maxItems } = positionListSchema(schema) as { minItems?: number; maxItems?: number };
  // A ring needs one position more than it has corners.
  const positions = maxItems ?? Number.POSITIVE_INFINITY;
  return Math.min(maxPoints, minItems === FEWEST_POINTS.LineString ? positions : positions - 1);
}
