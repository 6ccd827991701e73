/**
 * Upload and download of files. Users who may see the record may read its files; before that, the uploader may. An upload
 * names its question (`?form=…&field=…`), which says what kind of files it takes and if camera metadata is kept.
 */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { questionAtPath } from '../../../core/form/types/question.ts';
import { mayActSystemWide } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { parseRecordId } from '../../../core/saving/envelope.ts';
import type { StoredFile } from '../../files/store.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import { multipartFailure } from './multipart.ts';
import { mayReadFile } from './restricted.ts';
import { sendFile } from './send.ts';
import { registerUploadRoutes } from './uploads.ts';

export function registerFileRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/files', async (request) => {
    const actor = await requireActor(request, services);
    if (!request.isMultipart()) throw new Failure('bad_body');
    const saved: StoredFile[] = [];
    const { form: formName, field } = checkedQueryOf(request);
    const form = typeof formName === 'string' ? services.registry.form(formName) : undefined;
    const question = form && typeof field === 'string' ? questionAtPath(form, field) : undefined;
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file')
          saved.push(await services.files.save(part.file, part.filename ?? 'file', actor.id, question));
      }
    } catch (error) {
      throw multipartFailure(error);
    }
    const [first] = saved;
    if (!first) throw new Failure('validation_failed', { errors: { '/file': [{ code: 'required' }] } });
    return { ...described(first), ...(saved.length > 1 && { files: saved.map(described) }) };
  });

  registerUploadRoutes(app, services, described);

  app.get<{ Params: { id: string } }>('/api/files/:id', async (request, reply) => {
    const actor = await requireActor(request, services);
    const id = parseRecordId(request.params.id);
    const row =
      id &&
      (await services.database.read.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst());
    if (!row || !(await mayRead(services, row, actor))) throw new Failure('record_not_found');
    return sendFile(services, reply, row, {
      thumb: checkedQueryOf(request).size === 'thumb',
      seen: request.headers['if-none-match'],
    });
  });
}

function described(file: StoredFile) {
  const { width, height, ...rest } = file;
  return { ...rest, url: `/api/files/${file.id}`, ...(width && height && { width, height }) };
}

/** Attached files follow the rights of their record. Others are for the uploader and users with the right `restore`. */
async function mayRead(
  services: Services,
  row: { id: string; record_id: string | null; form: string | null; field: string | null; created_by: string },
  actor: Actor,
): Promise<boolean> {
  if (!row.record_id)
    return row.created_by === actor.id || mayActSystemWide(actor, 'restore', services.registry.common().permissions);
  const form = row.form ? services.registry.form(row.form) : undefined;
  if (!form) return false;
  try {
    const { record } = await services.records.get(form, row.record_id, actor);
    return mayReadFile(services, record, row, actor);
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return false;
    throw error;
  }
}
