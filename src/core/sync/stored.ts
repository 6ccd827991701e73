/** Reads the record in the response to a write as the device stores it. */
import type { RecordView } from '../generated/api.ts';
import type { StoredRecord } from '../records/types.ts';
import type { OperationKind } from './types.ts';

/** What a response does not say is taken from `before`, the record as the device had it. */
export function storedFromView(view: RecordView, kind: OperationKind, before: StoredRecord | undefined): StoredRecord {
  const isEdit = kind === 'create' || kind === 'update';
  return {
    id: view.id,
    form: view.form,
    form_version: view.form_version,
    code: view.code,
    state: view.current_state.id,
    parent_id: view.parent?.id ?? null,
    site_id: before?.site_id ?? null,
    province_id: view.province?.id ?? null,
    district_id: view.district?.id ?? null,
    village_id: view.village?.id ?? null,
    organization_id: view.organization?.id ?? null,
    version: view.version,
    created_by: view.created_by.id,
    created_at: view.created_at,
    edited_by: isEdit || !before ? view.updated_by.id : before.edited_by,
    // A device sends its own work, or the office sends it all and stores nothing.
    created_sent_by: before?.created_sent_by ?? null,
    edited_sent_by: isEdit ? null : (before?.edited_sent_by ?? null),
    updated_by: view.updated_by.id,
    updated_at: view.updated_at,
    started_at: before?.started_at ?? null,
    captured_at: view.captured_at,
    device_id: view.device_id ?? before?.device_id ?? null,
    deleted_at: view.deleted_at ?? null,
    data: view.data,
  };
}
