/** The start of a new record, with the problems that go on at its site. */
import { setAt } from '../../../core/api/setAt.ts';
import type { CreateResponse } from '../../../core/generated/api.ts';
import { beginRecord } from '../../../core/views/record/create.ts';
import { carriedProblems } from '../../../core/views/record/problems.ts';
import type { Api } from '../../data/source.ts';
import { type Device, formOf } from './device.ts';
import { readsOf } from './views.ts';

export async function createForm(device: Device, api: Api, query: Record<string, string>): Promise<CreateResponse> {
  const of = formOf(device, api);
  const form = device.registry.captureForm(of.form) ?? of;
  const reads = readsOf(device);
  const { answer, parent, names } = await beginRecord(reads, form, query);
  for (const [key, source] of Object.entries(form.definition.api.create ?? {})) {
    // Other sources are for client programs. Screens read them from definitions and lists.
    if (source !== 'problems:ongoing') continue;
    setAt(answer, key, parent ? await carriedProblems(reads, form, parent.record.id, names) : []);
  }
  return { ...answer, refs: await names.load() };
}
