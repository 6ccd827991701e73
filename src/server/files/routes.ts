/**
 * Uploading and reading files. A file is read by whoever may see the record that names it; until then by its maker. Whoever
 * uploads for a question names it (`?form=…&field=…`): what a camera wrote stays only where the definition asks for it.
 */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../core/errors/catalogue.ts';
import { keepsPosition } from '../../core/form/types/attachment.ts';
import { mayEngine } from '../../core/records/scope.ts';
import type { Actor } from '../../core/records/types.ts';
import { asId } from '../api/envelope.ts';
import { multipartFailure } from '../api/multipart.ts';
import { maySeeFile } from '../api/restrictedFiles.ts';
import { queryOf } from '../http/bodies.ts';
import type { Rooms } from '../http/rooms.ts';
import { actorOf } from '../http/session.ts';
import { sendFile } from './send.ts';
import type { StoredFile } from './store.ts';

export function registerFileRoutes(app: FastifyInstance, rooms: Rooms): void {
  app.post('/api/files', async (request) => {
    const actor = await actorOf(request, rooms);
    if (!request.isMultipart()) throw new Failure('bad_body');
    const saved: StoredFile[] = [];
    const { form: formName, field } = queryOf(request);
    const form = typeof formName === 'string' ? rooms.library.form(formName) : undefined;
    const keepMetadata = form !== undefined && typeof field === 'string' && keepsPosition(form, field);
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file')
          saved.push(await rooms.files.save(part.file, part.filename ?? 'file', actor.id, { keepMetadata }));
      }
    } catch (error) {
      throw multipartFailure(error);
    }
    const [first] = saved;
    if (!first) throw new Failure('validation_failed', { errors: { '/file': [{ code: 'required' }] } });
    return { ...described(first), ...(saved.length > 1 && { files: saved.map(described) }) };
  });

  app.get<{ Params: { id: string } }>('/api/files/:id', async (request, reply) => {
    const actor = await actorOf(request, rooms);
    const id = asId(request.params.id);
    const row =
      id && (await rooms.database.read.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst());
    if (!row || !(await mayRead(rooms, row, actor))) throw new Failure('record_not_found');
    return sendFile(rooms, reply, row, {
      thumb: queryOf(request).size === 'thumb',
      seen: request.headers['if-none-match'],
    });
  });
}

function described(file: StoredFile) {
  const { width, height, ...rest } = file;
  return { ...rest, url: `/api/files/${file.id}`, ...(width && height && { width, height }) };
}

/** Attached files go by their record, others by their maker. */
async function mayRead(
  rooms: Rooms,
  row: { id: string; record_id: string | null; form: string | null; field: string | null; created_by: string },
  actor: Actor,
): Promise<boolean> {
  if (!row.record_id)
    return row.created_by === actor.id || mayEngine(actor, 'restore', rooms.library.common().permissions);
  const form = row.form ? rooms.library.form(row.form) : undefined;
  if (!form) return false;
  try {
    const { record } = await rooms.records.get(form, row.record_id, actor);
    return maySeeFile(rooms, record, row, actor);
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return false;
    throw error;
  }
}
