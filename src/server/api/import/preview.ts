/** Previews an uploaded file: each row as read, the errors of each cell, and whether it exists already. */

import { v5 as uuidOf } from 'uuid';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { propertyText } from '../../../core/form/types/property.ts';
import type { CellErrorView, SameRecords, SheetPreview } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { keyProperties } from '../../../core/spreadsheet/columns.ts';
import { duplicateKey } from '../../../core/spreadsheet/duplicateKey.ts';
import { type CellContext, dayOrderOf, type RawCell } from '../../../core/spreadsheet/readCell.ts';
import { readRow } from '../../../core/spreadsheet/readRow.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import { cleanText, foldText, truncate } from '../../../core/text/letters.ts';
import { peopleById, rowsById } from '../../db/rows.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import type { ApiCall } from '../call.ts';
import { createNameCollector } from '../reads.ts';
import { createWriteContext } from '../record/save.ts';
import { sheetColumnTitle } from '../sheets/columnWords.ts';
import { entryFinder } from '../sheets/findEntry.ts';
import { recordEntriesInCells } from '../sheets/findRecord.ts';
import type { RawSheet } from '../sheets/readCells.ts';
import { type FilledSheet, filledSheet } from '../sheets/sheetRows.ts';
import { textContext } from '../textContext.ts';

/** Namespace for ids of imported records. The same row of the same content always has the same id. */
const NAMESPACE = '5f0e4b9a-6f0c-4f53-9a3e-0c6a8f7d2b11';
const LONGEST_TYPED = 200;

export interface UploadedSheetRow {
  id: string;
  row: number;
  data: RecordData;
  /** Errors of cells that could not be read, by JSON Pointer. */
  unread: RecordErrors;
  /** Earlier rows of the file and existing records that this row duplicates. */
  same: SameRecords | null;
}

export interface ParsedUpload {
  sheet: FilledSheet;
  rows: UploadedSheetRow[];
  /** An earlier import of these rows. */
  already: SheetPreview['already'];
}

/** Throws if the file as a whole cannot be read. */
export async function parseUpload(call: ApiCall, file: readonly RawSheet[]): Promise<ParsedUpload> {
  const { services, form, actor, language } = call;
  const versions = services.registry.versions(form.form);
  const sheet = filledSheet(form, versions, file, language);
  const columns = sheet.columns.map(({ column }) => column);
  const named = await recordEntriesInCells(services, actor, columns, sheet.rows);
  const orders = new Map(
    columns.map((column) => [
      column,
      dayOrderOf(sheet.rows.map(({ cells }) => getOwn(cells, column.property) ?? null)),
    ]),
  );
  const context: CellContext = {
    calendar: defaultCalendar(language),
    dayOrder: (column) => orders.get(column),
    find: entryFinder(services, named),
  };
  const read = sheet.rows.map(({ row, cells }) => ({
    id: uuidOf(`${form.form} ${sheet.hash} ${row}`, NAMESPACE),
    row,
    ...readRow(form, columns, cells, context),
  }));
  const already = await findEarlierImport(
    call,
    read.map(({ id }) => id),
  );
  const properties = keyProperties(form, columns);
  const there = already
    ? []
    : await services.records.findDuplicates({ form, rows: read.map(({ data }) => data), properties }, actor);
  const before = new Map<string, number[]>();
  const rows = read.map(({ id, row, data, errors }, index) => {
    const key = duplicateKey(properties, data);
    const earlier = (key !== null && before.get(key)) || [];
    if (key !== null) before.set(key, [...earlier, row]);
    const records = there[index] ?? [];
    const isSame = !already && (earlier.length > 0 || records.length > 0);
    return { id, row, data, unread: errors, same: isSame ? { rows: earlier, records } : null };
  });
  return { sheet, rows, already };
}

/** Returns the errors of each row, by cell, in the user's language. */
export async function uploadCellErrors(
  call: ApiCall,
  { sheet, rows, already }: ParsedUpload,
): Promise<CellErrorView[][]> {
  const found = already ? [] : await call.services.records.checkAll(call.form, rows, createWriteContext(call));
  return rows.map(({ row, unread }, index) => cellErrors(call, sheet, row, { ...found[index], ...unread }));
}

/** Returns the records that an earlier import of the same content created. */
export async function findEarlierImport(
  { services }: ApiCall,
  ids: readonly string[],
): Promise<ParsedUpload['already']> {
  const db = services.database.read;
  const rows = await rowsById(db, 'records', ['id', 'code', 'name', 'created_by', 'created_at', 'deleted_at'], ids);
  const [first] = rows;
  if (!first) return null;
  const order = new Map(ids.map((id, at) => [id, at]));
  return {
    at: first.created_at,
    by: (await peopleById(db, [first.created_by]))(first.created_by),
    records: rows
      .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
      .map(({ id, code, name, deleted_at }) => ({ id, code, name, deleted: deleted_at !== null })),
  };
}

export function cellErrors(
  { language, form }: ApiCall,
  sheet: FilledSheet,
  row: number,
  errors: RecordErrors,
): CellErrorView[] {
  const placed = Object.entries(errors).map(([pointer, list]) => {
    const at = sheet.columns.findIndex(({ column }) => column.property === pointer.split('/')[1]);
    const column = sheet.columns[at];
    // B comes before AA.
    return { at: column, order: (column?.letter ?? '').padStart(3), list };
  });
  placed.sort((a, b) => (a.order < b.order ? -1 : 1));
  return placed.flatMap(({ at, list }) =>
    list.map(({ code, params }) => ({
      address: `${at?.letter ?? ''}${row}`,
      title: at ? sheetColumnTitle(form, at.column, language) : null,
      code,
      message: errorSentenceIn(language, code, params),
    })),
  );
}

/** Returns the checked file in the user's language. */
export async function uploadPreviewOf(call: ApiCall, upload: ParsedUpload): Promise<Omit<SheetPreview, 'file'>> {
  const { sheet, rows, already } = upload;
  const errors = await uploadCellErrors(call, upload);
  const { services, form, language } = call;
  const collector = createNameCollector(services);
  for (const { data } of rows) collector.addAnswers(form, data);
  const context = textContext(services, language, await collector.load());
  return {
    hash: sheet.hash,
    columns: sheet.columns.map(({ column, letter }) => ({
      letter,
      property: column.property,
      title: sheetColumnTitle(form, column, language),
      required: column.required,
    })),
    left_out: sheet.left_out,
    rows: rows.map(({ row, data, same }, index) => ({
      row,
      cells: Object.fromEntries(
        sheet.columns.map(({ column: { node, property } }) => {
          const typed = typedText(getOwn(sheet.rows[index]?.cells, property) ?? null);
          const text = data[property] === undefined ? '' : propertyText(node, property, data, context);
          return [property, { text, ...(foldText(typed) !== foldText(text) && { typed }) }];
        }),
      ),
      errors: errors[index] ?? [],
      same,
    })),
    meta: {
      rows: rows.length,
      wrong: errors.filter((list) => list.length > 0).length,
      errors: errors.reduce((sum, list) => sum + list.length, 0),
      same: rows.filter(({ same }) => same !== null).length,
    },
    already,
  };
}

function typedText(cell: RawCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'object' ? ('day' in cell ? cell.day : cell.number) : String(cell);
  return truncate(cleanText(text), LONGEST_TYPED);
}
