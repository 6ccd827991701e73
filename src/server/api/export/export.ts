/**
 * `GET {base}/export`: streams what the list shows, or all answers, as a workbook, as CSV, or as CSV files in a ZIP archive; or the
 * records for programs (NDJSON, GeoJSON, Parquet).
 * With `rows=members` it is the rows of that table; with `tables=1` the rows of all tables follow on sheets of their own,
 * with `transitions=1` the changes of state.
 * A client that accepts `application/x-ndjson` receives the file in lines with its progress, and cancels by hanging up.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { badFilter } from '../../../core/errors/failure.ts';
import { refusalFailure } from '../../../core/records/permission.ts';
import { everyNode } from '../../../core/records/restricted.ts';
import { formRefusal } from '../../../core/records/scope.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { readLocalSuffix } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { ListQuery } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import { csvArchive, csvText } from '../files/csv.ts';
import { attachmentHeader } from '../files/download.ts';
import {
  MOST_SHEET_ROWS,
  type Worksheet,
  type WorksheetCell,
  workbookStream,
  XLSX_MEDIA_TYPE,
} from '../files/workbook.ts';
import { readCallListQuery } from '../list/list.ts';
import { streamProgress, wantsProgressLines } from '../progressLines.ts';
import { codebookSheets } from './codebook.ts';
import {
  allExportColumns,
  type ExportColumn,
  type ExportContext,
  exportListColumns,
  versionColumns,
} from './columns.ts';
import { earlierVersionColumns } from './earlierColumns.ts';
import { type JsonFormat, jsonRecords } from './jsonRecords.ts';
import { rowsWithNames } from './names.ts';
import { parquetRecords } from './parquetRecords.ts';
import { recordHistoryColumns } from './recordHistoryColumns.ts';
import { type ExportSheet, tableRowSheet } from './rowSheet.ts';
import { readExportStyle } from './style.ts';
import { TRANSITIONS_SHEET, transitionSheet, wantsTransitions } from './transitions.ts';

/** Rows of a worksheet besides its heading and the row that says that there are more. */
const MOST_IN_SHEET = MOST_SHEET_ROWS - 2;
const MOST_IN_CSV = 2_000_000;
const TYPES = {
  xlsx: XLSX_MEDIA_TYPE,
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
};
type SheetFormat = Exclude<keyof typeof TYPES, JsonFormat | 'parquet'>;

export async function exportList(call: ApiCall): Promise<FastifyReply> {
  const { services, form, query, actor, reply } = call;
  const { permissions } = services.registry.common();
  const refusal = formRefusal(actor, 'export', form, permissions, services.registry.workflow(form));
  if (refusal) throw refusalFailure('export', refusal);
  const format = query.format as keyof typeof TYPES;
  const language = readLocalSuffix(query.localSuffix, call.language);
  const progress = { done: 0 };
  const content = await contentOf(call, format, language, progress);
  const file = `${pickText(form.definition.plural, language)} ${kabulDay(services.now())}.${format}`;
  if (wantsProgressLines(call.request))
    return streamProgress(call, async (_watch, send) => {
      for await (const chunk of content) await send({ ...progress, data: Buffer.from(chunk).toString('base64') });
      return { file, type: TYPES[format], ...progress };
    });
  return reply.type(TYPES[format]).header('content-disposition', attachmentHeader(file)).send(content);
}

function readerOf({ services, form, query, language }: ApiCall): ExportContext {
  return { services, form, style: readExportStyle(query, language, form) };
}

/** The first part is read before anything is sent, so that an invalid filter gives an error response and not a broken file. */
async function contentOf(
  call: ApiCall,
  format: keyof typeof TYPES,
  language: Language,
  progress: { done: number },
): Promise<Readable> {
  if (format === 'parquet')
    return Readable.from(await started(parquetRecords(call, readerOf(call), exportQuery(call), progress), 1));
  if (format !== 'ndjson' && format !== 'geojson') return sheetContent(call, format, language, progress);
  const lines = await started(jsonRecords(call, readerOf(call), exportQuery(call), format, progress), 2);
  return Readable.from(lines, { encoding: 'utf8' });
}

async function sheetContent(
  call: ApiCall,
  format: SheetFormat,
  language: Language,
  progress: { done: number },
): Promise<Readable> {
  const { services, form, query } = call;
  const asked = exportQuery(call);
  const wanted = sheetsOf(call);
  const [first, ...others] = wanted.map((sheet) => worksheetOf(call, sheet, asked, format, language, progress));
  const further = query.codebook === '1' ? [...others, ...codebookSheets(services, form, language, wanted)] : others;
  if (!first || (format === 'csv' && further.length > 0)) throw badFilter('format');
  const sheets: [Worksheet, ...Worksheet[]] = [
    { ...first, rows: await started(first.rows, hasSecondLine(query) ? 2 : 1) },
    ...further,
  ];
  if (format === 'xlsx') return workbookStream({ language, sheets });
  return format === 'zip' ? csvArchive(sheets) : Readable.from(csvText(sheets[0]), { encoding: 'utf8' });
}

