/** What the rules of `forms/common/review.json` and of the form find in a record, for its reviewer. */

import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { ReviewFlag } from '../../../core/generated/api.ts';
import type { Review } from '../../../core/generated/review.ts';
import { leastFillMinutes } from '../../../core/records/shortRule.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { flagsOf, isDayDoubtful } from '../../../core/views/record/review.ts';
import { captureTimesOfDay } from '../../records/deviceClock.ts';
import { distanceOutside } from '../../reference/borders/outside.ts';
import type { ApiCall } from '../call.ts';
import { createServerReads } from '../reads.ts';

type Flags = Review['flags'];

interface Reviewed {
  form: CompiledForm;
  record: StoredRecord;
  /** Answers of the last visit under the names of `form`. Undefined if there is none that the caller sees. */
  before: RecordData | undefined;
  /** True if the caller may decide about the record. Only they learn how long filling it in took. */
  decides: boolean;
}

export async function reviewFlagsOf(call: ApiCall, { form, record, before, decides }: Reviewed): Promise<ReviewFlag[]> {
  const { services, actor } = call;
  return flagsOf(
    createServerReads(call),
    { form, record, before },
    {
      captured: await captureTimesOfDay({ read: services.database.read }, form, record),
      alike: () => services.records.findAlike(form, record, actor),
      onServer: async ({ outside }, asked) => [
        outside && (await outsideFlag(call, outside, asked, record)),
        decides ? await fillingFlag(call, form, record.id) : undefined,
      ],
    },
  );
}

/** Returns true if the day of the record is to be checked, because the clock of the device was wrong. */
export async function isRecordDayDoubtful(
  { services: { database, registry } }: ApiCall,
  form: CompiledForm,
  record: StoredRecord,
): Promise<boolean> {
  return isDayDoubtful({ registry }, form, await captureTimesOfDay({ read: database.read }, form, record));
}

async function outsideFlag(
  { services }: ApiCall,
  { kilometres: most, border }: NonNullable<Flags['outside']>,
  asked: readonly FieldNode[],
  { district_id, data }: StoredRecord,
) {
  const place = district_id && services.registry.place(district_id);
  if (!place) return undefined;
  for (const { name, parts } of asked) {
    const [latitude, longitude] = [data[parts.latitude ?? ''], data[parts.longitude ?? '']];
    if (typeof latitude !== 'number' || typeof longitude !== 'number') continue;
    const found = await distanceOutside(services.database.read, place, [longitude, latitude]);
    if (found && found.kilometres > (found.isBorder ? border : most))
      return {
        code: 'outside' as const,
        fields: [name],
        values: {
          kilometres: Math.round(found.kilometres),
          district: place.id,
          from: found.isBorder ? 'border' : 'point',
        },
      };
  }
  return undefined;
}

/** The device counted the seconds by a clock that does not change when its time is set. */
async function fillingFlag({ services }: ApiCall, form: CompiledForm, id: string) {
  const least = leastFillMinutes(form, services.registry.common().review);
  if (least === undefined) return undefined;
  const { read } = services.database;
  const row = await read.selectFrom('record_fillings').select('seconds').where('record_id', '=', id).executeTakeFirst();
  const minutes = row && Math.floor(row.seconds / 60);
  return minutes !== undefined && minutes < least
    ? { code: 'short' as const, fields: [], values: { minutes, least } }
    : undefined;
}
