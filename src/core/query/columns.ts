/**
 * The columns that a projection can have, and those that every projection has. A source has up to three columns: the value
 * (`f_…`), the folded text (`…_fold`) and the sort key (`…_sort`). Texts, days and sort keys are never null. No answer is
 * the empty text, so an index gives the same order on both engines.
 */
import type { FieldNode } from '../definitions/types.ts';
import type { PropertyKind } from '../form/types/fieldType.ts';

/** words: searchable text; name: id shown by its name; id: id or code; list: several ids; day: text that sorts by time. */
export type ColumnKind = 'words' | 'name' | 'id' | 'list' | 'number' | 'day';

export interface PlannedColumn {
  /** As definitions write it: a property name, an engine column or `parent.<property name>`. */
  source: string;
  kind: ColumnKind;
  /** Column with the value. */
  value: string;
  /** Column with the folded text. Only for the kinds `words` and `name`. */
  fold: string | null;
  /** Column to sort by. Never null in a row. */
  sort: string;
  /** SQL type of the sort column. */
  sortType: 'text' | 'real';
  /** For answers: the field, its property name, and whether it belongs to the parent. */
  field?: FieldNode;
  property?: string;
  ofParent?: boolean;
  /** True if not everybody who sees the record may read the answer. The text index then leaves it out. */
  isRestricted?: boolean;
  /** True if lists can be sorted by it. An index then gives the order, with the default order after it. */
  isSortable: boolean;
  /** True if lists can be filtered by it. An index then finds its values. */
  isFilter: boolean;
}

/** The column that is only searched: all texts of a row, folded. */
export const SEARCH_COLUMN = 'search_text';

/** Stands for "no answer" in a numeric sort column. Smaller than every answer. */
export const NO_NUMBER = -1e18;

export const ENGINE_SOURCES: Record<string, Omit<PlannedColumn, 'source' | 'isSortable' | 'isFilter'>> = {
  id: { kind: 'id', value: 'id', fold: null, sort: 'id', sortType: 'text' },
  code: { kind: 'words', value: 'code', fold: 'code_fold', sort: 'code_sort', sortType: 'text' },
  name: { kind: 'words', value: 'name', fold: 'name_fold', sort: 'name_sort', sortType: 'text' },
  status: { kind: 'id', value: 'state', fold: null, sort: 'state', sortType: 'text' },
  'parent.name': { kind: 'words', value: 'parent_name', fold: 'parent_fold', sort: 'parent_sort', sortType: 'text' },
  parent_id: { kind: 'id', value: 'parent_id', fold: null, sort: 'parent_sort', sortType: 'text' },
  site_id: { kind: 'id', value: 'site_id', fold: null, sort: 'site_id', sortType: 'text' },
  // Without the districts, so that a second sort field orders the records of a province.
  province_id: { kind: 'id', value: 'province_id', fold: null, sort: 'province_sort', sortType: 'text' },
  district_id: { kind: 'id', value: 'district_id', fold: null, sort: 'place_sort', sortType: 'text' },
  village_id: { kind: 'id', value: 'village_id', fold: null, sort: 'place_sort', sortType: 'text' },
  organization_id: { kind: 'id', value: 'organization_id', fold: null, sort: 'organization_id', sortType: 'text' },
  created_by: { kind: 'id', value: 'created_by', fold: null, sort: 'created_by', sortType: 'text' },
  edited_by: { kind: 'id', value: 'edited_by', fold: null, sort: 'edited_by', sortType: 'text' },
  // Everybody whose own work it is (`records/ownWork.ts`).
  work_of: { kind: 'list', value: 'work_of', fold: null, sort: 'work_of', sortType: 'text' },
  created_at: { kind: 'day', value: 'created_at', fold: null, sort: 'created_at', sortType: 'text' },
  updated_at: { kind: 'day', value: 'updated_at', fold: null, sort: 'updated_at', sortType: 'text' },
  date: { kind: 'day', value: 'record_date', fold: null, sort: 'record_date', sortType: 'text' },
};

/** What the device said of filling a record in. Only tables of forms that list it have the column. */
export const CAPTURE_SOURCES: typeof ENGINE_SOURCES = {
  'record.started': { kind: 'day', value: 'started_at', fold: null, sort: 'started_at', sortType: 'text' },
  'record.saved': { kind: 'day', value: 'captured_at', fold: null, sort: 'captured_at', sortType: 'text' },
  'record.device': { kind: 'id', value: 'device_id', fold: null, sort: 'device_id', sortType: 'text' },
};

/** Other names of engine columns. */
export const SOURCE_ALIASES: Record<string, string> = {
  state: 'status',
  current_state: 'status',
  province: 'province_id',
  district: 'district_id',
  village: 'village_id',
  organization: 'organization_id',
  'parent.province_id': 'province_id',
  'parent.province': 'province_id',
  'parent.district_id': 'district_id',
  'parent.district': 'district_id',
  'parent.village_id': 'village_id',
  'parent.village': 'village_id',
  'parent.id': 'parent_id',
};

/** Columns of every table besides its key and `deleted`. */
export const ENGINE_COLUMNS = new Set(
  [...Object.values(ENGINE_SOURCES).flatMap(({ value, fold, sort }) => [value, fold, sort]), SEARCH_COLUMN].filter(
    (name) => name !== null && name !== 'id',
  ),
) as ReadonlySet<string>;

/** Column kind by part of an answer. Of a shape the column has its size. Rows have no column: they are neither sorted nor filtered. */
export const COLUMN_KIND: Readonly<Record<PropertyKind, ColumnKind | undefined>> = {
  text: 'words',
  number: 'number',
  integer: 'number',
  day: 'day',
  instant: 'day',
  time: 'day',
  option: 'id',
  options: 'list',
  item: 'name',
  items: 'list',
  place: 'id',
  record: 'name',
  records: 'list',
  files: 'list',
  shape: 'number',
  rows: undefined,
};
