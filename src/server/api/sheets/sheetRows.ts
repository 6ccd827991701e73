/** Reads the filled rows of a sheet by the columns of a form. Headings may be below a title, in any order and language. */
import { createHash } from 'node:crypto';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { canonicalJson } from '../../../core/json.ts';
import { columnName } from '../../../core/spreadsheet/columnName.ts';
import { type SheetColumn, sheetColumns } from '../../../core/spreadsheet/columns.ts';
import { cellText, type RawCell } from '../../../core/spreadsheet/readCell.ts';
import type { Language } from '../../../core/text/languages.ts';
import { cleanText, isBlankText, truncate } from '../../../core/text/letters.ts';
import { acceptedHeadings, foldHeading, sheetColumnTitle } from './columnWords.ts';
import { type RawSheet, truncatedSheetFailure } from './readCells.ts';

/** Number of lines in which to search for the headings. */
const HEADING_LINES = 10;
const MOST_ROWS = 2000;

export interface SheetRow {
  /** Line in the sheet, from 1. */
  row: number;
  cells: Record<string, RawCell>;
}

export interface FilledSheet {
  columns: { column: SheetColumn /** Letter in the file. */; letter: string }[];
  /** Columns whose heading is unknown. */
  left_out: { address: string; heading: string }[];
  rows: SheetRow[];
  /** Hash of the rows' content and positions. It stays the same if a file is only saved again. */
  hash: string;
}

/**
 * Reads a sheet for a form. A file made from the template of another of its versions is read too.
 * Throws if headings, columns or number of rows keep the sheet from being read.
 */
export function filledSheet(
  form: CompiledForm,
  versions: readonly CompiledForm[],
  sheets: readonly RawSheet[],
  language: Language,
): FilledSheet {
  const columns = sheetColumns(form);
  const headings = new Map<string, SheetColumn>();
  // A heading of the form itself replaces the same heading of another version.
  for (const version of [...versions, form])
    for (const column of columns)
      for (const heading of acceptedHeadings(version, column)) headings.set(heading, column);
  const meaning = (cell: RawCell | undefined) =>
    typeof cell === 'string' ? headings.get(foldHeading(cell)) : undefined;
  const found = sheets
    .flatMap((sheet) =>
      sheet.lines.slice(0, HEADING_LINES).map((line, at) => ({ sheet, line, at, known: line.filter(meaning).length })),
    )
    .filter(({ known }) => known > 0)
    .sort((a, b) => b.known - a.known)[0];
  if (!found) throw new Failure('sheet_heading');

  const placed = new Map<SheetColumn, number>();
  const left_out: FilledSheet['left_out'] = [];
  const widest = Math.max(...found.sheet.lines.map(({ length }) => length));
  for (let index = 0; index < widest; index += 1) {
    const cell = found.line[index];
    const column = meaning(cell);
    const address = `${columnName(index)}${found.at + 1}`;
    if (!column) {
      const heading = unreadHeading(cell ?? null, found.sheet.lines.slice(found.at + 1), index);
      if (heading !== '') left_out.push({ address, heading });
      continue;
    }
    const before = placed.get(column);
    if (before !== undefined)
      throw new Failure('sheet_column_twice', {
        params: {
          name: sheetColumnTitle(form, column, language),
          first: `${columnName(before)}${found.at + 1}`,
          second: address,
        },
      });
    placed.set(column, index);
  }
  const missing = columns.filter((column) => column.required && !placed.has(column));
  if (missing.length > 0)
    throw new Failure('sheet_column_missing', {
      params: { name: missing.map((column) => sheetColumnTitle(form, column, language)) },
    });

  const rows: SheetRow[] = [];
  const limit = form.definition.import?.rows ?? MOST_ROWS;
  for (const [at, line] of found.sheet.lines.entries()) {
    if (at <= found.at) continue;
    const cells = Object.fromEntries([...placed].map(([column, index]) => [column.property, line[index] ?? null]));
    if (Object.values(cells).every(isEmpty)) continue;
    if (rows.length === limit) throw new Failure('sheet_rows', { params: { limit } });
    rows.push({ row: at + 1, cells });
  }
  const { cut } = found.sheet;
  if (cut) throw truncatedSheetFailure(cut, limit);
  if (rows.length === 0) throw new Failure('sheet_empty');
  return {
    columns: columns
      .filter((column) => placed.has(column))
      .map((column) => ({ column, letter: columnName(placed.get(column) as number) })),
    left_out,
    rows,
    hash: createHash('sha256').update(canonicalJson(rows)).digest('hex'),
  };
}

/** Returns the heading of a column that is not read; where it has none, what stands below it. Empty if nothing does. */
export function unreadHeading(heading: RawCell, below: readonly (readonly RawCell[])[], index: number): string {
  const line = isEmpty(heading) ? below.find((cells) => !isEmpty(cells[index] ?? null)) : undefined;
  const cell = line ? (line[index] ?? null) : heading;
  return cell === null ? '' : truncate(cleanText(cellText(cell)), 80);
}

function isEmpty(cell: RawCell): boolean {
  return cell === null || (typeof cell === 'string' && isBlankText(cell));
}
