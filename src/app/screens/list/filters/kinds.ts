/** What kind of value a column is filtered by, so that filters, marks and the older search offer the same. */
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import type { Part } from '../../../../core/form/types/fieldType.ts';
import { holdsPlaces, partOf } from '../../../../core/form/types/question.ts';
import type { PlaceView } from '../../../../core/generated/api.ts';
import type { ListColumn } from '../../record/columns.ts';

/** options: a closed scale; list: an open list; places, records: searched on the server. */
export type ValueKind = 'status' | 'options' | 'list' | 'records' | 'places' | 'mine' | 'date' | 'number' | 'words';

/** By what the stored property holds. */
const KIND: Readonly<Record<Part, ValueKind>> = {
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
  files: 'words',
  rows: 'words',
};

export function valueKind(column: ListColumn): ValueKind {
  if (column.kind === 'status') return 'status';
  if (column.kind === 'organization') return 'list';
  if (column.kind === 'person') return 'mine';
  if (isPlace(column)) return 'places';
  if (column.kind === 'date' || column.kind === 'instant') return 'date';
  const part = columnPart(column);
  return part ? KIND[part] : 'words';
}

/** What the answer a column shows holds; undefined for columns of the engine and of the parent. */
export function columnPart({ kind, node, source }: ListColumn): Part | undefined {
  return node && partOf(node, kind === 'property' ? source : undefined);
}

/** A value out of a set: several may be chosen. */
export function isChosen(kind: ValueKind): boolean {
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

export type Level = PlaceView['level'];

export function placeLevel(column: ListColumn): Level {
  if (/district/.test(column.source)) return 'district';
  if (/village/.test(column.source)) return 'village';
  return 'province';
}

const ENGINE_PLACES = /^(parent\.)?(province|district|village)(_id)?$/;

/**
 * Sources of the levels of a record's own place, when this column is one of them: the engine knows province, district
 * and village of every record, so that a filter by province leads on to its districts and their villages.
 */
export function placeSources(form: CompiledForm, column: ListColumn): Record<Level, string> | undefined {
  const own = form.definition.place;
  const isOwn =
    ENGINE_PLACES.test(column.source) || (own !== undefined && (column.source === own || column.node?.name === own));
  if (!isOwn) return undefined;
  const sources = { province: 'province', district: 'district', village: 'village' };
  return { ...sources, [placeLevel(column)]: column.source };
}
