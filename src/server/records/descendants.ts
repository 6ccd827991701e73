/** Records copy the name and place of their parent. When those change, this updates the records below. */

import { problemCountingTest } from '../../core/records/counting.ts';
import { placeOfRecord } from '../../core/records/place.ts';
import type { Database, Handle } from '../db/database.ts';
import { logEvent, PARENT_MOVED_ACTION } from '../db/events.ts';
import { lockRecords, type RecordRow } from '../db/rows.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { fillVisitsOfSites } from '../problems/visits.ts';
import type { Projector } from '../projections/projector.ts';
import { PLACE_COLUMNS } from './history/chain.ts';

const DEEPEST = 5;

export async function updateDescendants(
  trx: Handle,
  deps: { database: Database; registry: FormRegistry; projector: Projector },
  parents: RecordRow[],
  /** Time of the change. */
  at: string,
  depth = 0,
): Promise<void> {
  if (depth === DEEPEST || parents.length === 0) return;
  const { database, registry, projector } = deps;
  const byId = new Map(parents.map((parent) => [parent.id, parent]));
  const records = await lockRecords(trx, database.dialect, 'parent_id', [...byId.keys()]);
  if (records.length === 0) return;
  const byForm = new Map<string, RecordRow[]>();
  for (const record of records) {
    const form = registry.form(record.form, record.form_version);
    if (!form) continue;
    const place = placeOfRecord(form, record.data, byId.get(record.parent_id as string) as RecordRow, registry);
    await writeRecordPlace(trx, record, place, at);
    byForm.set(record.form, [...(byForm.get(record.form) ?? []), record]);
  }
  for (const [form, list] of byForm) await projector.project(trx, form, list, { parents: byId });
  for (const parent of parents) {
    await trx
      .updateTable('problems')
      .set({ province_id: parent.province_id })
      .where('site_id', '=', parent.id)
      .execute();
  }
  await updateDescendants(trx, deps, [...byForm.values()].flat(), at, depth + 1);
  if (depth === 0) await fillVisitsOfSites(trx, [...byId.keys()], problemCountingTest(registry));
}

/** Columns that can change with a parent or a place, without a revision. */
type Place = Pick<RecordRow, (typeof PLACE_COLUMNS)[number]>;

/** Writes `place` to the record and logs an event. Returns false, and writes nothing, if no column differs. */
export async function writeRecordPlace(
  trx: Handle,
  record: RecordRow,
  place: Partial<Place>,
  at: string,
): Promise<boolean> {
  const isElsewhere = (Object.keys(place) as (keyof Place)[]).some((name) => place[name] !== record[name]);
  if (!isElsewhere) return false;
  Object.assign(record, place);
  await trx.updateTable('records').set(place).where('id', '=', record.id).execute();
  const now = Object.fromEntries(PLACE_COLUMNS.map((name) => [name, record[name]]));
  const { id: record_id, form, province_id, version } = record;
  await logEvent(trx, {
    at,
    user_id: '',
    action: PARENT_MOVED_ACTION,
    form,
    record_id,
    province_id,
    detail: { version, ...now },
  });
  return true;
}