/** Reads which records are wanted: those of the list, or of them only the `ids`. */
function exportQuery(call: ApiCall): ListQuery {
  const { ids } = call.query;
  const asked = readCallListQuery(call);
  return ids ? { ...asked, filters: [...asked.filters, { field: 'id', op: 'in', value: ids }] } : asked;
}

/** Returns the sheets of records and rows that a query wants. */
function sheetsOf(call: ApiCall): ExportSheet[] {
  const { form, query } = call;
  const reader = readerOf(call);
  if (query.rows === TRANSITIONS_SHEET) return [transitionSheet(reader)];
  if (query.rows !== undefined) return [tableRowSheet(reader, query.rows as string)];
  const tables = query.tables === '1' ? [...everyNode(form.fields.values())].filter(({ columns }) => columns) : [];
  return [
    recordSheet(reader, query),
    ...tables.map(({ path }) => tableRowSheet(reader, path)),
    ...(wantsTransitions(call) ? [transitionSheet(reader)] : []),
  ];
}

function recordSheet(reader: ExportContext, query: Record<string, unknown>): ExportSheet {
  const isAll = query.all === '1';
  const named = typeof query.columns === 'string' && query.columns !== '' ? query.columns.split(',') : undefined;
  const columns: ExportColumn[] = [
    ...(isAll
      ? [
          ...allExportColumns(reader, (node) => query.tables === '1' && node.columns !== undefined),
          ...earlierVersionColumns(reader),
        ]
      : exportListColumns(reader, named)),
    ...(hasNames(query) ? [...versionColumns(reader), ...recordHistoryColumns(reader)] : []),
  ];
  return {
    title: pickText(reader.form.definition.plural, reader.style.language),
    columns: columns.map((column) => ({ ...column, cell: ({ row }, index, refs) => column.cell(row, index, refs) })),
    lines: ({ row }) => [{ row }],
  };
}

/** Headings may be reworded. Programs that read all answers go by the stored names under them, unless nobody wants them. */
function hasNames({ names, all }: Record<string, unknown>): boolean {
  return names === '1' || (all === '1' && names !== '0');
}

/** Returns true for one line of stored names at the head, in place of the wording. */
function isForPrograms({ header }: Record<string, unknown>): boolean {
  return header === 'names';
}

/** Returns true for a second line at the head, with stored names and question ids. */
const hasSecondLine = (query: Record<string, unknown>) => hasNames(query) && !isForPrograms(query);

function worksheetOf(
  call: ApiCall,
  sheet: ExportSheet,
  asked: ListQuery,
  format: string,
  language: Language,
  progress: { done: number },
): Worksheet & { rows: AsyncGenerator<WorksheetCell[]> } {
  const head = sheet.columns.map((column) => (isForPrograms(call.query) ? column.stored : column.heading));
  const most = format === 'xlsx' ? MOST_IN_SHEET + 1 : MOST_IN_CSV;
  const rows = cells(call, sheet, asked, most, progress);
  if (format !== 'xlsx') return { title: sheet.title, head, rows };
  const cut = words(language, 'server:export.cut', { limit: MOST_IN_SHEET });
  const days = sheet.columns.flatMap(({ isDay }, n) => (isDay ? n : []));
  const filterAt = hasSecondLine(call.query) ? 2 : 1;
  return {
    title: sheet.title,
    head,
    days,
    filterAt,
    rows: upTo(MOST_IN_SHEET, rows, [cut, ...head.slice(1).map(() => '')]),
  };
}

/** Returns the same rows after waiting for the first ones. */
async function started<T>(rows: AsyncGenerator<T>, count: number): Promise<AsyncGenerator<T>> {
  const held: T[] = [];
  while (held.length < count) {
    const { done, value } = await rows.next();
    if (done) break;
    held.push(value);
  }
  return (async function* () {
    yield* held;
    yield* rows;
  })();
}

/** Yields at most `most` rows, then `rest` if more rows follow. */
async function* upTo(
  most: number,
  rows: AsyncIterable<WorksheetCell[]>,
  rest: WorksheetCell[],
): AsyncGenerator<WorksheetCell[]> {
  let given = 0;
  for await (const row of rows) {
    if (given === most) {
      yield rest;
      return;
    }
    yield row;
    given++;
  }
}

async function* cells(
  call: ApiCall,
  sheet: ExportSheet,
  query: ListQuery,
  most: number,
  progress: { done: number },
): AsyncGenerator<WorksheetCell[]> {
  if (hasSecondLine(call.query)) yield sheet.columns.map((column) => column.name);
  const wanted = {
    isAll: call.query.all === '1',
    withTimes: hasNames(call.query),
    withTransitions: sheet.withTransitions === true,
    most,
  };
  let index = 0;
  for await (const named of rowsWithNames(call, query, wanted)) {
    for (const line of sheet.lines(named)) {
      yield sheet.columns.map((column) => column.cell(line, index, named.refs));
      index++;
      progress.done++;
    }
  }
}
