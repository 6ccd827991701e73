/** Files on this device: those that wait to be sent, and those that were taken along. */
import { v7 } from 'uuid';
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { idsOf } from '../../../core/form/types/fieldType.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import type { AttachmentView, FileResponse } from '../../../core/generated/api.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { ApiError } from '../../data/errors.ts';
import type { Api } from '../../data/source.ts';
import type { Downloaded } from '../../data/types.ts';
import { capturedForm, type Device, formOf, see } from './device.ts';

/** Key of a picture or sound of a definition, in the files of the store. */
export const mediaId = (hash: string) => `media:${hash}`;

/** Stores a file until it can be sent. Answers name it by its `local:` id until then. */
export async function uploadFile(
  store: SyncStore,
  file: Blob,
  name: string,
  question?: { form: string; field: string },
): Promise<FileResponse> {
  const id = `local:${v7()}`;
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
  for (const { id: fileId, field } of filesIn(capturedForm(device, local), record.data)) {
    const one = await device.store.files.get(fileId);
    if (one) {
      const { name, type, size } = one;
      found.push({ id: fileId, name, media_type: type, size, url: '', field, created_at: record.updated_at, by });
    }
  }
  return found;
}

function filesIn(form: CompiledForm, data: RecordData): { id: string; field: string }[] {
  const inRow = (node: FieldNode, row: RecordData): string[] => {
    const value = row[node.name];
    if (holdsFiles(node)) return idsOf(value).filter((id) => typeof id === 'string');
    if (!node.columns || !Array.isArray(value)) return [];
    return value.flatMap((one) => (node.columns ?? []).flatMap((column) => inRow(column, (one ?? {}) as RecordData)));
  };
  return [...form.fields.values()].flatMap((node) => inRow(node, data).map((id) => ({ id, field: node.name })));
}
