/** What the rules find in a record of this device, for its reviewer. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { CaptureTimes } from '../../../core/records/deviceClock.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { flagsOf, isDayDoubtful, type ReviewFindings, reviewFindings } from '../../../core/views/record/review.ts';
import type { OfflineDevice } from './device.ts';
import { createLocalReads } from './reads.ts';

/**
 * Returns what there is to look at in a record of this form version. A position outside the district is only found by the server,
 * which has the borders of all districts.
 */
export function localReviewFindings(
  device: OfflineDevice,
  form: CompiledForm,
  record: StoredRecord,
): Promise<ReviewFindings> {
  const reads = createLocalReads(device);
  const { actor, source } = device;
  return reviewFindings(reads, form, record, (before) =>
    flagsOf(
      reads,
      { form, record, before },
      { captured: capturedOf(record), alike: () => source.same(form, record, actor) },
    ),
  );
}

/** The server also knows what the device said of its clock. */
function capturedOf({ captured_at, created_at }: StoredRecord): CaptureTimes {
  return { captured_at, at: created_at };
}

/** Returns true if the clock was wrong when the day was filled in, as far as this device knows. */
export function isLocalDayDoubtful({ registry }: OfflineDevice, form: CompiledForm, record: StoredRecord): boolean {
  return isDayDoubtful({ registry }, form, capturedOf(record));
}
