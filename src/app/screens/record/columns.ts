/**
 * The sources a definition may list (fields, engine columns, parent.<field>) as one shape: texts of headings, how to
 * sort, what kind of value. Pure, so that lists, cards, filters and the search screen agree.
 */
import type { CompiledForm, FieldNode, Text } from '../../../core/definitions/types.ts';
import { holdsPlaces } from '../../../core/form/types/question.ts';
import { text } from '../../data/words.ts';

export type ColumnKind =
  | 'index'
  | 'status'
  | 'code'
  | 'name'
  | 'place'
  | 'organization'
  | 'instant'
  | 'person'
  | 'date'
  | 'field'
  | 'property'
  | 'parent';

export interface ListColumn {
  source: string;
  /** Stable name in the page: documented key or source. */
  key: string;
  kind: ColumnKind;
  label: string;
  sortable: boolean;
  /** Shown on narrow screens. */
  phone: boolean;
  node?: FieldNode;
}

const ENGINE: Record<string, ColumnKind> = {
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

const PLACE_PROPERTIES = ['province_id', 'district_id', 'village_id'];

export interface ColumnLabels {
  /** Words of an engine column: app:columns.<name>. */
  engine(name: string): string;
  /** Title of the parent's form and labels of its fields, when they are known. */
  parentTitle?: string;
  parentField?(name: string): string | undefined;
}

type Column = CompiledForm['definition']['list']['columns'][number];

export function listColumns(form: CompiledForm, labels: ColumnLabels): ListColumn[] {
  return form.definition.list.columns.map((column) => resolve(form, column, labels));
}

export function filterColumns(form: CompiledForm, labels: ColumnLabels): ListColumn[] {
  return (form.definition.list.filters ?? []).map((source) => resolve(form, source, labels));
}

/** Any sources, in labels. */
export function namedColumns(form: CompiledForm, sources: readonly string[], labels: ColumnLabels): ListColumn[] {
  return sources.map((source) => resolve(form, source, labels));
}

/** What the older search offers: its own list, or columns and filters without repetition. */
export function searchColumns(form: CompiledForm, labels: ColumnLabels): ListColumn[] {
  const { list } = form.definition;
  const sources = list.search ?? [
    ...new Set([...list.columns.map((c) => (typeof c === 'string' ? c : c.field)), ...(list.filters ?? [])]),
  ];
  return sources.map((source) => resolve(form, source, labels)).filter((column) => column.kind !== 'index');
}

function resolve(form: CompiledForm, column: Column, labels: ColumnLabels): ListColumn {
  const source = typeof column === 'string' ? column : column.field;
  const given: { label?: Text; key?: string; sortable?: boolean; phone?: boolean } =
    typeof column === 'string' ? {} : column;
  const found = kindOf(form, source);
  return {
    source,
    key: given.key ?? source,
    kind: found.kind,
    ...(found.node && { node: found.node }),
    label: given.label ? text(given.label) : labelOf(form, source, found, labels),
    sortable: given.sortable ?? found.kind !== 'index',
    phone: given.phone ?? true,
  };
}

function kindOf(form: CompiledForm, source: string): { kind: ColumnKind; node?: FieldNode } {
  if (source.startsWith('parent.')) return { kind: 'parent' };
  // The record's code may come from the sequence: then no answer holds it.
  if (source === 'code') return { kind: 'code' };
  const node = form.fields.get(source);
  if (node) return { kind: 'field', node };
  const binder = form.byProperty.get(source);
  if (binder) return { kind: 'property', node: binder };
  return { kind: ENGINE[source] ?? 'property' };
}

function labelOf(
  form: CompiledForm,
  source: string,
  found: { kind: ColumnKind; node?: FieldNode },
  labels: ColumnLabels,
): string {
  if (found.kind === 'field' && found.node) return text(found.node.def.short ?? found.node.def.label);
  if (found.kind === 'property' && found.node) {
    const part = Object.entries(found.node.parts).find(([, stored]) => stored === source)?.[0];
    const row = found.node.def.rows?.find((r) => r.name === source);
    if (row) return text(row.label);
    if (holdsPlaces(found.node) && part) return labels.engine(part);
    return text(found.node.def.short ?? found.node.def.label);
  }
  if (found.kind === 'parent') {
    const field = source.slice('parent.'.length);
    if (field === 'name') return labels.parentTitle ?? labels.engine('parent');
    if (PLACE_PROPERTIES.includes(field)) return labels.engine(field.replace('_id', ''));
    if (ENGINE[field]) return labels.engine(field);
    return labels.parentField?.(field) ?? labels.engine('parent');
  }
  if (found.kind === 'date' && form.definition.date) {
    const dated = form.fields.get(form.definition.date);
    if (dated) return text(dated.def.short ?? dated.def.label);
  }
  return labels.engine(source);
}
