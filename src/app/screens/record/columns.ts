/**
 * Turns the column sources of a definition (fields, engine columns, parent.<field>) into one shape with label, sorting and
 * kind of value. Pure functions, so that lists, cards, filters and the search screen agree.
 */

import type { CompiledForm, FieldNode, Text } from '../../../core/definitions/types.ts';
import { holdsPlaces, isAnswerable, isRatingQuestion, propertyKindOf } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { columnHeadingText } from '../../data/columnWords.ts';

export type ListColumnKind =
  | 'index'
  | 'status'
  | 'ratings'
  | 'code'
  | 'name'
  | 'place'
  | 'organization'
  | 'instant'
  | 'device'
  | 'person'
  | 'date'
  | 'field'
  | 'property'
  | 'parent';

export interface ListColumn {
  source: string;
  /** Stable column name in the page: the documented key or the source. */
  key: string;
  kind: ListColumnKind;
  label: string;
  sortable: boolean;
  /** True if narrow screens show the column. */
  phone: boolean;
  /** Figures stand below each other, at the end of the cell. */
  isNumber?: boolean;
  node?: FieldNode;
}

const ENGINE: Record<string, ListColumnKind> = {
  index: 'index',
  status: 'status',
  code: 'code',
  name: 'name',
  province: 'place',
  district: 'place',
  village: 'place',
  organization: 'organization',
  created_at: 'instant',
  updated_at: 'instant',
  created_by: 'person',
  date: 'date',
};

/** The source of the bars, in `columns` of each row. */
const RATINGS = 'record.ratings';

/** Not in every list. */
const FILLED_IN: Record<string, ListColumnKind> = {
  'record.started': 'instant',
  'record.saved': 'instant',
  'record.device': 'device',
  [RATINGS]: 'ratings',
};

const PLACE_PROPERTIES = ['province_id', 'district_id', 'village_id'];

export interface ColumnLabels {
  /** Returns the label of an engine column from `app:columns.<name>`. */
  engine(name: string): string;
  /** Title of the parent's form and the labels of its fields, once they are loaded. */
  parentTitle?: string;
  parentField?(name: string): string | undefined;
}

type Column = CompiledForm['definition']['list']['columns'][number];

/** Returns the columns of a list: the documented ones as they are read, or the chosen sources in their order. */
export function listColumns(form: CompiledForm, labels: ColumnLabels, chosen?: readonly string[]): ListColumn[] {
  const columns = documentedColumns(form);
  if (!chosen?.length)
    return asRead(
      form,
      columns.map((column) => resolve(form, column, labels)),
    );
  const documented = new Map(columns.map((column) => [sourceOf(column), column]));
  return chosen.flatMap((source) => {
    const known = documented.get(source);
    if (known) return resolve(form, known, labels);
    // A newer version of the form may not ask it any more.
    if (!Object.hasOwn(ENGINE, source) && !form.fields.has(source)) return [];
    const column = resolve(form, source, labels);
    return { ...column, sortable: column.sortable && isKept(form, source) };
  });
}

/** Returns the column that links to the record: its name, or else what comes nearest. */
export function linkedColumn({ definition }: CompiledForm, columns: readonly ListColumn[]): ListColumn | undefined {
  const { parent } = definition;
  const named = definition.name?.[0];
  const sources = named !== undefined && named === parent?.field ? [named, 'parent.name'] : [named];
  return (
    columns.find(({ source }) => sources.includes(source)) ??
    columns.find(({ kind }) => kind === 'name') ??
    columns.find(({ kind }) => kind === 'code') ??
    columns.find(({ kind }) => kind !== 'index' && kind !== 'status')
  );
}

/** What a record is about comes first; its state, code and number, by which nobody looks for it, come last. */
const LAST: readonly ListColumnKind[] = ['status', 'code', 'index'];

