/**
 * Reads the cells of an uploaded Excel workbook, CSV or archive of CSV files, within limits. Formulas are not computed; their saved value is read,
 * and a formula without one is an error of its cell.
 * A file may be malicious, so this runs in its own worker (`worker.ts`). It trusts no size stated in the file, and cuts a
 * sheet that is too large before building any of its rows.
 */

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { Failure } from '../../../core/errors/failure.ts';
import { getOwn } from '../../../core/json.ts';
import { columnName } from '../../../core/spreadsheet/columnName.ts';
import { FORMULA_ERROR, type RawCell } from '../../../core/spreadsheet/readCell.ts';

/** All lines of a sheet from the first on, so that their position is their address. */
export interface RawSheet {
  /** Name of the sheet, or of the CSV file in an archive. */
  title: string;
  lines: readonly (readonly RawCell[])[];
  /** Why the rest was cut: too many filled rows, or a filled cell outside the limits (its address). */
  cut?: { rows: true } | { far: string };
}

const MOST_COLUMNS = 200;
/** Number of lines that may contain filled cells. Empty lines count. */
const MOST_LINES = 10_000;
/** The most rows that a form may take (`import.rows`), and some lines above them. */
export const MOST_SHEET_LINES = 5010;
/** Characters of a cell. No spreadsheet program keeps more. */
const LONGEST_CELL = 32_767;
const MOST_SHEETS = 60;
const MB = 1024 * 1024;
/** Bytes of a workbook's parts after unpacking. */
const UNPACKED_LIMIT = 40 * MB;
/** Characters of all cells together. The main thread parses them all at once. */
const TEXT_LIMIT = 8 * MB;
/** What a cell costs besides its text. */
const AROUND_CELL = 16;

/** Throws sheet_unreadable, sheet_unpacks_large, sheet_too_many or sheet_cell_long. */
export async function readCells(bytes: Buffer, isZip: boolean, most = MOST_SHEET_LINES): Promise<RawSheet[]> {
  const sheets = isZip ? await readArchive(bytes, most) : [await readCsv(bytes, most)];
  let characters = 0;
  for (const { lines } of sheets)
    for (const [at, line] of lines.entries())
      for (const [column, cell] of line.entries()) {
        const length = typeof cell === 'string' ? cell.length : 0;
        if (length > LONGEST_CELL)
          throw new Failure('sheet_cell_long', {
            params: { address: `${columnName(column)}${at + 1}`, limit: LONGEST_CELL },
          });
        characters += length + AROUND_CELL;
        if (characters > TEXT_LIMIT) throw unpacksLarge(TEXT_LIMIT);
      }
  return sheets;
}

async function readArchive(bytes: Buffer, most: number): Promise<RawSheet[]> {
  try {
    const parts = await unpack(bytes);
    const files = Object.keys(parts).filter((name) => name.endsWith('.csv'));
    if (files.length === 0 || 'xl/workbook.xml' in parts) return await readWorkbook(parts, most);
    if (files.length > MOST_SHEETS) throw new Failure('sheet_too_many', { params: { limit: MOST_SHEETS } });
    const sheets: RawSheet[] = [];
    for (const name of files)
      sheets.push(await readCsv(Buffer.from(getOwn(parts, name) as Uint8Array), most, name.replace(/\.csv$/, '')));
    return sheets;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('sheet_unreadable', { cause: error });
  }
}

async function readWorkbook(parts: Record<string, Uint8Array>, most: number): Promise<RawSheet[]> {
  const mark = randomUUID();
  let sheets = 0;
  for (const [name, content] of Object.entries(parts)) {
    const xml = new TextDecoder().decode(content);
    if (!xml.includes('sheetData')) continue;
    sheets += 1;
    if (sheets > MOST_SHEETS) throw new Failure('sheet_too_many', { params: { limit: MOST_SHEETS } });
    const tidy = withFailedFormulas(cutSheet(xml, mark, most));
    if (tidy !== xml) parts[name] = new TextEncoder().encode(tidy);
  }
  const { default: readSheets } = await import('read-excel-file/universal');
  // The parser reads exactly the parts that were counted and cut.
  const read = await readSheets(new Blob([await packed(parts)]), {
    parseNumber: (number) => ({ number }),
  });
  return read.map(({ sheet, data }) => ({
    title: sheet,
    ...withoutMark(
      data.map((row) => row.map(rawCell)),
      mark,
    ),
  }));
}

async function packed(parts: Record<string, Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(parts))
    archive.addBuffer(Buffer.from(content.buffer, content.byteOffset, content.length), name, { compress: false });
  archive.end();
  return new Uint8Array(await buffer(archive.outputStream));
}

