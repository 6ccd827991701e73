/**
 * Reads one cell of an uploaded spreadsheet. People write dates in both calendars, digits of both kinds, and names of
 * choices in any language; programs turn phone numbers into numbers. What is not certain is an error, never a guess.
 */
import type { RecordError } from '../errors/recordErrors.ts';
import { parseTime } from '../form/types/days/time.ts';
import { isMonthQuestion } from '../form/types/question.ts';
import { type Calendar, dayMonthReadings, firstOfMonth, parseDate, parseMonth } from '../text/dates.ts';
import { cleanText, foldText, isBlankText, readNumber, truncate } from '../text/letters.ts';
import { cellReaderOf, holdsSeveralEntries, type SheetColumn } from './columns.ts';

/** Content of a cell: nothing, a text, a boolean, a number as written in the file, or an ISO date. */
export type RawCell = null | string | boolean | { number: string } | { day: string };

export interface CellContext {
  /** Calendar of dates whose year is possible in both calendars. */
  calendar: Calendar;
  /** Whether days of a column have the day or the month first, where the others of its cells tell (`dayOrderOf`). */
  dayOrder?(column: SheetColumn): DayOrder | undefined;
  /** Returns the ids that a folded name, code or id may mean. `above` is the id of the surrounding place. */
  find(column: SheetColumn, folded: string, above: string | undefined): readonly string[];
}

/** `value` is then passed to `coerceAnswers`. It is absent if the cell is empty. */
export interface ReadCell {
  value?: unknown;
  error?: RecordError;
  /** The days that the cell may mean, where it does not tell which. */
  days?: readonly string[];
}

type DayOrder = 'dayFirst' | 'monthFirst';

/** Spreadsheets keep this many digits of a number. Further digits become zeros. */
const SAFE_DIGITS = 15;
/** What programs write if the value of a formula cannot be calculated. */
export const FORMULA_ERROR = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|GETTING_DATA)$/;

export function readCell(column: SheetColumn, raw: RawCell, context: CellContext, above?: string): ReadCell {
  if (raw === null || (typeof raw === 'string' && isBlankText(raw))) return {};
  if (typeof raw === 'string' && FORMULA_ERROR.test(cleanText(raw))) return { error: { code: 'cell_failed' } };
  if (holdsSeveralEntries(column)) return readSeveral(column, raw, context);
  switch (cellReaderOf(column)) {
    case 'name':
      return readChoice(column, cellText(raw), raw, context, above);
    case 'day':
      return readDay(raw, column, context);
    case 'clock':
      return readTime(raw);
    case 'number':
      return { value: numberIn(raw) };
    case 'digits':
      return readText(raw, withZero);
    default:
      return readText(raw, (typed) => withClock(column, typed));
  }
}

function readDay(raw: NonNullable<RawCell>, column: SheetColumn, { calendar, dayOrder }: CellContext): ReadCell {
  const ofMonth = isMonthQuestion(column.node);
  if (typeof raw === 'object' && 'day' in raw) return { value: ofMonth ? firstOfMonth(raw.day, calendar) : raw.day };
  if (typeof raw === 'boolean') return { error: { code: 'date' } };
  const typed = typeof raw === 'string' ? raw : raw.number;
  const days = [...daysOf(typed, dayOrder?.(column))].map((day) => (ofMonth ? firstOfMonth(day, calendar) : day));
  const [first, other] = new Set(days);
  if (first && other) return { error: { code: 'date_unsure', params: { value: cleanText(typed) } }, days };
  const day = first ?? (ofMonth ? parseMonth(typed, calendar) : parseDate(typed, calendar));
  return day === null ? { error: { code: 'date' } } : { value: day };
}

/** Returns the days that a text with the year at its end may mean; one where only one is a day, or other cells tell the order. */
function daysOf(typed: string, order: DayOrder | undefined): Set<string> {
  const either = dayMonthReadings(typed);
  if (!either) return new Set();
  const days = order ? [either[order]] : [either.dayFirst, either.monthFirst];
  return new Set(days.filter((day) => day !== null));
}

/** Returns the order of day and month in the cells of a column, if some can have only one, and all of those the same. */
export function dayOrderOf(cells: readonly RawCell[]): DayOrder | undefined {
  const orders = new Set<DayOrder>();
  for (const cell of cells) {
    const { dayFirst, monthFirst } = (typeof cell === 'string' && dayMonthReadings(cell)) || {};
    if (dayFirst && !monthFirst) orders.add('dayFirst');
    if (monthFirst && !dayFirst) orders.add('monthFirst');
  }
  return orders.size === 1 ? [...orders][0] : undefined;
}

