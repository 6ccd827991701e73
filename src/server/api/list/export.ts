/**
 * `GET {base}/export`: streams what the list shows as a workbook or CSV, at most `MOST_IN_SHEET` or `MOST_IN_CSV` rows. With
 * `rows=members` it is the rows of that table.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { badFilter } from '../../../core/errors/failure.ts';
import { formRefusal } from '../../../core/records/scope.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import { suffixLanguage } from '../../http/language.ts';
import { words } from '../../http/words.ts';
import { everyRow } from '../../records/everyRow.ts';
import { refused } from '../../records/permission.ts';
import type { Call } from '../call.ts';
import { attachmentHeader, csvLine, sendWorkbook } from '../files/download.ts';
import { type Cell, MOST_ROWS } from '../files/workbook.ts';
import { RefCollector } from '../record/refs.ts';
import { earlierColumns } from './earlierColumns.ts';
import { exportColumns } from './exportColumns.ts';
import { listQuery } from './paging.ts';
import { type Line, rowSheet, type Sheet } from './rowSheet.ts';

/** Rows of a worksheet besides its heading and the row that says that there are more. */
const MOST_IN_SHEET = MOST_ROWS - 2;
const MOST_IN_CSV = 2_000_000;
const BATCH = 200;

export async function exportList(call: Call): Promise<FastifyReply> {
  const { services, form, query, actor, reply } = call;
  const { permissions } = services.registry.common();
  const refusal = formRefusal(actor, 'export', form, permissions, services.registry.workflow(form));
  if (refusal) throw refused('export', refusal);
  const format = query.format ?? 'xlsx';
  if (format !== 'xlsx' && format !== 'csv') throw badFilter('format');
  const language = suffixLanguage(query.localSuffix, call.language);
  const isAll = query.all === '1';
  const table = query.rows;
  if (table !== undefined && typeof table !== 'string') throw badFilter('rows');
  const sheet = table === undefined ? recordSheet(call, language, isAll) : rowSheet(services, form, table, language);
  const asked = listQuery(call);
  const title = pick(form.definition.plural, language);
  const file = `${title} ${kabulDay(services.now())}.${format}`;
  const head = sheet.columns.map((column) => column.heading);
  // Read the first rows before sending anything, so that an invalid filter gives an error response and not a broken file.
  const most = format === 'csv' ? MOST_IN_CSV : MOST_IN_SHEET + 1;
  const rows = await started(cells(call, sheet, asked, most, isAll));
  if (format === 'csv') {
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentHeader(file))
      .send(Readable.from(csvText(head, rows), { encoding: 'utf8' }));
  }
  const cut = words(language, 'server:export.cut', { limit: MOST_IN_SHEET });
  const limited = upTo(MOST_IN_SHEET, rows, [cut, ...head.slice(1).map(() => '')]);
  return sendWorkbook(reply, file, { sheet: title, language, head, rows: limited });
}

function recordSheet({ services, form }: Call, language: Language, isAll: boolean): Sheet {
  const columns = [
    ...exportColumns(services, form, language, isAll),
    ...(isAll ? earlierColumns(services, form, language) : []),
  ];
  return {
    columns: columns.map((column) => ({ ...column, cell: ({ row }, index, refs) => column.cell(row, index, refs) })),
    lines: (row) => [{ row }],
  };
}

/** Returns the same rows after waiting for the first one. */
async function started(rows: AsyncGenerator<Cell[]>): Promise<AsyncGenerator<Cell[]>> {
  let next = await rows.next();
  return (async function* () {
    for (; !next.done; next = await rows.next()) yield next.value;
  })();
}

/** Yields at most `most` rows, then `rest` if more rows follow. */
async function* upTo(most: number, rows: AsyncIterable<Cell[]>, rest: Cell[]): AsyncGenerator<Cell[]> {
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

async function* csvText(head: Cell[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  // The byte order mark makes spreadsheet programs read the file as UTF-8.
  yield `\ufeff${csvLine(head)}`;
  for await (const row of rows) yield csvLine(row);
}

async function* cells(
  call: Call,
  sheet: Sheet,
  query: ReturnType<typeof listQuery>,
  most: number,
  isAll: boolean,
): AsyncGenerator<Cell[]> {
  // Headings may be reworded. Programs that read all answers go by the stored names under them.
  if (isAll) yield sheet.columns.map((column) => column.name);
  let batch: Line[] = [];
  let index = 0;
  const finish = async function* (): AsyncGenerator<Cell[]> {
    const refs = new RefCollector(call.services);
    for (const { record, stored, columns: shown } of new Set(batch.map(({ row }) => row))) {
      refs.addRecord(call.form, record);
      const captured = isAll && call.services.registry.form(record.form, record.form_version);
      if (captured) refs.addAnswers(captured, stored);
      refs.addRecordId(record.id);
      for (const value of Object.values(shown)) refs.addPlace(value);
    }
    const names = await refs.load();
    for (const line of batch) {
      yield sheet.columns.map((column) => column.cell(line, index, names));
      index++;
    }
    batch = [];
  };
  for await (const row of everyRow(call.services.records, query, call.actor, most)) {
    batch.push(...sheet.lines(row));
    if (batch.length >= BATCH) yield* finish();
  }
  yield* finish();
}
