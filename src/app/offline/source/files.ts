/** Files on this device: those that wait to be sent, and those that were taken along. */
import { v7 } from 'uuid';
import type { AttachmentView, FileResponse } from '../../../core/generated/api.ts';
import { pointersOf } from '../../../core/saving/references.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { ApiError } from '../../data/errors.ts';
import type { Api } from '../../data/source.ts';
import type { Downloaded } from '../../data/types.ts';
import { capturedForm, type Device, formOf, see } from './device.ts';

/** Begins the ids of files that wait to be sent. */
export const LOCAL = 'local:';

/** Stores a file until it can be sent. Answers name it by its `local:` id until then. */
export async function uploadFile(
  store: SyncStore,
  file: Blob,
  name: string,
  question?: { form: string; field: string },
): Promise<FileResponse> {
  const id = `${LOCAL}${v7()}`;
  const { type, size } = file;
  await store.files.put({ id, name, type, size, ...(question && { question }) }, file);
  return { id, name, media_type: type, size, url: '' };
}

/** Throws an ApiError if the file is not on this device. */
export async function file(store: SyncStore, id: string): Promise<Downloaded> {
  const found = await store.files.get(id);
  if (!found) throw new ApiError(404, { code: 'file_not_here' });
  return { blob: found.blob, name: found.name };
}

/** Lists the files that the answers of a record name and that are on this device. */
export async function attachments(device: Device, api: Api, id: string): Promise<AttachmentView[]> {
  const { local } = await see(device, formOf(device, api), id);
  const { record, refs } = local;
  const by = { id: record.created_by, name: refs[record.created_by]?.name ?? '' };
  const found: AttachmentView[] = [];
  const held = new Map((await device.store.files.all()).map((one) => [one.id, one]));
  for (const { id: fileId, field } of pointersOf(capturedForm(device, local), record.data).files) {
    // A file that was just sent has the server's id already, and the record not yet.
    const one = held.get(fileId) ?? (fileId.startsWith(LOCAL) ? await device.store.files.get(fileId) : undefined);
    if (!one) continue;
    const { name, type, size } = one;
    found.push({ id: fileId, name, media_type: type, size, url: '', field, created_at: record.updated_at, by });
  }
  return found;
}