/** Reads a time, or the fraction of a day by which programs store it. */
function readTime(raw: NonNullable<RawCell>): ReadCell {
  const share = typeof raw === 'object' && 'number' in raw ? Number(raw.number) : Number.NaN;
  const minutes = Math.round(share * 24 * 60);
  const typed =
    minutes >= 0 && share < 1 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` : cellText(raw);
  const value = parseTime(typed);
  return value === null ? { error: { code: 'time' } } : { value };
}

/** Most pieces between commas that are tried as one name. */
const LONGEST_NAME = 5;
/** Most pieces and separators of a cell whose names with commas are searched for in the store. */
const MOST_JOINED = 40;
const SEPARATOR = /([,،;؛|\n])/;
/** The number before an entry whose place in the list counts. */
const PLACE = /^\s*[\d۰-۹٠-٩]+\s*[.)]\s+/;

function readSeveral(column: SheetColumn, raw: NonNullable<RawCell>, context: CellContext): ReadCell {
  const whole = readEntry(column, cellText(raw), raw, context);
  if (whole.error?.code !== 'choice_unknown') return whole.error ? whole : { value: [whole.value] };
  const pieces = cellText(raw).split(SEPARATOR);
  const read: unknown[] = [];
  for (let at = 0; at < pieces.length; ) {
    if (isBlankText(pieces[at] as string)) {
      at += 2;
      continue;
    }
    // The longest name first, because a name may contain a comma. Names are at even positions, separators between them.
    const lengths = Array.from({ length: LONGEST_NAME }, (_, less) => 2 * (LONGEST_NAME - less) - 1);
    const tried = lengths
      .filter((length) => at + length <= pieces.length)
      .map((length) => ({ length, ...readEntry(column, pieces.slice(at, at + length).join(''), raw, context) }));
    const found = tried.find(({ error }) => error?.code !== 'choice_unknown') ?? tried.at(-1);
    if (!found || found.error) return found?.error ? { error: found.error } : {};
    read.push(found.value);
    at += found.length + 1;
  }
  return { value: read };
}

function readEntry(column: SheetColumn, words: string, raw: NonNullable<RawCell>, context: CellContext): ReadCell {
  const read = readChoice(column, words, raw, context, undefined);
  const isNumbered = read.error?.code === 'choice_unknown' && PLACE.test(words);
  return isNumbered ? readChoice(column, words.replace(PLACE, ''), raw, context, undefined) : read;
}

/** Returns every text of a cell that may be the name of an entry. */
export function entryNamesIn(column: SheetColumn, raw: RawCell): string[] {
  if (raw === null || typeof raw === 'boolean') return [];
  const words = cellText(raw);
  const pieces = holdsSeveralEntries(column) ? words.split(SEPARATOR) : [];
  const longest = pieces.length > MOST_JOINED ? 1 : LONGEST_NAME;
  const parts = pieces.flatMap((_piece, at) =>
    at % 2 === 1 ? [] : Array.from({ length: longest }, (_, more) => pieces.slice(at, at + 2 * more + 1).join('')),
  );
  return [...new Set([words, ...parts].map(cleanText).filter(Boolean))];
}

function readChoice(
  column: SheetColumn,
  words: string,
  raw: NonNullable<RawCell>,
  { find }: CellContext,
  above: string | undefined,
): ReadCell {
  const names = raw === true ? ['yes'] : raw === false ? ['no'] : [words];
  const found = new Set(names.flatMap((name) => find(column, foldText(name), above)));
  const [id] = found;
  if (id === undefined) return { error: { code: 'choice_unknown', params: { value: truncate(cleanText(words), 60) } } };
  return found.size === 1
    ? { value: id }
    : { error: { code: 'choice_ambiguous', params: { value: truncate(cleanText(words), 60) } } };
}

/** A text that is not a number is left for the validator to report. */
function numberIn(raw: NonNullable<RawCell>): unknown {
  if (typeof raw === 'object') return 'number' in raw ? Number(raw.number) : raw.day;
  return typeof raw === 'boolean' ? String(raw) : (readNumber(raw) ?? raw);
}

/** A program that takes a telephone number for a number drops its first zero. */
function withZero(digits: string): string {
  return /^7\d{8}$/.test(digits) ? `0${digits}` : digits;
}

/** A program that takes 08:30 for a time writes 08:30:00 AM into a text file. Mended where only the short one can be an answer. */
function withClock({ node: { schema } }: SheetColumn, typed: string): string {
  const time = typeof schema.pattern === 'string' ? parseTime(typed) : null;
  if (time === null) return typed;
  const pattern = new RegExp(String(schema.pattern), 'u');
  return !pattern.test(typed) && pattern.test(time) ? time : typed;
}

/** How programs write a long number into a text file. People hardly ever write one so. */
const EXPONENT = /^[+-]?(\d)(?:\.(\d+))?E\+(\d{2,3})$/i;

/**
 * `mend` restores what was lost when a program made a number of the text, such as a phone number's leading zero. In CSV such a
 * number is a text again.
 */
function readText(raw: NonNullable<RawCell>, mend = (digits: string) => digits): ReadCell {
  if (typeof raw === 'string') {
    const [, , decimals = '', exponent] = EXPONENT.exec(cleanText(raw)) ?? [];
    if (exponent === undefined) return { value: mend(raw) };
    // Digits that the exponent counts and the number does not have are lost.
    return decimals.length < Number(exponent) ? { error: { code: 'digits_lost' } } : { value: mend(plainNumber(raw)) };
  }
  if (typeof raw !== 'object' || 'day' in raw) return { value: cellText(raw) };
  const digits = plainNumber(raw.number);
  if (digits.replace(/\D/g, '').length > SAFE_DIGITS) return { error: { code: 'digits_lost' } };
  return { value: mend(digits) };
}

export function cellText(raw: NonNullable<RawCell>): string {
  if (typeof raw === 'object') return 'number' in raw ? plainNumber(raw.number) : raw.day;
  return String(raw);
}

/** Returns a number without an exponent: `7E+8` becomes `700000000`. */
function plainNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const value = Number(text);
  return Number.isFinite(value)
    ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 })
    : text;
}