/** Returns the XML and CSV parts of the archive. Stops at the limit, or at a part that is longer than the archive states. */
async function unpack(bytes: Buffer): Promise<Record<string, Uint8Array>> {
  const { fromBufferPromise } = await import('yauzl');
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  const parts: Record<string, Uint8Array> = Object.create(null);
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    if (!/\.(xml|rels|csv)$/.test(entry.fileName)) continue;
    const pieces: Buffer[] = [];
    for await (const piece of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      if (unpacked > UNPACKED_LIMIT) throw unpacksLarge(UNPACKED_LIMIT);
      pieces.push(piece);
    }
    parts[entry.fileName] = Buffer.concat(pieces);
  }
  return parts;
}

const unpacksLarge = (limit: number) => new Failure('sheet_unpacks_large', { params: { limit: `${limit / MB} MB` } });

/** Matches rows and cells with their attributes. Quoted values may contain anything. */
const TAG = /<((?:[\w.-]+:)?)(row|c)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const ADDRESS = /(?:^|[\s:"'])r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Matches what follows the tag of a cell without a value. */
const NO_VALUE = /\s*(?:<(?:[\w.-]+:)?v\s*(?:\/>|>\s*<\/(?:[\w.-]+:)?v\s*>))?\s*<\/(?:[\w.-]+:)?c\s*>/y;

/**
 * Returns the sheet up to where it exceeds a limit. A last row then holds the mark and the reason. Ignores the sheet's own
 * dimension, because it includes cells that are only formatted.
 */
function cutSheet(xml: string, mark: string, most: number): string {
  let row = { start: -1, prefix: '' };
  let filled = 0;
  let last = 0;
  /** Start of the lines that are only searched for a filled cell. */
  let beyond: typeof row | undefined;
  const end = (at: typeof row, words = '', line = 0) =>
    `${xml.slice(0, at.start)}${words && markedRow(at.prefix, line, words)}</${at.prefix}sheetData></${at.prefix}worksheet>`;
  for (const { index, 0: tag, 1: prefix = '', 2: name, 3: attributes = '' } of xml.matchAll(TAG)) {
    if (name === 'row') {
      row = { start: index, prefix };
      if (Math.max(0, ...valuesOf(attributes).map(lineNumber)) > MOST_LINES) beyond ??= row;
      continue;
    }
    const found = valuesOf(attributes).map(cellAddress);
    if (found.length === 0 || row.start < 0) throw new Failure('sheet_unreadable');
    if (attributes.endsWith('/')) continue;
    NO_VALUE.lastIndex = index + tag.length;
    if (NO_VALUE.test(xml)) continue;
    const line = Math.max(...found.map((one) => one.line));
    if (line !== last) filled += 1;
    last = line;
    const far = found.find((one) => one.line > MOST_LINES || one.column > MOST_COLUMNS);
    if (filled > most) return end(beyond ?? row, `${mark} rows`, Math.min(line, MOST_LINES + 1));
    if (far) return end(beyond ?? row, `${mark} ${far.address}`, Math.min(line, MOST_LINES + 1));
  }
  return beyond ? end(beyond) : xml;
}

/** Matches what follows the tag of a cell whose formula has no saved value; the last group tells an empty value. */
const UNCALCULATED =
  /\s*<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f\s*>)\s*(<(?:[\w.-]+:)?v\s*(?:\/>|>\s*<\/(?:[\w.-]+:)?v\s*>))?\s*<\/(?:[\w.-]+:)?c\s*>/y;
/** Matches what follows the tag of a cell whose formula failed; the group is what the program wrote. */
const FAILED_FORMULA =
  /\s*(?:<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f\s*>))?\s*<(?:[\w.-]+:)?v\s*>([^<]*)<\/(?:[\w.-]+:)?v\s*>\s*<\/(?:[\w.-]+:)?c\s*>/y;
/** What spreadsheet programs show in such a cell; read as the error `cell_failed`. */
const NOT_CALCULATED = '#CALC!';

/**
 * Writes an error as a text into cells whose formula failed or was never calculated. The parser reads both as empty: a correction
 * would then remove the answer.
 */
