/**
 * The cells of an uploaded file, from an Excel workbook or CSV. Formulas are never worked out: the value that was saved
 * with them is read. A file is refused before it is unpacked when it would become too large.
 */
import { Failure } from '../../../core/errors/catalogue.ts';
import type { RawCell } from '../../../core/spreadsheet/readCell.ts';

/** Rows from the first line of the sheet on, so that their place is their address. */
export type RawSheet = readonly (readonly RawCell[])[];

/** Bytes of an upload. */
export const FILE_LIMIT = 5 * 1024 * 1024;
/** Bytes of a workbook's parts after unpacking. */
const UNPACKED_LIMIT = 40 * 1024 * 1024;
const ACCEPTED = 'XLSX, CSV';

/** Every sheet of the file that has a cell. Throws file_type, sheet_unreadable or sheet_unpacks_large. */
export async function readFile(bytes: Buffer, name: string): Promise<RawSheet[]> {
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  if (isZip) return readWorkbook(bytes);
  if (!/\.(csv|txt|tsv)$/i.test(name) || bytes.includes(0))
    throw new Failure('file_type', { params: { accepted: ACCEPTED } });
  return [await readCsv(bytes)];
}

async function readWorkbook(bytes: Buffer): Promise<RawSheet[]> {
  const { unzipSync } = await import('fflate');
  let unpacked = 0;
  try {
    // Only the directory is read: every part is declined. Parts are never unpacked beyond the size told there.
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize;
        return false;
      },
    });
  } catch (error) {
    throw new Failure('sheet_unreadable', { cause: error });
  }
  if (unpacked > UNPACKED_LIMIT)
    throw new Failure('sheet_unpacks_large', { params: { limit: `${UNPACKED_LIMIT / 1024 / 1024} MB` } });
  const { default: readSheets } = await import('read-excel-file/universal');
  try {
    const sheets = await readSheets(new Blob([new Uint8Array(bytes)]), { parseNumber: (number) => ({ number }) });
    return sheets.map(({ data }) => data.map((row) => row.map(rawCell)));
  } catch (error) {
    throw new Failure('sheet_unreadable', { cause: error });
  }
}

function rawCell(cell: unknown): RawCell {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : { day: cell.toISOString().slice(0, 10) };
  if (typeof cell === 'object' && cell !== null && 'number' in cell) return { number: String(cell.number) };
  return typeof cell === 'string' || typeof cell === 'boolean' ? cell : null;
}

async function readCsv(bytes: Buffer): Promise<RawSheet> {
  const { parse } = await import('csv-parse/sync');
  const text = bytes.toString('utf8');
  if (text.includes('\ufffd')) throw new Failure('sheet_unreadable');
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0] as string;
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false }) as string[][];
  } catch (error) {
    throw new Failure('sheet_unreadable', { cause: error });
  }
}

/** A, B … Z, AA, AB … */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
