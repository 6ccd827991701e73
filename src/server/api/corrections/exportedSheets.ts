/** Recognises the sheets of an export in an uploaded file: records by their ids and versions, rows by their numbers. */
import { Failure } from '../../../core/errors/failure.ts';
import { columnName } from '../../../core/spreadsheet/columnName.ts';
import type { RawCell } from '../../../core/spreadsheet/readCell.ts';
import { cleanText, foldText, isBlankText, truncate } from '../../../core/text/letters.ts';
import type { RawSheet } from '../sheets/readCells.ts';
import { unreadHeading } from '../sheets/sheetRows.ts';
import type { CorrectionColumn, CorrectionSheet } from './correctionSheets.ts';

/** Number of lines in which to search for the headings. */
const HEADING_LINES = 10;
/** Records of a file. */
const MOST_CORRECTED = 5000;

export interface ExportedColumn {
  index: number;
  known: CorrectionColumn;
  heading: string;
  /** Address of the heading. */
  address: string;
}

export interface SheetLine {
  /** Line in the sheet, from 1. */
  row: number;
  cells: readonly RawCell[];
}

export interface ExportedSheet {
  path: string;
  columns: ExportedColumn[];
  /** Columns whose heading is unknown. */
  unknown: { address: string; heading: string }[];
  /** Column numbers of ids, versions and row numbers, by name. */
  at: Map<string, number>;
  lines: SheetLine[];
  addressOf(column: number, row: number): string;
}

/**
 * Returns the sheets of an export, the records first. Empty if the file is none of this form. Throws `sheet_column_missing` with
 * the heading `version` if it has the ids of records without their versions: it is no file of new records either.
 */
export function exportedSheets(
  known: readonly CorrectionSheet[],
  file: readonly RawSheet[],
  version: string,
): ExportedSheet[] {
  const sheets = file.flatMap((raw) => {
    for (const one of known) {
      const found = sheetOf(one, raw);
      if (found) return [found];
    }
    return [];
  });
  const records = sheets.filter(({ path }) => path === '');
  const [first] = records;
  const withIds = (one: CorrectionSheet) => file.some((raw) => (sheetOf(one, raw, ['id'])?.columns.length ?? 0) > 2);
  if (!first && known.some((one) => one.path === '' && withIds(one)))
    throw new Failure('sheet_column_missing', { params: { name: version } });
  if (!first) return [];
  return [first, ...sheets.filter(({ path }) => path !== '')];
}

function sheetOf(known: CorrectionSheet, raw: RawSheet, needs = needed(known.path)): ExportedSheet | undefined {
  const lines = raw.lines.slice(0, HEADING_LINES);
  const isId = (index: Map<string, CorrectionColumn[]>, name: string) =>
    index.get(name)?.some(({ key }) => key === '#id');
  const named = lines.findIndex(
    (line) => line.includes('id') && (needs.length === 1 || line.some((cell) => isNumbers(known, cell))),
  );
  const head = lines.findIndex((line) =>
    line.some((cell) => typeof cell === 'string' && isId(known.byHeading, foldText(cell))),
  );
  if (named < 0 && head < 0) return undefined;
  const heading = head >= 0 ? head : Math.max(0, named - 1);
  const names = named >= 0 ? (lines[named] ?? []) : [];
  const headings = lines[heading] ?? [];
  const prefix = known.path === '' ? '' : `${raw.title}!`;
  const addressOf = (column: number, row: number) => `${prefix}${columnName(column)}${row}`;
  const sheet: ExportedSheet = { path: known.path, columns: [], unknown: [], at: new Map(), lines: [], addressOf };
  const placed = new Set<CorrectionColumn>();
  for (let index = 0; index < Math.max(...raw.lines.map(({ length }) => length)); index += 1) {
    const [name, title] = [textOf(names[index]), textOf(headings[index])];
    const meant = [...(known.byName.get(name) ?? []), ...(known.byHeading.get(foldText(title)) ?? [])];
    const column = meant.find((one) => !placed.has(one));
    const address = addressOf(index, heading + 1);
    const shown =
      truncate(title || name, 80) || unreadHeading(null, raw.lines.slice(Math.max(heading, named) + 1), index);
    if (!column) {
      if (shown !== '') sheet.unknown.push({ address, heading: shown });
      continue;
    }
    placed.add(column);
    sheet.columns.push({ index, known: column, heading: shown, address });
    if (column.key.startsWith('#')) sheet.at.set(column.key.slice(1), index);
  }
  if (!needs.every((name) => sheet.at.has(name))) return undefined;
  if (raw.cut) throw new Failure('sheet_rows', { params: { limit: MOST_CORRECTED } });
  for (const [at, cells] of raw.lines.entries())
    if (at > Math.max(heading, named) && cells.some((cell) => !isCellEmpty(cell)))
      sheet.lines.push({ row: at + 1, cells });
  if (sheet.lines.length > MOST_CORRECTED) throw new Failure('sheet_rows', { params: { limit: MOST_CORRECTED } });
  return sheet;
}

/** Returns the names of the columns that tell a sheet of records, or of the rows of a table. */
function needed(path: string): string[] {
  if (path === '') return ['id', 'version'];
  const steps = path.split('.');
  return ['id', ...steps.map((_step, at) => `${steps.slice(0, at + 1).join('.')} #`)];
}

function isNumbers({ path }: CorrectionSheet, cell: RawCell): boolean {
  return cell === needed(path).at(-1);
}

function textOf(cell: RawCell | undefined): string {
  return typeof cell === 'string' ? cleanText(cell) : '';
}

export function isCellEmpty(cell: RawCell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && isBlankText(cell));
}
