/** The files of a record that are on this device. */
import { pointersOf } from '../../../core/saving/references.ts';
import type { AttachedFile, SeenRecord } from '../../../core/views/reads.ts';
import { LOCAL } from '../files.ts';
import { capturedForm, type Device } from './device.ts';

/** Returns the files that the answers of a record name and that are on this device. */
export async function filesOf(device: Device, { record }: SeenRecord): Promise<AttachedFile[]> {
  const { created_by, updated_at: created_at } = record;
  const found: AttachedFile[] = [];
  const held = new Map((await device.store.files.all()).map((one) => [one.id, one]));
  for (const { id, field } of pointersOf(capturedForm(device, { record }), record.data).files) {
    // A file that was just sent has the server's id already, and the record not yet.
    const one = held.get(id) ?? (id.startsWith(LOCAL) ? await device.store.files.get(id) : undefined);
    if (!one) continue;
    const { name, type: media_type, size } = one;
    found.push({ id, name, media_type, size, url: '', field, created_at, created_by });
  }
  return found;
}
