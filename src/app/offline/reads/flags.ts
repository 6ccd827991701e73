/** What the rules find in a record of this device, for its reviewer. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ReviewFlag, ReviewResponse } from '../../../core/generated/api.ts';
import type { CaptureTimes } from '../../../core/records/deviceClock.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import type { Reads } from '../../../core/views/reads.ts';
import {
  clockFlag,
  flagsIn,
  reviewFindings as lookAtWith,
  type ReviewFindings,
  readableQuestions,
  reviewRules,
} from '../../../core/views/record/review.ts';
import type { Device } from './device.ts';
import { readsOf } from './reads.ts';

/** Returns what there is to look at in a record of this form version. */
export function localReviewFindings(device: Device, form: CompiledForm, record: StoredRecord): Promise<ReviewFindings> {
  const reads = readsOf(device);
  return lookAtWith(reads, form, record, (before) => flagsOf(device, reads, form, record, before));
}

/** A position outside the district is only found by the server, which has the borders of all districts. */
async function flagsOf(
  { registry, actor, source }: Device,
  reads: Reads,
  form: CompiledForm,
  record: StoredRecord,
  before: ReviewResponse['before'] | undefined,
): Promise<ReviewFlag[]> {
  const rules = reviewRules(form, registry.common().review?.flags ?? {});
  const asked = await readableQuestions(reads, form, record);
  const fields = form.definition.sameAs?.fields;
  const duplicates = rules.same && fields && (await source.same(form, record, actor));
  const same: ReviewFlag[] =
    fields && duplicates && duplicates.records.length > 0 ? [{ code: 'same', fields, values: {}, duplicates }] : [];
  const captured = capturedOf(record);
  const { first, last } = flagsIn(rules, { form, record, asked, before, captured });
  return [...same, ...first, ...last];
}

/** The server also knows what the device said of its clock. */
function capturedOf({ captured_at, created_at }: StoredRecord): CaptureTimes {
  return { captured_at, at: created_at };
}

/** Returns true if the clock was wrong when the day was filled in, as far as this device knows. */
export function isDayDoubtful({ registry }: Device, form: CompiledForm, record: StoredRecord): boolean {
  const rules = reviewRules(form, registry.common().review?.flags ?? {});
  return clockFlag(rules, form, capturedOf(record)) !== undefined;
}
