/**
 * `POST /api/definitions/media`: pictures and sounds for definitions that come in at run time, from those who may publish. The
 * answer has the hash of each content, which `mediaFiles` of a definition gives to a file name.
 */
import type { FastifyInstance } from 'fastify';
import { MEDIA_KINDS } from '../../../core/definitions/media.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { DefinitionMediaResponse } from '../../../core/generated/api.ts';
import { storeMediaContent } from '../../definitions/mediaStore.ts';
import { detectFileKind } from '../../files/kinds.ts';
import type { Services } from '../../http/services.ts';
import { multipartFailure } from '../files/multipart.ts';
import { mustBePublisher } from './publication.ts';

const KINDS = Object.values(MEDIA_KINDS);
const LARGEST = Math.max(...KINDS.map(({ limit }) => limit));

export function registerMediaRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/definitions/media', async (request): Promise<DefinitionMediaResponse> => {
    const actor = await mustBePublisher(request, services);
    if (!request.isMultipart()) throw new Failure('bad_body');
    const data: DefinitionMediaResponse['data'] = [];
    try {
      for await (const part of request.parts()) {
        if (!('file' in part)) continue;
        const bytes = await contentOf(part.file);
        const extension = await extensionOf(bytes, part.filename);
        const stored = { extension, at: services.now().toISOString(), by: actor.id };
        const hash = await storeMediaContent(services.database, bytes, stored);
        data.push({ name: part.filename, hash, size: bytes.length });
      }
    } catch (error) {
      throw multipartFailure(error);
    }
    if (data.length === 0) throw new Failure('validation_failed', { errors: { '/file': [{ code: 'required' }] } });
    return { data };
  });
}

async function contentOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > LARGEST) throw tooLarge(LARGEST);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the extension of the kind that the content shows. Throws file_type or too_large. */
async function extensionOf(bytes: Buffer, name: string): Promise<string> {
  const extension = (await detectFileKind(bytes, name))?.extension ?? '';
  const kind = KINDS.find(({ extensions }) => extensions.includes(extension));
  if (!kind) {
    const accepted = KINDS.flatMap(({ extensions }) => extensions).join(', ');
    throw new Failure('file_type', { params: { accepted } });
  }
  if (bytes.length > kind.limit) throw tooLarge(kind.limit);
  return extension;
}

function tooLarge(limit: number): Failure {
  return new Failure('too_large', { params: { limit: `${limit / 1000} kB` } });
}