function withFailedFormulas(xml: string): string {
  if (!/<(?:[\w.-]+:)?f[\s/>]|\st\s*=\s*["']e["']/.test(xml)) return xml;
  const pieces: string[] = [];
  let done = 0;
  for (const { index, 0: tag, 1: prefix = '', 2: name, 3: attributes = '' } of xml.matchAll(TAG)) {
    if (name !== 'c' || attributes.endsWith('/')) continue;
    const isFailed = /\st\s*=\s*["']e["']/.test(attributes);
    const pattern = isFailed ? FAILED_FORMULA : UNCALCULATED;
    pattern.lastIndex = index + tag.length;
    const found = pattern.exec(xml);
    // The saved value of a formula may be an empty text.
    if (!found || (found[1] && /\st\s*=\s*["']str["']/.test(attributes))) continue;
    const words = isFailed && FORMULA_ERROR.test(found[1] ?? '') ? found[1] : NOT_CALCULATED;
    const [address = ''] = valuesOf(attributes);
    const cell = `<${prefix}c r="${cellAddress(address).address}" t="inlineStr"><${prefix}is><${prefix}t>${words}</${prefix}t></${prefix}is></${prefix}c>`;
    pieces.push(xml.slice(done, index), cell);
    done = pattern.lastIndex;
  }
  return pieces.length === 0 ? xml : pieces.join('') + xml.slice(done);
}

const markedRow = (prefix: string, line: number, words: string) =>
  `<${prefix}row r="${line}"><${prefix}c r="A${line}" t="inlineStr"><${prefix}is><${prefix}t>${words}</${prefix}t></${prefix}is></${prefix}c></${prefix}row>`;

function valuesOf(attributes: string): string[] {
  return [...attributes.matchAll(ADDRESS)].map(([, double, single]) => double ?? single ?? '');
}

function lineNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Failure('sheet_unreadable');
  return Number(text);
}

function cellAddress(address: string): { address: string; line: number; column: number } {
  const [, letters, line] = /^([A-Z]{1,3})(\d{1,9})$/.exec(address) ?? [];
  if (!letters || !line) throw new Failure('sheet_unreadable');
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
  return { address, line: Number(line), column };
}

function withoutMark(lines: RawCell[][], mark: string): Pick<RawSheet, 'lines' | 'cut'> {
  const words = lines.at(-1)?.[0];
  if (typeof words !== 'string' || !words.startsWith(mark)) return { lines };
  const reason = words.slice(mark.length + 1);
  return { lines: lines.slice(0, -1), cut: reason === 'rows' ? { rows: true } : { far: reason } };
}

function rawCell(cell: unknown): RawCell {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : { day: cell.toISOString().slice(0, 10) };
  if (typeof cell === 'object' && cell !== null && 'number' in cell) return { number: String(cell.number) };
  return typeof cell === 'string' || typeof cell === 'boolean' ? cell : null;
}

async function readCsv(bytes: Buffer, most: number, title = ''): Promise<RawSheet> {
  const { parse } = await import('csv-parse/sync');
  const text = csvTextOf(bytes);
  const options = { bom: true, relax_column_count: true, skip_empty_lines: false };
  const head = (delimiter: string): string[][] => {
    try {
      return parse(text, { ...options, delimiter, to: HEAD_LINES }) as string[][];
    } catch {
      // Its quotes do not stand around cells, so this one is not it. What is wrong with a file is said by reading it.
      return [];
    }
  };
  let read: string[][];
  try {
    read = parse(text, { ...options, delimiter: delimiterOf(head) }) as string[][];
  } catch (error) {
    throw new Failure('sheet_unreadable', { cause: error });
  }
  const lines: string[][] = [];
  let filled = 0;
  for (const [at, line] of read.entries()) {
    const length = line.findLastIndex((cell) => cell !== '') + 1;
    if (length > 0) filled += 1;
    if (filled > most) return { title, lines, cut: { rows: true } };
    if (length > MOST_COLUMNS || (length > 0 && at >= MOST_LINES))
      return { title, lines, cut: { far: `${columnName(length - 1)}${at + 1}` } };
    if (at < MOST_LINES) lines.push(line.slice(0, length));
  }
  return { title, lines };
}

/** Returns the text of a CSV file in UTF-8, or in UTF-16 by its byte order mark. Throws `sheet_encoding` for any other. */
function csvTextOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('sheet_encoding');
  }
}

const DELIMITERS = [',', ';', '\t'] as const;
/** Lines by which the delimiter is told. */
const HEAD_LINES = 30;

/**
 * Returns the delimiter that parts the most lines into the same number of cells. Commas of a title above the table, and those
 * within quotes, part few or none.
 */
function delimiterOf(head: (delimiter: string) => string[][]): string {
  const counted = DELIMITERS.map((delimiter) => {
    const lines = new Map<number, number>();
    for (const { length } of head(delimiter)) lines.set(length, (lines.get(length) ?? 0) + 1);
    return { delimiter, cells: Math.max(0, ...[...lines].map(([length, count]) => (length - 1) * count)) };
  });
  return counted.reduce((best, one) => (one.cells > best.cells ? one : best)).delimiter;
}

/** Returns why a sheet was not read to its end. `limit` is the number of rows that its reader takes. */
export function truncatedSheetFailure(cut: NonNullable<RawSheet['cut']>, limit: number): Failure {
  if ('rows' in cut) return new Failure('sheet_rows', { params: { limit } });
  return new Failure('sheet_cell_far', {
    params: { address: cut.far, rows: MOST_LINES, column: columnName(MOST_COLUMNS - 1) },
  });
}
