/** Files on this device: those that wait to be sent, and those that were taken along. */
import { v7 } from 'uuid';
import type { FileResponse } from '../../../core/generated/api.ts';
import { referencesInAnswers } from '../../../core/saving/references.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { AttachedFile, VisibleRecord } from '../../../core/views/reads.ts';
import { ApiError } from '../../data/errors.ts';
import type { DownloadedFile } from '../../data/types.ts';
import { localFormVersion, type OfflineDevice } from './device.ts';

/** Begins the ids of files that wait to be sent. */
export const LOCAL_PREFIX = 'local:';

/** Stores a file until it can be sent. Answers name it by its `local:` id until then. */
export async function storeFileForUpload(
  store: SyncStore,
  file: Blob,
  name: string,
  question?: { form: string; field: string },
): Promise<FileResponse> {
  const id = `${LOCAL_PREFIX}${v7()}`;
  const { type, size } = file;
  await store.files.put({ id, name, type, size, ...(question && { question }) }, file);
  return { id, name, media_type: type, size, url: '' };
}

/** Throws an ApiError if the file is not on this device. */
export async function readLocalFile(store: SyncStore, id: string): Promise<DownloadedFile> {
  const found = await store.files.get(id);
  if (!found) throw new ApiError(404, { code: 'file_not_here' });
  return { blob: found.blob, name: found.name };
}

/** Returns the files that the answers of a record name and that are on this device. */
export async function localAttachments(device: OfflineDevice, { record }: VisibleRecord): Promise<AttachedFile[]> {
  const { created_by, updated_at: created_at } = record;
  const found: AttachedFile[] = [];
  const held = new Map((await device.store.files.all()).map((one) => [one.id, one]));
  for (const { id, field } of referencesInAnswers(localFormVersion(device, { record }), record.data).files) {
    // A file that was just sent has the server's id already, and the record not yet.
    const one = held.get(id) ?? (id.startsWith(LOCAL_PREFIX) ? await device.store.files.get(id) : undefined);
    if (!one) continue;
    const { name, type: media_type, size } = one;
    found.push({ id, name, media_type, size, url: '', field, created_at, created_by });
  }
  return found;
}
