/** Sends a stored file, with headers that prevent browsers from running it. */
import type { FastifyReply } from 'fastify';
import type { AttachmentsTable } from '../../db/tables.ts';
import { kindByMediaType } from '../../files/kinds.ts';
import { FILE_POLICY } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { attachmentHeader } from './download.ts';

/** `thumb` asks for the thumbnail if there is one. `seen` is the If-None-Match header of the request. */
export async function sendFile(
  { files }: Pick<Services, 'files'>,
  reply: FastifyReply,
  row: Pick<AttachmentsTable, 'hash' | 'name' | 'media_type' | 'size'>,
  { thumb: small = false, seen }: { thumb?: boolean; seen?: string | undefined } = {},
): Promise<FastifyReply> {
  const kind = kindByMediaType(row.media_type);
  const thumb = small && kind?.picture ? await files.readThumb(row.hash) : undefined;
  const etag = `"${row.hash.slice(0, 40)}${thumb ? '-t' : ''}"`;
  reply
    .header('content-security-policy', FILE_POLICY)
    .header('x-content-type-options', 'nosniff')
    // Browsers would keep it in clear on the disk, also after logout.
    .header('cache-control', 'no-store')
    .header('etag', etag);
  if (seen === etag) return reply.code(304).send();
  if (thumb) {
    return reply
      .type(thumb.media_type)
      .header('content-disposition', attachmentHeader(`${row.name}.webp`, 'inline'))
      .send(thumb.stream);
  }
  const content = await files.read(row.hash);
  return reply
    .type(row.media_type)
    .header('content-length', row.size)
    .header('content-disposition', attachmentHeader(row.name, kind?.inline ? 'inline' : 'attachment'))
    .send(content);
}
