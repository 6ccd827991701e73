/** Makes a projection row from a record: values, folded texts, sort keys and the text of the search index. */
import type { Constants, FieldNode, RecordData } from '../definitions/types.ts';
import { ratingPointsOf } from '../form/ratingPoints.ts';
import { closedOptionsOf } from '../form/types/question.ts';
import { isShape, shapeSize } from '../geometry/shape.ts';
import { memoizeByObject } from '../memoize.ts';
import { authorsOf } from '../records/ownWork.ts';
import type { Registry } from '../records/registry.ts';
import type { RecordMeta } from '../records/types.ts';
import { foldAnswer, foldText, sortKey, truncate } from '../text/letters.ts';
import { CAPTURE_SOURCES, ENGINE_COLUMNS, NO_NUMBER, type PlannedColumn, SEARCH_COLUMN } from './columns.ts';
import { isSortedByPosition, type ProjectionPlan } from './plan.ts';

/** A value of a column. */
export type ColumnValue = string | number | null;

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
export interface LabelLookups {
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
export function labelLookups(
  registry: Pick<Registry, 'place' | 'choice' | 'common'>,
  record: LabelLookups['record'],
): LabelLookups {
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
  /** Values in the order of `projectionColumnsOf(plan)`. */
  cells: ColumnValue[];
  searchText: string;
}

/** Values by column name. */
export type Cells = Record<string, ColumnValue>;

export function projectRow(plan: ProjectionPlan, source: RowSource, words: LabelLookups): ProjectedRow {
  const cells = cellsOf(plan, source, words);
  const own = plan.physical.map(({ name }) => cells[name] as ColumnValue);
  return { id: source.id, cells: [source.id, ...own], searchText: cells[SEARCH_COLUMN] as string };
}

/** Returns the values of all columns. An empty text stands for no text. */
function cellsOf(plan: ProjectionPlan, source: RowSource, words: LabelLookups): Cells {
  const cells: Cells = { id: source.id };
  const readers = readersOf(plan);
  const get = (name: string): ColumnValue => {
    const known = cells[name];
    if (known !== undefined) return known;
    const value = readers.get(name)?.(source, words, get) ?? null;
    cells[name] = value;
    return value;
  };
  for (const { name } of plan.physical) get(name);
  return cells;
}

/**
 * Makes rows whose values are worked out when they are first asked for, and then kept. Most lists ask for few of the columns,
 * and the values of all of them would take more memory than the records. `sourceOf` is called for each value.
 */
export function lazyCells<From>(
  plan: ProjectionPlan,
  words: (from: From) => LabelLookups,
  sourceOf: (from: From) => RowSource,
): (from: From) => Cells {
  const readers = readersOf(plan);
  const of = new WeakMap<object, From>();
  const prototype = {};
  for (const { name } of [...plan.physical, { name: 'id' }])
    Object.defineProperty(prototype, name, {
      get(this: object) {
        const from = of.get(this) as From;
        const [source, ownWords] = [sourceOf(from), words(from)];
        const get = (one: string): ColumnValue => readers.get(one)?.(source, ownWords, get) ?? null;
        const value = get(name);
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  return (from) => {
    const cells = Object.create(prototype) as Cells;
    of.set(cells, from);
    return cells;
  };
}

/** Works out the value of one column. `get` returns that of another one. */
type Read = (source: RowSource, words: LabelLookups, get: (name: string) => ColumnValue) => ColumnValue;

const readersOf = memoizeByObject(
  'readers of columns',
  (plan: ProjectionPlan): ReadonlyMap<string, Read> =>
    new Map([...engineReaders(plan), ...pointReaders(plan), ...plan.answers.flatMap(answerReaders)]),
);

function engineReaders(plan: ProjectionPlan): [string, Read][] {
  // A person who may not read an answer must not find records by it either.
  const folds = plan.answers.flatMap(({ fold: name, isRestricted }) => (name && !isRestricted ? [name] : []));
  const searched = ['code_fold', 'name_fold', 'parent_fold', ...folds];
  const texts: Record<string, (source: RowSource) => string> = {
    code: ({ code }) => code ?? '',
    name: ({ name }) => name,
    parent: ({ parent }) => parent?.name ?? '',
  };
  const plain = [...ENGINE_COLUMNS, ...Object.values(CAPTURE_SOURCES).map(({ value }) => value)].map(
    (name): [string, Read] => [name, (source) => (source as unknown as Cells)[name] ?? ''],
  );
  return [
    ['id', ({ id }) => id],
    ...plain,
    ...Object.entries(texts).flatMap(([name, text]): [string, Read][] => [
      [`${name}_fold`, (source) => foldText(text(source))],
      [`${name}_sort`, (source) => sortText(text(source))],
    ]),
    ['parent_name', texts.parent as Read],
    ['province_sort', ({ province_id }, words) => placeKey([province_id], words)],
    [
      'place_sort',
      ({ province_id, district_id, village_id }, words) => placeKey([province_id, district_id, village_id], words),
    ],
    ['work_of', (source) => listCell(authorsOf(source))],
    ['record_date', (source) => dateOf(plan, source)],
    ['deleted', ({ deleted_at }) => (deleted_at === null ? 0 : 1)],
    [
      SEARCH_COLUMN,
      (_source, _words, get) =>
        truncate([...new Set(searched.map(get))].filter((text) => text !== '').join(' '), LONGEST_SEARCH),
    ],
  ];
}

function pointReaders({ points }: ProjectionPlan): [string, Read][] {
  if (!points) return [];
  const given = ({ data }: RowSource) => points.properties.flatMap((property) => ratingPointsOf(data[property]) ?? []);
  return [
    [points.sum, (source) => given(source).reduce((sum, one) => sum + one, 0)],
    [points.answers, (source) => given(source).length],
  ];
}

/** Returns the ids of the records and people whose names the row shows. */
export function namedIds(plan: ProjectionPlan, data: RecordData, parentData: RecordData | undefined): string[] {
  return plan.answers.flatMap((column) => {
    if (column.kind !== 'name' || column.field?.def.choices) return [];
    const id = (column.ofParent ? parentData : data)?.[column.property as string];
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

function answerReaders(column: PlannedColumn): [string, Read][] {
  const field = column.field as FieldNode;
  const answerOf = ({ data, parent }: RowSource): unknown =>
    (column.ofParent ? parent?.data : data)?.[column.property as string];
  const reader = (name: string, read: (answer: unknown, words: LabelLookups) => ColumnValue): [string, Read] => [
    name,
    (source, words) => read(answerOf(source), words),
  ];
  switch (column.kind) {
    case 'number': {
      const number = (answer: unknown) => {
        const value = isShape(answer) ? shapeSize(answer) : answer;
        return typeof value === 'number' && Number.isFinite(value) ? value : null;
      };
      return [reader(column.value, number), reader(column.sort, (answer) => number(answer) ?? NO_NUMBER)];
    }
    case 'list':
      return [reader(column.value, listCell)];
    case 'words':
      return [
        reader(column.value, (answer) => truncate(textOf(answer), LONGEST_TEXT)),
        reader(column.fold as string, (answer) => truncate(foldAnswer(textOf(answer)), LONGEST_TEXT)),
        reader(column.sort, (answer) => sortText(textOf(answer))),
      ];
    case 'name':
      return [
        reader(column.value, textOf),
        reader(column.fold as string, (answer, words) =>
          truncate(foldText(namesOf(field, answer, words).join(' ')), LONGEST_TEXT),
        ),
        reader(column.sort, (answer, words) => sortText(namesOf(field, answer, words)[0] ?? '')),
      ];
    default:
      return [
        reader(column.value, textOf),
        ...(isSortedByPosition(field)
          ? [reader(column.sort, (answer, words) => rank(field, answer, words.constants))]
          : []),
      ];
  }
}

function listCell(answer: unknown): string {
  const list = Array.isArray(answer) ? answer.filter((one) => typeof one === 'string') : [];
  return list.length > 0 ? `|${list.join('|')}|` : '';
}

function namesOf(field: FieldNode, answer: unknown, words: LabelLookups): string[] {
  const id = textOf(answer);
  if (id === '') return [];
  return field.def.choices ? words.choice(field.def.choices, id) : [words.record(id)];
}

function textOf(answer: unknown): string {
  if (typeof answer === 'string') return answer.replaceAll('\0', '');
  return typeof answer === 'number' || typeof answer === 'boolean' ? String(answer) : '';
}

/** Returns the position of an option in its list. Shared scales are listed from the best down, so theirs is reversed. */
function rank(field: FieldNode, answer: unknown, constants: Constants): number {
  const values = (closedOptionsOf(field, constants) ?? []).map(({ value }) => value);
  const at = (field.def.options ? values : values.reverse()).indexOf(answer as string);
  return at < 0 ? NO_NUMBER : at;
}

function sortText(text: string): string {
  return text === '' ? '' : sortKey(truncate(text, LONGEST_SORT)).slice(0, LONGEST_SORT * 2);
}

function placeKey(ids: (string | null)[], words: LabelLookups): string {
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
