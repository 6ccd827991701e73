/** Compares the cell of a file with what an export writes. */
import { unescapeFormula } from '../../../core/spreadsheet/formula.ts';
import type { RawCell } from '../../../core/spreadsheet/readCell.ts';
import { dayMonthReadings, parseMonth } from '../../../core/text/dates.ts';
import { cleanText, truncate } from '../../../core/text/letters.ts';

/**
 * Returns true if a cell says what the export wrote, also in what a spreadsheet program makes of a text in CSV that looks like a
 * number, a day or a month. Programs trim cells, and CSV guards texts that begin like a formula.
 */
export function isUnchangedCell(raw: RawCell, written: string | number): boolean {
  if (typeof written === 'number') {
    const said = typeof raw === 'object' && raw !== null && 'number' in raw ? raw.number : raw;
    return typeof said === 'string' && said.trim() !== '' && Number(said) === written;
  }
  const said = typeof raw === 'object' && raw !== null ? ('day' in raw ? raw.day : raw.number) : String(raw ?? '');
  const [a, b] = [plain(said), plain(written)];
  return a === b || plain(unescapeFormula(said)) === b || isProgramsNumber(a, b) || isProgramsDay(a, b);
}

/** A workbook keeps 32,000 characters of a cell. */
function plain(text: string): string {
  return cleanText(truncate(text, 32_000));
}

/** Digits of which programs make a number: they lose a plus and the zeros before it. */
const DIGITS = /^\+?0*(\d+)$/;
/** Digits of a number that programs keep; the others become zeros. A long number is written with an exponent. */
const KEPT = 15;
const EXPONENT = /^\d(?:\.(\d+))?E\+\d+$/i;

function isProgramsNumber(said: string, written: string): boolean {
  const [, digits] = DIGITS.exec(written) ?? [];
  if (digits === undefined) return false;
  const exponent = EXPONENT.exec(said);
  if (exponent) return Number(said) === Number(Number(digits).toPrecision((exponent[1] ?? '').length + 1));
  const isCut = digits.length > KEPT && /^\d{15}0+$/.test(said);
  return said === digits || (isCut && Number(said) === Number(Number(digits).toPrecision(KEPT)));
}

/** An ISO day or month that the program wrote in the way of its country: 5/10/2026 or 10/5/2026, Mar-26. */
function isProgramsDay(said: string, written: string): boolean {
  if (/^\d{4}-\d{2}$/.test(written)) return parseMonth(said, 'gregorian') === `${written}-01`;
  const either = /^\d{4}-\d{2}-\d{2}$/.test(written) ? dayMonthReadings(said) : undefined;
  return either !== undefined && Object.values(either).includes(written);
}
