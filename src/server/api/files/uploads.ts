/**
 * Resumable uploads by the tus protocol 1.0.0 with creation, termination and expiration. The last part makes the attachment,
 * under the id of the upload. `GET` of the upload describes it.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { questionAtPath } from '../../../core/form/types/question.ts';
import type { ResumableUpload } from '../../../core/generated/api.ts';
import { parseRecordId } from '../../../core/saving/envelope.ts';
import type { UploadsTable } from '../../db/tables.ts';
import type { StoredFile } from '../../files/store.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,termination,expiration';
const BASE = '/api/files/uploads';
const PART = 'application/offset+octet-stream';
const LONGEST_METADATA = 4000;

interface OfUpload {
  Params: { id: string };
}

export function registerUploadRoutes(
  app: FastifyInstance,
  services: Services,
  describe: (file: StoredFile) => ResumableUpload['file'],
): void {
  const { uploads } = services;
  describeProtocol(app, uploads.limit);
  app.addContentTypeParser(PART, (_request, payload, done) => done(null, payload));

  /** Returns the caller's upload, after the version of the protocol was checked. `find`: as those of `Uploads`. */
  const begin = async (
    request: FastifyRequest<OfUpload>,
    reply: FastifyReply,
    find: 'find' | 'findRow' = 'find',
  ): Promise<UploadsTable> => {
    const actor = await requireActor(request, services);
    reply.header('tus-resumable', VERSION).header('cache-control', 'no-store');
    const id = parseRecordId(request.params.id);
    if (!id) throw new Failure('record_not_found');
    return uploads[find](id, actor.id);
  };
  /** An upload that was received whole but not ended (the server was killed in between) is ended now. */
  const end = (upload: UploadsTable): Promise<StoredFile> => {
    const form = upload.form === null ? undefined : services.registry.form(upload.form);
    return uploads.finish(upload, form && upload.field !== null ? questionAtPath(form, upload.field) : undefined);
  };
  const expires = (reply: FastifyReply, upload: UploadsTable) =>
    reply.header('upload-expires', uploads.expiry(upload).toUTCString());

  app.post(BASE, async (request, reply) => {
    const actor = await requireActor(request, services);
    if (!speaksTus(request)) return refuseVersion(reply);
    const { filename, form, field } = metadataOf(request.headers['upload-metadata']);
    const upload = await uploads.create({
      name: filename || 'file',
      length: countOf(request.headers['upload-length']),
      userId: actor.id,
      form,
      field,
    });
    expires(reply, upload);
    return reply.code(201).header('tus-resumable', VERSION).header('location', `${BASE}/${upload.id}`).send();
  });

  app.head<OfUpload>(`${BASE}/:id`, async (request, reply) => {
    await uploads.endPart((await begin(request, reply)).id);
    const upload = await begin(request, reply);
    if (upload.received === upload.length) await end(upload);
    expires(reply, upload);
    return reply.header('upload-offset', String(upload.received)).header('upload-length', String(upload.length)).send();
  });

  app.get<OfUpload>(`${BASE}/:id`, { exposeHeadRoute: false }, async (request, reply): Promise<ResumableUpload> => {
    const upload = await begin(request, reply);
    const file = upload.received === upload.length ? describe(await end(upload)) : null;
    return { id: upload.id, received: upload.received, length: upload.length, file };
  });

  app.patch<OfUpload>(`${BASE}/:id`, { bodyLimit: uploads.limit + 1024 }, async (request, reply) => {
    if (!speaksTus(request)) return refuseVersion(reply);
    if (request.headers['content-type'] !== PART) throw new Failure('bad_body');
    const body = request.body as Readable;
    return uploads.receive(request.params.id, body, async () => {
      const upload = await begin(request, reply);
      const received = await uploads.append(upload, countOf(request.headers['upload-offset']), body);
      if (received === upload.length) await end({ ...upload, received });
      expires(reply, upload);
      return reply.code(204).header('upload-offset', String(received)).send();
    });
  });

  app.delete<OfUpload>(`${BASE}/:id`, async (request, reply) => {
    if (!speaksTus(request)) return refuseVersion(reply);
    await uploads.remove(await begin(request, reply, 'findRow'));
    return reply.code(204).send();
  });
}

/** Says what of the protocol the server speaks. */
function describeProtocol(app: FastifyInstance, limit: number): void {
  app.options(BASE, (_request, reply) =>
    reply
      .code(204)
      .header('tus-resumable', VERSION)
      .header('tus-version', VERSION)
      .header('tus-extension', EXTENSIONS)
      .header('tus-max-size', String(limit))
      .send(),
  );
}

function speaksTus(request: FastifyRequest): boolean {
  return request.headers['tus-resumable'] === VERSION;
}

function refuseVersion(reply: FastifyReply): FastifyReply {
  return reply.code(412).header('tus-resumable', VERSION).header('tus-version', VERSION).send();
}

/** Reads a whole number from 0 up. Throws bad_body. */
function countOf(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw new Failure('bad_body');
  return Number(header);
}

/** Reads `Upload-Metadata`: pairs of a key and a Base64 text, separated by commas. Other keys are ignored. */
function metadataOf(header: string | string[] | undefined): { filename?: string; form?: string; field?: string } {
  if (header === undefined) return {};
  if (typeof header !== 'string' || header.length > LONGEST_METADATA) throw new Failure('bad_body');
  const found = new Map(
    header.split(',').map((pair): [string, string] => {
      const [key = '', value = ''] = pair.trim().split(' ');
      return [key, Buffer.from(value, 'base64').toString('utf8').replaceAll('\0', '')];
    }),
  );
  const known = (key: string) => found.get(key) || undefined;
  const [filename, form, field] = [known('filename'), known('form'), known('field')];
  return { ...(filename && { filename }), ...(form && { form }), ...(field && { field }) };
}
