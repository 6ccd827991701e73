/** Sends tables as files, with names in any language. */

import type { FastifyReply } from 'fastify';
import type { Language } from '../../../core/text/languages.ts';
import { truncate, wellFormed } from '../../../core/text/letters.ts';
import type { ApiCall } from '../call.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { type Workbook, type WorksheetCell, workbookStream, XLSX_MEDIA_TYPE } from './workbook.ts';

/** Returns `attachment; filename="…"; filename*=UTF-8''…`: plain letters for old clients, the real name for others. */
export function attachmentHeader(name: string, disposition: 'attachment' | 'inline' = 'attachment'): string {
  const spaced = name
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const clean = truncate(spaced, 150) || 'file';
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  const encoded = encodeURIComponent(wellFormed(clean)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export function sendWorkbook(reply: FastifyReply, file: string, workbook: Workbook): FastifyReply {
  return reply
    .type(XLSX_MEDIA_TYPE)
    .header('content-disposition', attachmentHeader(file))
    .send(workbookStream(workbook));
}

/** Sends a small table in the `format` of the query: `xlsx`, otherwise `csv`. */
export function sendTable(
  { reply, query: { format } }: Pick<ApiCall, 'reply' | 'query'>,
  { heading, rows, language }: { heading: string; rows: WorksheetCell[][]; language: Language },
): FastifyReply {
  const [head = [], ...body] = rows;
  if (format === 'xlsx')
    return sendWorkbook(reply, `${heading}.xlsx`, {
      language,
      sheets: [{ title: heading, head, rows: body, widths: [36] }],
    });
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachmentHeader(`${heading}.csv`))
    .send(`${BYTE_ORDER_MARK}${rows.map(csvLine).join('')}`);
}
