/** Makes a projection row from a record: values, folded texts, sort keys and the text of the search index. */
import type { Constants, FieldNode, RecordData } from '../definitions/types.ts';
import { optionsOf } from '../form/types/question.ts';
import type { Registry } from '../records/registry.ts';
import type { RecordMeta } from '../records/types.ts';
import { fold, sortKey } from '../text/fold.ts';
import { NO_NUMBER, type PlannedColumn } from './columns.ts';
import { isRanked, type ProjectionPlan } from './plan.ts';

/** A value of a column. */
export type Cell = string | number | null;

const LONGEST_TEXT = 250;
const LONGEST_SORT = 80;
const LONGEST_SEARCH = 20_000;

/** What a row is made from. `data` holds the answers under the names of the form's newest version. */
export interface RowSource extends Omit<RecordMeta, 'version'> {
  name: string;
  data: RecordData;
  parent: { name: string; data: RecordData } | null;
}

/** Looks up names and labels of ids. */
export interface Words {
  /** Returns the names of a place in all languages, English first. Empty if unknown. */
  place(id: string): string[];
  /** Returns the labels of a choice in all languages, English first. */
  choice(list: string, id: string): string[];
  /** Returns the name of a record or person. */
  record(id: string): string;
  /** Includes the scales that all forms share. */
  constants: Constants;
}

/** Returns the names and labels of definitions and reference data. `record` returns the name of a record or person. */
export function wordsOf(registry: Pick<Registry, 'place' | 'choice' | 'common'>, record: Words['record']): Words {
  const labels = (named: { name_en: string; name_fa: string; name_ps: string } | undefined) =>
    named ? [named.name_en, named.name_fa, named.name_ps] : [];
  return {
    place: (id) => labels(registry.place(id)),
    choice: (list, id) => labels(registry.choice(list, id)),
    record,
    constants: registry.common().constants,
  };
}

export interface ProjectedRow {
  id: string;
  /** Values in the order of `columnsOf(plan)`. */
  cells: Cell[];
  searchText: string;
}

/** Values by column name. */
export type Cells = Record<string, Cell>;

export function projectRow(plan: ProjectionPlan, source: RowSource, words: Words): ProjectedRow {
  const cells = cellsOf(plan, source, words);
  const own = plan.physical.map(({ name }) => cells[name] as Cell);
  return { id: source.id, cells: [source.id, ...own], searchText: cells.search_text as string };
}

/** Returns the values of all columns. An empty text stands for no text. */
export function cellsOf(plan: ProjectionPlan, source: RowSource, words: Words): Cells {
  const { data, parent, ...columns } = source;
  const filled: Cells = {
    ...columns,
    ...orderCells('code', source.code ?? ''),
    ...orderCells('name', source.name),
    parent_name: parent?.name ?? '',
    ...orderCells('parent', parent?.name ?? ''),
    province_sort: placeKey([source.province_id], words),
    place_sort: placeKey([source.province_id, source.district_id, source.village_id], words),
    record_date: dateOf(plan, source),
    deleted: source.deleted_at === null ? 0 : 1,
  };
  const searched = new Set([filled.code_fold, filled.name_fold, filled.parent_fold] as string[]);
  for (const column of plan.answers) {
    const answer = (column.ofParent ? parent?.data : data)?.[column.property as string];
    fill(filled, column, answer, words);
    // A person who may not read an answer must not find records by it either.
    if (column.fold && !column.isRestricted) searched.add(filled[column.fold] as string);
  }
  searched.delete('');
  filled.search_text = [...searched].join(' ').slice(0, LONGEST_SEARCH);
  const cells: Cells = { id: source.id };
  for (const { name, sqlType } of plan.physical) cells[name] = filled[name] ?? (sqlType === 'text' ? '' : null);
  return cells;
}

/** Returns the folded text, for searching, and the sort key of a text. */
function orderCells(name: string, text: string): Record<string, string> {
  return { [`${name}_fold`]: fold(text), [`${name}_sort`]: sortText(text) };
}

/** Returns the ids of the records and people whose names the row shows. */
export function namedIds(plan: ProjectionPlan, data: RecordData, parentData: RecordData | undefined): string[] {
  return plan.answers.flatMap((column) => {
    if (column.kind !== 'name' || column.field?.def.choices) return [];
    const id = (column.ofParent ? parentData : data)?.[column.property as string];
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

function fill(cells: Cells, column: PlannedColumn, answer: unknown, words: Words): void {
  const field = column.field as FieldNode;
  switch (column.kind) {
    case 'number': {
      const number = typeof answer === 'number' && Number.isFinite(answer) ? answer : null;
      cells[column.value] = number;
      cells[column.sort] = number ?? NO_NUMBER;
      return;
    }
    case 'list': {
      const list = Array.isArray(answer) ? answer.filter((one) => typeof one === 'string') : [];
      cells[column.value] = list.length > 0 ? `|${list.join('|')}|` : '';
      return;
    }
    case 'words': {
      const text = textOf(answer);
      cells[column.value] = text.slice(0, LONGEST_TEXT);
      cells[column.fold as string] = fold(text).slice(0, LONGEST_TEXT);
      cells[column.sort] = sortText(text);
      return;
    }
    case 'name': {
      const id = textOf(answer);
      const names = id === '' ? [] : field.def.choices ? words.choice(field.def.choices, id) : [words.record(id)];
      cells[column.value] = id;
      cells[column.fold as string] = fold(names.join(' ')).slice(0, LONGEST_TEXT);
      cells[column.sort] = sortText(names[0] ?? '');
      return;
    }
    default:
      cells[column.value] = textOf(answer);
      if (isRanked(field)) cells[column.sort] = rank(field, answer, words.constants);
  }
}

function textOf(answer: unknown): string {
  if (typeof answer === 'string') return answer.replaceAll('\0', '');
  return typeof answer === 'number' || typeof answer === 'boolean' ? String(answer) : '';
}

/** Returns the position of an option in its list. Shared scales are listed from the best down, so theirs is reversed. */
function rank(field: FieldNode, answer: unknown, constants: Constants): number {
  const values = (optionsOf(field, constants) ?? []).map(({ value }) => value);
  const at = (field.def.options ? values : values.reverse()).indexOf(answer as string);
  return at < 0 ? NO_NUMBER : at;
}

function sortText(text: string): string {
  return text === '' ? '' : sortKey(text.slice(0, LONGEST_SORT)).slice(0, LONGEST_SORT * 2);
}

function placeKey(ids: (string | null)[], words: Words): string {
  return ids
    .flatMap((id) => (id ? [sortKey(words.place(id)[0] ?? id)] : []))
    .join(' ')
    .slice(0, LONGEST_SORT);
}

/** Returns the day of the record: its date field, or else the day it was created. */
function dateOf(plan: ProjectionPlan, source: RowSource): string {
  const field = plan.form.definition.date;
  const value = field ? source.data[field] : undefined;
  return typeof value === 'string' ? value : source.created_at.slice(0, 10);
}
