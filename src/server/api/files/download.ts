/** Sending files that were just made: names in any language, right-to-left sheets where people read so. */
import type { FastifyReply } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { direction, type Language } from '../../../core/text/languages.ts';
import { type Call, wellFormed } from '../call.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type Cell = string | number;

/** `attachment; filename="…"; filename*=UTF-8''…`: plain letters for old clients, the real name for the others. */
export function attachmentHeader(name: string, disposition: 'attachment' | 'inline' = 'attachment'): string {
  const clean =
    name
      .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 150) || 'file';
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  const encoded = encodeURIComponent(wellFormed(clean)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A workbook of one sheet; the first row is the heading. */
export async function sendSheet(
  reply: FastifyReply,
  {
    file,
    sheet,
    rows,
    language,
    widths,
  }: { file: string; sheet: string; rows: Cell[][]; language: Language; widths?: number[] },
): Promise<FastifyReply> {
  const [head = [], ...body] = rows;
  const data = [
    head.map((value) => ({
      value: String(value),
      fontWeight: 'bold' as const,
      wrap: true,
      backgroundColor: '#e8eef2',
    })),
    ...body.map((row) =>
      row.map((value) => (typeof value === 'number' ? { value } : { value: safe(value), wrap: value.length > 40 })),
    ),
  ];
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const buffer = await writeXlsxFile(data, {
    sheet: sheet.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    rightToLeft: direction(language) === 'rtl',
    stickyRowsCount: 1,
    columns: head.map((_value, index) => ({ width: widths?.[index] ?? 18 })),
  }).toBuffer();
  return reply.type(XLSX).header('content-disposition', attachmentHeader(file)).send(buffer);
}

/** Spreadsheet cells hold at most 32,767 characters and no control characters. */
function safe(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').slice(0, 32_000);
}

/** A small table under the name that `format` of the call asks for; throws `bad_filter` for another format. */
export async function sendTable(
  { reply, query: { format } }: Pick<Call, 'reply' | 'query'>,
  { heading, rows, language }: { heading: string; rows: Cell[][]; language: Language },
): Promise<FastifyReply> {
  if (format === 'xlsx')
    return sendSheet(reply, { file: `${heading}.xlsx`, sheet: heading, rows, language, widths: [36] });
  if (format !== 'csv') throw new Failure('bad_filter', { params: { field: 'format' } });
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachmentHeader(`${heading}.csv`))
    .send(`\ufeff${rows.map(csvLine).join('')}`);
}

/** One line of CSV; a text that a spreadsheet would run as a formula is kept a text. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d۰-۹٠-٩][\d۰-۹٠-٩ .,-]*$/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
