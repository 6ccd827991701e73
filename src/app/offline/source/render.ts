/** Records of this device, as the server sends them. */

import { namedProblems } from '../../../core/api/problems.ts';
import { renderRecord } from '../../../core/api/render.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { groupedAnswers } from '../../../core/form/answerGroups.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { RecordView } from '../../../core/generated/api.ts';
import type { Scope } from '../../../core/records/types.ts';
import { isUnsent } from '../../../core/sync/local.ts';
import { markOf } from '../../../core/sync/mark.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { capturedForm, type Device } from './device.ts';
import { collectNames } from './views.ts';

export interface Rendered {
  form: CompiledForm;
  refs: Refs;
  record: RecordView;
}

/** Renders one record with the names that it needs, in the version that it was captured with. */
export async function renderStored(device: Device, local: LocalRecord, scope: Scope): Promise<Rendered> {
  const form = capturedForm(device, local);
  const names = collectNames(device, local.refs);
  names.addRecord(form, local.record);
  const refs = await names.load();
  const { data, device_id } = local.record;
  const field = form.definition.problems?.field;
  const rows = field !== undefined && data[field] !== undefined && namedProblems(device, form, data[field], refs);
  const record = {
    ...groupedAnswers(form, data),
    ...renderRecord({ ...device, refs }, form, local.record, scope, { name: local.name, unsent: isUnsent(local) }),
    device_id,
    ...(!local.server && { mark: markOf(local.record.id) }),
    ...(rows && { [field as string]: rows }),
  };
  return { form, refs, record: record as unknown as RecordView };
}
