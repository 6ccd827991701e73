/** What would be made of an uploaded file: every row as it was read, what is wrong in which cell, whether it is there already. */
import { v5 as uuidOf } from 'uuid';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/catalogue.ts';
import { propertyText } from '../../../core/form/types/property.ts';
import type { RawCell } from '../../../core/spreadsheet/readCell.ts';
import { readRow } from '../../../core/spreadsheet/readRow.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import { fold } from '../../../core/text/fold.ts';
import { rowsById } from '../../db/lookup.ts';
import { errorWords } from '../../http/errors.ts';
import type { Call } from '../call.ts';
import { RefCollector } from '../refs.ts';
import { columnTitle } from './columnWords.ts';
import { entryFinder } from './findEntry.ts';
import { readFile } from './readFile.ts';
import { type FilledSheet, filledSheet } from './sheetRows.ts';

/** Makes the ids of imported records: the same row of the same content has the same id. */
const NAMESPACE = '5f0e4b9a-6f0c-4f53-9a3e-0c6a8f7d2b11';
const LONGEST_TYPED = 200;

export interface CellError {
  /** `C7`; `7` for what no column of the file is about. */
  address: string;
  title: string | null;
  code: string;
  message: string;
}

export interface CheckedRow {
  id: string;
  row: number;
  data: RecordData;
  errors: CellError[];
}

export interface Checked {
  sheet: FilledSheet;
  rows: CheckedRow[];
  /** The import that made these rows already. */
  already: { at: string; by: { id: string; name: string | null }; records: Made[] } | null;
}

export interface Made {
  id: string;
  code: string | null;
  name: string;
  deleted: boolean;
}

/** Throws what keeps the file from being read as a whole. */
export async function checkFile(call: Call, file: { bytes: Buffer; name: string }): Promise<Checked> {
  const { rooms, form, actor, language } = call;
  const sheet = filledSheet(form, await readFile(file.bytes, file.name), language);
  const context = { calendar: defaultCalendar(language), find: entryFinder(rooms) };
  const columns = sheet.columns.map(({ column }) => column);
  const read = sheet.rows.map(({ row, cells }) => ({
    id: uuidOf(`${form.form} ${sheet.hash} ${row}`, NAMESPACE),
    row,
    ...readRow(form, columns, cells, context),
  }));
  const already = await imported(
    call,
    read.map(({ id }) => id),
  );
  const found = already ? read.map(() => ({})) : await rooms.records.checkAll(form, read, actor);
  const rows = read.map(({ id, row, data, errors }, index) => ({
    id,
    row,
    data,
    errors: cellErrors(call, sheet, row, { ...found[index], ...errors }),
  }));
  return { sheet, rows, already };
}

/** Records that an earlier import of the same content made. */
export async function imported({ rooms }: Call, ids: readonly string[]): Promise<Checked['already']> {
  const db = rooms.database.read;
  const rows = await rowsById(db, 'records', ['id', 'code', 'name', 'created_by', 'created_at', 'deleted_at'], ids);
  const [first] = rows;
  if (!first) return null;
  const order = new Map(ids.map((id, at) => [id, at]));
  const [maker] = await rowsById(db, 'users', ['id', 'name'], [first.created_by]);
  return {
    at: first.created_at,
    by: { id: first.created_by, name: maker?.name ?? null },
    records: rows
      .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
      .map(({ id, code, name, deleted_at }) => ({ id, code, name, deleted: deleted_at !== null })),
  };
}

function cellErrors({ language }: Call, sheet: FilledSheet, row: number, errors: RecordErrors): CellError[] {
  const placed = Object.entries(errors).map(([pointer, list]) => {
    const at = sheet.columns.findIndex(({ column }) => column.property === pointer.split('/')[1]);
    return { at: sheet.columns[at], order: at, list };
  });
  placed.sort((a, b) => a.order - b.order);
  return placed.flatMap(({ at, list }) =>
    list.map(({ code, params }) => ({
      address: `${at?.letter ?? ''}${row}`,
      title: at ? columnTitle(at.column, language) : null,
      code,
      message: errorWords(language, code, params),
    })),
  );
}

/** The checked file in the reader's words. */
export async function previewOf(call: Call, { sheet, rows, already }: Checked) {
  const { rooms, form, language } = call;
  const collector = new RefCollector(rooms);
  for (const { data } of rows) collector.addAnswers(form, data);
  const refs = await collector.load();
  const context = { language, calendar: defaultCalendar(language), constants: rooms.library.common().constants, refs };
  return {
    hash: sheet.hash,
    columns: sheet.columns.map(({ column, letter }) => ({
      letter,
      property: column.property,
      title: columnTitle(column, language),
      required: column.required,
    })),
    left_out: sheet.left_out,
    rows: rows.map(({ row, data, errors }, index) => ({
      row,
      cells: Object.fromEntries(
        sheet.columns.map(({ column: { node, property } }) => {
          const typed = typedText(sheet.rows[index]?.cells[property] ?? null);
          const text = data[property] === undefined ? '' : propertyText(node, property, data, context);
          return [property, { text, ...(fold(typed) !== fold(text) && { typed }) }];
        }),
      ),
      errors,
    })),
    meta: {
      rows: rows.length,
      wrong: rows.filter(({ errors }) => errors.length > 0).length,
      errors: rows.reduce((sum, { errors }) => sum + errors.length, 0),
    },
    already,
  };
}

function typedText(cell: RawCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'object' ? ('day' in cell ? cell.day : cell.number) : String(cell);
  return text.trim().slice(0, LONGEST_TYPED);
}
