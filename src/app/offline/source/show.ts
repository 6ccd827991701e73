/** One record of this device, with names and numbers of the records below it. */
import type { AttachmentView, HistoryResponse, OverviewResponse } from '../../../core/generated/api.ts';
import { attachmentsView } from '../../../core/views/record/attachments.ts';
import { childCounts } from '../../../core/views/record/children.ts';
import { historyView } from '../../../core/views/record/history.ts';
import { mustHaveOverview, overview as overviewOf } from '../../../core/views/record/overview.ts';
import { recordView } from '../../../core/views/record/show.ts';
import type { Api } from '../../data/source.ts';
import type { ShownRecord } from '../../data/types.ts';
import { type Device, formOf, see, unsentOf } from './device.ts';
import { readsOf, seenRecord } from './views.ts';
import { formToCorrect } from './write.ts';

export async function record(device: Device, api: Api, id: string): Promise<ShownRecord> {
  const of = formOf(device, api);
  const { local, scope } = await see(device, of, id);
  const reads = readsOf(device);
  const { form, refs, record: view } = await recordView(reads, seenRecord(local, scope));
  // Only a record that the server does not have yet moves to another version.
  const { version: movesTo } = local.server ? form : formToCorrect(device, local, await unsentOf(device, id));
  return {
    ...{
      record: view,
      refs,
      formsCount: await childCounts(reads, of, id),
      answer: { definition: { form: form.form, version: form.version } },
    },
    ...(movesTo !== form.version && { movesTo }),
  };
}

export async function overview(device: Device, api: Api, id: string): Promise<OverviewResponse> {
  const form = formOf(device, api);
  mustHaveOverview(form);
  const { local, scope } = await see(device, form, id);
  return overviewOf(readsOf(device), form, seenRecord(local, scope));
}

export async function history(device: Device, api: Api, id: string): Promise<HistoryResponse> {
  const form = formOf(device, api);
  const { local, scope } = await see(device, form, id);
  return historyView(readsOf(device), form, seenRecord(local, scope));
}

export async function attachments(device: Device, api: Api, id: string): Promise<AttachmentView[]> {
  const { local, scope } = await see(device, formOf(device, api), id);
  return attachmentsView(readsOf(device), seenRecord(local, scope));
}
