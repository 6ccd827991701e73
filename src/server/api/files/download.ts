/** Sends tables as files, with names in any language. */
import type { FastifyReply } from 'fastify';
import { badFilter } from '../../../core/errors/failure.ts';
import type { Language } from '../../../core/text/languages.ts';
import { type Call, wellFormed } from '../call.ts';
import { type Cell, type Workbook, workbookStream, XLSX } from './workbook.ts';

/** Returns `attachment; filename="…"; filename*=UTF-8''…`: plain letters for old clients, the real name for others. */
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

export function sendWorkbook(reply: FastifyReply, file: string, workbook: Workbook): FastifyReply {
  return reply.type(XLSX).header('content-disposition', attachmentHeader(file)).send(workbookStream(workbook));
}

/** Sends a small table in the `format` of the query. Throws `bad_filter` for another format. */
export function sendTable(
  { reply, query: { format } }: Pick<Call, 'reply' | 'query'>,
  { heading, rows, language }: { heading: string; rows: Cell[][]; language: Language },
): FastifyReply {
  const [head = [], ...body] = rows;
  if (format === 'xlsx')
    return sendWorkbook(reply, `${heading}.xlsx`, { sheet: heading, language, head, rows: body, widths: [36] });
  if (format !== 'csv') throw badFilter('format');
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachmentHeader(`${heading}.csv`))
    .send(`\ufeff${rows.map(csvLine).join('')}`);
}

/** Returns one line of CSV. A text that a spreadsheet would run as a formula stays text. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d۰-۹٠-٩][\d۰-۹٠-٩ .,-]*$/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
