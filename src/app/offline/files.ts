/** Files on this device: those that wait to be sent, and those that were taken along. */
import { v7 } from 'uuid';
import type { FileResponse } from '../../core/generated/api.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import { ApiError } from '../data/errors.ts';
import type { Downloaded } from '../data/types.ts';

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