function asRead(form: CompiledForm, columns: readonly ListColumn[]): ListColumn[] {
  const first = linkedColumn(form, columns);
  const placeOf = (column: ListColumn) => (column === first ? -1 : LAST.indexOf(column.kind) + 1);
  return [...columns].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Returns what a list can show besides its documented columns: engine columns, then all answers that are short. */
export function offeredColumns(form: CompiledForm, labels: ColumnLabels, hidden: readonly string[]): ListColumn[] {
  const documented = new Set(documentedColumns(form).map(sourceOf));
  const answers = [...form.fields.values()].filter(
    (node) => isAnswerable(node) && !node.columns && !node.properties.some((property) => hidden.includes(property)),
  );
  return [...Object.keys(ENGINE).filter((name) => name !== 'date'), ...answers.map(({ name }) => name)]
    .filter((source) => !documented.has(source))
    .map((source) => resolve(form, source, labels));
}

/** The bars of the ratings are in every list of a form that has them. */
function documentedColumns(form: CompiledForm): readonly Column[] {
  const { columns } = form.definition.list;
  return [...form.fields.values()].some(isRatingQuestion) ? [...columns, RATINGS] : columns;
}

/** Only what lists, filters and searches of the form name is sorted by the server. */
function isKept({ definition: { list } }: CompiledForm, source: string): boolean {
  return Object.hasOwn(ENGINE, source) || [...(list.filters ?? []), ...(list.search ?? [])].includes(source);
}

function sourceOf(column: Column): string {
  return typeof column === 'string' ? column : column.field;
}

export function filterColumns(form: CompiledForm, labels: ColumnLabels): ListColumn[] {
  return (form.definition.list.filters ?? []).map((source) => resolve(form, source, labels));
}

/** Returns columns for any sources, with labels. */
export function namedColumns(form: CompiledForm, sources: readonly string[], labels: ColumnLabels): ListColumn[] {
  return sources.map((source) => resolve(form, source, labels));
}

/** Returns the search screen's columns: its own list in the definition, else list columns and filters, each once. */
export function searchColumns(form: CompiledForm, labels: ColumnLabels): ListColumn[] {
  const { list } = form.definition;
  const sources = list.search ?? [...new Set([...list.columns.map(sourceOf), ...(list.filters ?? [])])];
  return sources.map((source) => resolve(form, source, labels)).filter((column) => column.kind !== 'index');
}

function resolve(form: CompiledForm, column: Column, labels: ColumnLabels): ListColumn {
  const source = sourceOf(column);
  const given: { label?: Text; key?: string; sortable?: boolean; phone?: boolean } =
    typeof column === 'string' ? {} : column;
  const found = kindOf(form, source);
  return {
    source,
    key: given.key ?? source,
    kind: found.kind,
    ...(found.node && { node: found.node }),
    label: given.label ? columnHeadingText(given.label, form) : labelOf(form, source, found, labels),
    sortable: given.sortable ?? (found.kind !== 'index' && found.kind !== 'ratings'),
    phone: given.phone ?? true,
    isNumber: found.node !== undefined && isNumber(found.node, source),
  };
}

function isNumber(node: FieldNode, source: string): boolean {
  const part = propertyKindOf(node, node.properties.includes(source) ? source : undefined);
  return part === 'number' || part === 'integer';
}

function kindOf(form: CompiledForm, source: string): { kind: ListColumnKind; node?: FieldNode } {
  if (source.startsWith('parent.')) return { kind: 'parent' };
  // The code may be generated by a sequence. Then no field holds it.
  if (source === 'code') return { kind: 'code' };
  const node = form.fields.get(source);
  if (node) return { kind: 'field', node };
  const binder = form.byProperty.get(source);
  if (binder) return { kind: 'property', node: binder };
  return { kind: getOwn(ENGINE, source) ?? getOwn(FILLED_IN, source) ?? 'property' };
}

function labelOf(
  form: CompiledForm,
  source: string,
  found: { kind: ListColumnKind; node?: FieldNode },
  labels: ColumnLabels,
): string {
  if (found.kind === 'field' && found.node)
    return columnHeadingText(found.node.def.short ?? found.node.def.label, form);
  if (found.kind === 'property' && found.node) {
    const part = Object.entries(found.node.parts).find(([, stored]) => stored === source)?.[0];
    const row = found.node.def.rows?.find((r) => r.name === source);
    if (row) return columnHeadingText(row.label, form);
    if (holdsPlaces(found.node) && part) return labels.engine(part);
    return columnHeadingText(found.node.def.short ?? found.node.def.label, form);
  }
  if (found.kind === 'parent') {
    const field = source.slice('parent.'.length);
    if (field === 'name') return labels.parentTitle ?? labels.engine('parent');
    if (PLACE_PROPERTIES.includes(field)) return labels.engine(field.replace('_id', ''));
    if (getOwn(ENGINE, field)) return labels.engine(field);
    return labels.parentField?.(field) ?? labels.engine('parent');
  }
  if (found.kind === 'date' && form.definition.date) {
    const dated = form.fields.get(form.definition.date);
    if (dated) return columnHeadingText(dated.def.short ?? dated.def.label, form);
  }
  return labels.engine(source);
}
