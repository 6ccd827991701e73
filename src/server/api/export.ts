/** `GET {base}/export`: what the list shows, as a workbook or as CSV that streams. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Failure, isErrorCode } from '../../core/errors/catalogue.ts';
import { formRefusal } from '../../core/records/scope.ts';
import { kabulDay } from '../../core/text/dates.ts';
import { pick } from '../../core/text/languages.ts';
import { suffixLanguage } from '../http/language.ts';
import { words } from '../http/words.ts';
import type { ListRow } from '../records/types.ts';
import type { Call } from './call.ts';
import { attachmentHeader, type Cell, csvLine, sendSheet } from './download.ts';
import { type ExportColumn, exportColumns } from './exportColumns.ts';
import { everyRow } from './list.ts';
import { listQuery } from './paging.ts';
import { RefCollector } from './refs.ts';

/** A workbook is built in memory; more rows than this go as CSV. */
const MOST_IN_SHEET = 20_000;
const MOST_IN_CSV = 2_000_000;
const BATCH = 200;

export async function exportList(call: Call): Promise<FastifyReply> {
  const { rooms, form, query, actor, reply } = call;
  const refusal = formRefusal(actor, 'export', form, rooms.library.common().permissions, rooms.library.workflow(form));
  if (refusal)
    throw new Failure(isErrorCode(refusal.code) ? refusal.code : 'forbidden', {
      params: { ...refusal.params, action: 'export' },
    });
  const format = query.format ?? 'xlsx';
  if (format !== 'xlsx' && format !== 'csv') throw new Failure('bad_filter', { params: { field: 'format' } });
  const language = suffixLanguage(query.localSuffix, call.language);
  const columns = exportColumns(rooms, form, language, query.all === '1');
  const asked = listQuery(call);
  const title = pick(form.definition.plural, language);
  const file = `${title} ${kabulDay(rooms.now())}.${format}`;
  const head = columns.map((column) => column.heading);
  if (format === 'csv') {
    // The first rows are read before anything is sent, so that a refused filter is an answer and not a torn file.
    const rows = cells(call, columns, asked, MOST_IN_CSV)[Symbol.asyncIterator]();
    const first = await rows.next();
    const stream = Readable.from(csvText(head, first, rows), { encoding: 'utf8' });
    return reply.type('text/csv; charset=utf-8').header('content-disposition', attachmentHeader(file)).send(stream);
  }
  const rows: Cell[][] = [head];
  for await (const row of cells(call, columns, asked, MOST_IN_SHEET + 1)) rows.push(row);
  if (rows.length > MOST_IN_SHEET + 1) {
    rows[rows.length - 1] = [
      words(language, 'server:export.cut', { limit: MOST_IN_SHEET }),
      ...head.slice(1).map(() => ''),
    ];
  }
  return sendSheet(reply, { file, sheet: title, rows, language });
}

async function* csvText(
  head: Cell[],
  first: IteratorResult<Cell[]>,
  rest: AsyncIterator<Cell[]>,
): AsyncGenerator<string> {
  // The mark that makes spreadsheet programs read UTF-8.
  yield `\ufeff${csvLine(head)}`;
  for (let row = first; !row.done; row = await rest.next()) yield csvLine(row.value);
}

async function* cells(
  call: Call,
  columns: ExportColumn[],
  query: ReturnType<typeof listQuery>,
  most: number,
): AsyncGenerator<Cell[]> {
  let batch: ListRow[] = [];
  let index = 0;
  const finish = async function* (): AsyncGenerator<Cell[]> {
    const refs = new RefCollector(call.rooms);
    for (const { record, columns: shown } of batch) {
      refs.addRecord(call.rooms.library.form(record.form, record.form_version) ?? call.form, record);
      refs.addRecordId(record.id);
      for (const value of Object.values(shown)) refs.addPlace(value);
    }
    const names = await refs.load();
    for (const row of batch) {
      yield columns.map((column) => column.cell(row, index, names));
      index++;
    }
    batch = [];
  };
  for await (const row of everyRow(call, query, most)) {
    batch.push(row);
    if (batch.length >= BATCH) yield* finish();
  }
  yield* finish();
}
