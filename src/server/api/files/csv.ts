/** Tables as CSV: one as text, several as files of an archive. */
import type { Readable } from 'node:stream';
import { escapeFormula } from '../../../core/spreadsheet/formula.ts';
import { archiveStream } from './archive.ts';
import type { Worksheet, WorksheetCell } from './workbook.ts';

/** Makes spreadsheet programs read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

export async function* csvText({ head, rows }: Worksheet): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(head)}`;
  for await (const row of rows) yield csvLine(row);
}

/** Names each file by its number and title. */
export function csvArchive(sheets: readonly Worksheet[]): Readable {
  return archiveStream(
    sheets.map((sheet, n) => [`${n + 1} ${sheet.title.replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')}.csv`, csvText(sheet)]),
  );
}

/** Returns one line of CSV. A text that a spreadsheet would run as a formula stays text. */
export function csvLine(cells: WorksheetCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: WorksheetCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
