/**
 * Exports for analysis: records as Parquet, a column for each answer with its type. Names, codebook and what the cells say are those
 * of a sheet with all answers; what a record says of itself is called `record.…`, a label `<name>.label`, and tables are lists of rows.
 */
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { answerLevelsAt } from '../../../core/form/answersInWords.ts';
import { type AnswerLevels, insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import type { PropertyKind, Refs } from '../../../core/form/types/fieldType.ts';
import { isExported, propertyKindOf } from '../../../core/form/types/question.ts';
import { getOwn, isObject } from '../../../core/json.ts';
import { withProblemStatus } from '../../../core/problems/log.ts';
import { everyNode } from '../../../core/records/restricted.ts';
import { pickText } from '../../../core/text/languages.ts';
import { words } from '../../http/words.ts';
import type { ListQuery, ListRow } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import { type ParquetType, parquetFile } from '../files/parquet.ts';
import { answerColumns, type ColumnAnswer } from './answerColumns.ts';
import { codebookTexts } from './codebook.ts';
import { builtInColumns, type ExportColumn, type ExportContext } from './columns.ts';
import { earlierVersionColumns } from './earlierColumns.ts';
import { RECORD_META_COLUMNS } from './jsonRecords.ts';
import { type ExportedRow, rowsWithNames } from './names.ts';
import { RECORD_PREFIX, recordHistoryColumns } from './recordHistoryColumns.ts';
import { writeInLanguages } from './style.ts';
import { TRANSITIONS_SHEET, transitionColumns, wantsTransitions } from './transitions.ts';

/** The answers that a cell is read from: of a record, or of a row of a table in it. */
interface Answers {
  row: ListRow;
  refs: Refs;
  transitions: ExportedRow['transitions'];
  data: RecordData;
  levels: () => AnswerLevels;
  /** JSON Pointer of the row in the record. */
  pointer: string;
}

interface Column {
  name: string;
  type: ParquetType;
  heading: string;
  answer?: ColumnAnswer | undefined;
  value(answers: Answers): unknown;
  /** Columns of a table. */
  columns?: readonly Column[];
}

/** Sources of list columns that put these ids into words. */
const ABOUT_IN_WORDS = ['name', 'status', 'province', 'district', 'village', 'organization'];

const TYPES: Record<PropertyKind, ParquetType> = {
  text: 'STRING',
  time: 'STRING',
  number: 'DOUBLE',
  integer: 'INT64',
  day: 'DATE',
  instant: 'TIMESTAMP',
  option: 'STRING',
  item: 'STRING',
  place: 'STRING',
  record: 'STRING',
  options: { list: 'STRING' },
  items: { list: 'STRING' },
  records: { list: 'STRING' },
  files: { list: 'STRING' },
  shape: 'JSON',
  rows: 'JSON',
};
/** What these hold are codes and ids, which have a label. */
const LABELLED: ReadonlySet<PropertyKind | undefined> = new Set<PropertyKind>([
  ...(['option', 'options', 'item', 'items', 'place', 'record', 'records'] as const),
]);

/** Yields the file. Without `labels=codes` each code and id has its label beside it; `codebook=1` puts the codebook into the file. */
export async function* parquetRecords(
  call: ApiCall,
  reader: ExportContext,
  query: ListQuery,
  progress: { done: number },
): AsyncGenerator<Uint8Array> {
  const { form } = call;
  const plain = { ...reader, style: { ...reader.style, calendars: ['gregorian' as const], isSplit: false } };
  const withTransitions = wantsTransitions(call);
  const columns = columnsOf(plain, withTransitions);
  const about = call.query.codebook === '1' ? codebookOf(plain, columns) : {};
  const rows = (async function* () {
    for await (const named of rowsWithNames(call, query, { isAll: true, withTimes: true, withTransitions })) {
      const { data } = named.row.record;
      const answers = { ...named, data, pointer: '', levels: () => answerLevelsAt(form, data) };
      yield columns.map(({ value }) => value(answers));
      progress.done += 1;
    }
  })();
  yield* parquetFile(columns, rows, about);
}

function columnsOf(reader: ExportContext, withTransitions: boolean): Column[] {
  const { form } = reader;
  const typeOf = answerTypes(reader);
  return [
    ...aboutColumns(reader),
    ...(withTransitions ? [transitionTable(reader)] : []),
    ...[...form.fields.values()].filter(isExported).flatMap((node) => questionColumns(reader, node, typeOf)),
    ...earlierVersionColumns(reader).map((column) => ofSheet(column, column.stored)),
  ];
}

function ofSheet({ heading, cell }: ExportColumn, name: string, type: ParquetType = 'STRING'): Column {
  return { name, type, heading, value: ({ row, refs }) => cell(row, 0, refs) };
}

/** The record itself: ids and states as they are stored, and in words; who did what with it and when. */
function aboutColumns(reader: ExportContext): Column[] {
  const { style } = reader;
  const stored = RECORD_META_COLUMNS.map((name): Column => {
    const heading = writeInLanguages(style, (language) => words(language, `server:columns.${name}`));
    const type = name.endsWith('version') ? 'INT64' : 'STRING';
    return { name: RECORD_PREFIX + name, type, heading, value: ({ row }) => row.record[name] };
  });
  const worded = style.isCoded ? [] : ABOUT_IN_WORDS.flatMap((source) => builtInColumns(reader, source, undefined));
  return [
    ...stored,
    ...worded.map((column) => ofSheet(column, RECORD_PREFIX + column.stored)),
    ...recordHistoryColumns(reader).map((column) =>
      ofSheet(column, column.stored, column.stored.endsWith('_at') ? 'TIMESTAMP' : 'STRING'),
    ),
  ];
}

function transitionTable(reader: ExportContext): Column {
  const columns = transitionColumns(reader);
  const types: Record<string, ParquetType> = { version: 'INT64', at: 'TIMESTAMP' };
  const inner = columns.map(
    ({ name, heading }): Column => ({ name, heading, type: getOwn(types, name) ?? 'STRING', value: () => null }),
  );
  const heading = writeInLanguages(reader.style, (language) => words(language, 'server:transitions.title'));
  const value = ({ transitions }: Answers) => transitions.map((one) => columns.map(({ cell }) => cell(one)));
  return { name: TRANSITIONS_SHEET, heading, type: { rows: inner }, value, columns: inner };
}

function questionColumns(reader: ExportContext, node: FieldNode, typeOf: ReturnType<typeof answerTypes>): Column[] {
  if (node.columns) return tableColumns(reader, node, typeOf);
  return answerColumns(reader, node).flatMap((column): Column[] => {
    const { heading, stored: name, answer } = column;
    const property = answer?.property ?? name;
    const value = ({ data }: Answers) => getOwn(data, property);
    const own: Column = { name, heading, answer, type: typeOf(node, property), value };
    if (reader.style.isCoded || !LABELLED.has(propertyKindOf(node, property))) return [own];
    const label = ({ data, refs, levels }: Answers) => column.cell(data, refs, levels);
    return [own, { name: `${name}.label`, heading, type: 'STRING', value: label }];
  });
}

function tableColumns(reader: ExportContext, node: FieldNode, typeOf: ReturnType<typeof answerTypes>): Column[] {
  const { form } = reader;
  const isProblems = form.definition.problems?.field === node.path;
  const columns = [
    ...(isProblems ? problemColumns(reader) : []),
    ...(node.columns ?? []).filter(isExported).flatMap((column) => questionColumns(reader, column, typeOf)),
  ];
  if (columns.length === 0) return [];
  const value = ({ data, pointer, ...around }: Answers) => {
    const rows = getOwn(data, node.name);
    if (!Array.isArray(rows)) return null;
    return rows.map((row, index) => {
      if (!isObject(row)) return null;
      const at = `${pointer}/${node.name}/${index}`;
      const answers = {
        ...around,
        data: isProblems ? withProblemStatus(row) : row,
        pointer: at,
        levels: () => answerLevelsAt(form, around.row.record.data, at),
      };
      return columns.map((column) => column.value(answers));
    });
  };
  const heading = writeInLanguages(reader.style, (_language, tag) =>
    insertQuestionLabels(form, node.def.label, tag, node.path),
  );
  return [{ name: node.name, heading, answer: { node, property: node.name }, type: { rows: columns }, value, columns }];
}

/** Problems go on from visit to visit under their id and their code. */
function problemColumns({ style }: ExportContext): Column[] {
  const heading = (key: string) => writeInLanguages(style, (language) => words(language, key));
  return [
    { name: 'id', type: 'STRING', heading: heading('server:columns.id'), value: ({ data }) => data.id },
    {
      name: 'code',
      type: 'STRING',
      heading: heading('server:problems.code'),
      value: ({ data, refs }) => getOwn(refs, String(data.id))?.code,
    },
  ];
}

/** Returns a function that finds the type of a column in which answers of every version of the form have room. */
function answerTypes({ services, form }: ExportContext): (node: FieldNode, property: string) => ParquetType {
  const types = new Map<string, Set<ParquetType>>();
  const keyOf = (node: FieldNode, property: string) =>
    `${node.id} ${Object.keys(node.parts).find((part) => getOwn(node.parts, part) === property)}`;
  const typeIn = (node: FieldNode, property: string): ParquetType => TYPES[propertyKindOf(node, property) ?? 'text'];
  for (const version of services.registry.versions(form.form))
    for (const node of everyNode(version.fields.values()))
      for (const property of node.properties) {
        const key = keyOf(node, property);
        types.set(key, (types.get(key) ?? new Set()).add(typeIn(node, property)));
      }
  return (node, property) => {
    const now = typeIn(node, property);
    if (typeof now !== 'string' || now === 'JSON') return now;
    const all = [...(types.get(keyOf(node, property)) ?? [])];
    if (all.some((type) => type === 'STRING' || typeof type !== 'string')) return 'STRING';
    return now === 'INT64' && all.includes('DOUBLE') ? 'DOUBLE' : now;
  };
}

function codebookOf(
  { services, form, style: { language } }: ExportContext,
  columns: readonly Column[],
): Record<string, string> {
  const described = (all: readonly Column[], before: string): Parameters<typeof codebookTexts>[3][number]['columns'] =>
    all.flatMap(({ name, heading, answer, columns: inner = [] }) => [
      { stored: before + name, heading, ...(answer && { answer }) },
      ...described(inner, `${before}${name}.`),
    ]);
  const title = pickText(form.definition.plural, language);
  return codebookTexts(services, form, language, [{ title, columns: described(columns, '') }]);
}
