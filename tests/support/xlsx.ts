import { buffer } from 'node:stream/consumers';
import { cellText } from '../../src/core/spreadsheet/readCell.ts';
import type { Sheet } from '../../src/core/xlsform/types.ts';
import { workbookStream } from '../../src/server/api/files/workbook.ts';

/** Returns the sheets as a file of Excel, every cell a text. */
export function xlsxOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const texts = (line: Sheet['lines'][number] = []) => line.map((cell) => (cell === null ? '' : cellText(cell)));
  return buffer(
    workbookStream({
      language: 'en',
      sheets: sheets.map(({ title, lines: [head, ...rows] }) => ({ title, head: texts(head), rows: rows.map(texts) })),
    }),
  );
}
