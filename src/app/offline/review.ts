/** What a reviewer compares a record with, from the records on this device. */
import { clockFlag, flagsIn, reviewRules } from '../../core/api/review.ts';
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { ReviewFlag, ReviewResponse } from '../../core/generated/api.ts';
import type { Captured } from '../../core/records/deviceClock.ts';
import type { LocalRecord } from '../../core/sync/types.ts';
import type { Reads } from '../../core/views/reads.ts';
import { askedOf, lookAt, reviewView } from '../../core/views/record/review.ts';
import type { Api } from '../data/source.ts';
import { capturedForm, type Device, formOf, see } from './reads/device.ts';
import { readsOf, seenRecord } from './reads/reads.ts';

/** A position outside the district is only found by the server, which has the borders of all districts. */
export async function review(device: Device, api: Api, id: string): Promise<ReviewResponse> {
  const { local, scope } = await see(device, formOf(device, api), id);
  const { record } = local;
  const form = capturedForm(device, local);
  const reads = readsOf(device);
  const found = await lookAt(reads, form, record, (before) => flagsOf(device, reads, form, local, before));
  return reviewView(reads, form, seenRecord(local, scope), found);
}

async function flagsOf(
  { registry, actor, source }: Device,
  reads: Reads,
  form: CompiledForm,
  { record }: LocalRecord,
  before: ReviewResponse['before'] | undefined,
): Promise<ReviewFlag[]> {
  const rules = reviewRules(form, registry.common().review?.flags ?? {});
  const asked = await askedOf(reads, form, record);
  const fields = form.definition.sameAs?.fields;
  const duplicates = rules.same && fields && (await source.same(form, record, actor));
  const same: ReviewFlag[] =
    fields && duplicates && duplicates.records.length > 0 ? [{ code: 'same', fields, values: {}, duplicates }] : [];
  const captured = capturedOf(record);
  const { first, last } = flagsIn(rules, { form, record, asked, before, captured });
  return [...same, ...first, ...last];
}

/** The server also knows what the device said of its clock. */
function capturedOf({ captured_at, created_at }: LocalRecord['record']): Captured {
  return { captured_at, at: created_at };
}

/** Returns true if the clock was wrong when the day was filled in, as far as this device knows. */
export function isDayDoubtful(device: Device, local: LocalRecord): boolean {
  const form = capturedForm(device, local);
  const rules = reviewRules(form, device.registry.common().review?.flags ?? {});
  return clockFlag(rules, form, capturedOf(local.record)) !== undefined;
}
