/** Where a record lies follows its parent and its places without a revision of its own; the log tells it, so that it can be checked. */
import type { Handle } from '../../db/database.ts';
import { logEvent } from '../../db/events.ts';
import type { RecordRow } from '../../db/records.ts';
import { FOLLOWED, PLACE_COLUMNS } from './chain.ts';

type Place = Pick<RecordRow, (typeof PLACE_COLUMNS)[number]>;

/** Writes the columns of `place` that are other ones than the record's, with their entry in the log; false when none is. */
export async function followPlace(trx: Handle, record: RecordRow, place: Partial<Place>, at: string): Promise<boolean> {
  const isElsewhere = (Object.keys(place) as (keyof Place)[]).some((name) => place[name] !== record[name]);
  if (!isElsewhere) return false;
  Object.assign(record, place);
  await trx.updateTable('records').set(place).where('id', '=', record.id).execute();
  const now = Object.fromEntries(PLACE_COLUMNS.map((name) => [name, record[name]]));
  const { id: record_id, form, province_id, version } = record;
  await logEvent(trx, { at, user_id: '', action: FOLLOWED, form, record_id, province_id, detail: { version, ...now } });
  return true;
}
