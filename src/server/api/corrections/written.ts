/** Compares the cell of a file with what an export writes. */
import { unguarded } from '../../../core/spreadsheet/formula.ts';
import type { RawCell } from '../../../core/spreadsheet/readCell.ts';

/** Returns true if a cell says what the export wrote. Programs trim cells, and CSV guards texts that begin like a formula. */
export function isWritten(raw: RawCell, written: string | number): boolean {
  if (typeof written === 'number') {
    const said = typeof raw === 'object' && raw !== null && 'number' in raw ? raw.number : raw;
    return typeof said === 'string' && said.trim() !== '' && Number(said) === written;
  }
  const said = typeof raw === 'object' && raw !== null ? ('day' in raw ? raw.day : raw.number) : String(raw ?? '');
  const b = plain(written);
  return plain(said) === b || plain(unguarded(said)) === b;
}

/** A workbook keeps 32,000 characters of a cell and no control characters. */
function plain(text: string): string {
  return text
    .slice(0, 32_000)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n\P{Cc}]/gu, '')
    .trim();
}
