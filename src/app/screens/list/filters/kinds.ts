/** The kind of value a column is filtered by, so that filters, marks and the search screen offer the same. */
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import type { PropertyKind } from '../../../../core/form/types/fieldType.ts';
import { holdsPlaces, isMonthQuestion, propertyKindOf } from '../../../../core/form/types/question.ts';
import type { PlaceView } from '../../../../core/generated/api.ts';
import type { ListColumn } from '../../record/columns.ts';

/**
 * options: a closed scale. list: an open list. places and records are searched on the server. answered: only whether there is
 * an answer.
 */
export type FilterValueKind =
  | 'status'
  | 'options'
  | 'list'
  | 'records'
  | 'places'
  | 'mine'
  | 'date'
  | 'number'
  | 'answered'
  | 'words';

/** The kind by what the stored property holds. */
const KIND: Readonly<Record<PropertyKind, FilterValueKind>> = {
  text: 'words',
  number: 'number',
  integer: 'number',
  day: 'date',
  instant: 'date',
  time: 'words',
  option: 'options',
  options: 'options',
  item: 'list',
  items: 'list',
  place: 'places',
  record: 'records',
  records: 'records',
  files: 'answered',
  shape: 'answered',
  rows: 'answered',
};

export function filterValueKind(column: ListColumn): FilterValueKind {
  if (column.kind === 'status') return 'status';
  if (column.kind === 'organization') return 'list';
  if (column.kind === 'person') return 'mine';
  if (isPlace(column)) return 'places';
  if (column.kind === 'date' || column.kind === 'instant') return 'date';
  const part = columnPart(column);
  return part ? KIND[part] : 'words';
}

/** Returns what the column's answer holds. Undefined for engine columns and parent columns. */
export function columnPart({ kind, node, source }: ListColumn): PropertyKind | undefined {
  return node && propertyKindOf(node, kind === 'property' ? source : undefined);
}

/** True if the column has days that stand for their months. */
export function isMonthColumn({ node }: Pick<ListColumn, 'node'>): boolean {
  return node !== undefined && isMonthQuestion(node);
}

/** True if the user chooses from a set and may choose several values. */
export function isChoiceKind(kind: FilterValueKind): boolean {
  return kind !== 'date' && kind !== 'number' && kind !== 'words';
}

function isPlace(column: ListColumn): boolean {
  return (
    column.kind === 'place' ||
    (column.node !== undefined && holdsPlaces(column.node)) ||
    column.node?.def.places !== undefined ||
    /^parent\.(province|district|village)(_id)?$/.test(column.source)
  );
}

export type FilterPlaceLevel = PlaceView['level'];

export function placeLevel(column: ListColumn): FilterPlaceLevel {
  if (/district/.test(column.source)) return 'district';
  if (/village/.test(column.source)) return 'village';
  return 'province';
}

const ENGINE_PLACES = /^(parent\.)?(province|district|village)(_id)?$/;

/**
 * Returns the filter field of each place level if the column is the record's own or its parent's place, else undefined. The
 * engine knows every record's province, district and village, so a filter by province offers its districts and villages.
 */
export function placeSources(form: CompiledForm, column: ListColumn): Record<FilterPlaceLevel, string> | undefined {
  const own = form.definition.place;
  const isOwn =
    ENGINE_PLACES.test(column.source) || (own !== undefined && (column.source === own || column.node?.name === own));
  if (!isOwn) return undefined;
  const sources = { province: 'province', district: 'district', village: 'village' };
  return { ...sources, [placeLevel(column)]: column.source };
}
