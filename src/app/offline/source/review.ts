/** What a reviewer compares a record with, from the records on this device. */
import {
  answersUnder,
  changedSince,
  clockFlag,
  dayOf,
  flagsIn,
  isOfPlace,
  reviewRules,
} from '../../../core/api/review.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { evaluate } from '../../../core/form/index.ts';
import { isAsked } from '../../../core/form/types/question.ts';
import type { ReviewFlag, ReviewResponse } from '../../../core/generated/api.ts';
import type { Captured } from '../../../core/records/deviceClock.ts';
import { hiddenFrom } from '../../../core/records/hidden.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Api } from '../../data/source.ts';
import { capturedForm, type Device, formOf, see, seenOf } from './device.ts';
import { LocalRefs } from './refs.ts';

/** A position outside the district is only found by the server, which has the borders of all districts. */
export async function review(device: Device, api: Api, id: string): Promise<ReviewResponse> {
  const { local } = await see(device, formOf(device, api), id);
  const { record } = local;
  const form = capturedForm(device, local);
  const last = await lastVisit(device, form, local);
  const before = last ? answersUnder(form, capturedForm(device, last), last.record.data) : {};
  const flags = await flagsOf(device, form, local, last && before);
  const names = new LocalRefs(device, { ...local.refs, ...last?.refs });
  names.addAnswers(form, before);
  return {
    previous: last
      ? { id: last.record.id, code: last.record.code, name: last.name, at: dayOf(form, last.record) }
      : null,
    changed: last ? changedSince(form, before, record.data) : [],
    before,
    flags,
    refs: await names.load(),
  };
}

/** Returns the newest record of the form below the same parent that is not newer than this one. */
async function lastVisit(device: Device, form: CompiledForm, { record }: LocalRecord) {
  const { id, parent_id } = record;
  if (!parent_id || !isOfPlace(form, device.registry.common().review)) return undefined;
  const day = (one: LocalRecord) => dayOf(capturedForm(device, one), one.record);
  const own = dayOf(form, record);
  const earlier = (await seenOf(device, form.form)).filter(
    (one) => one.record.id !== id && one.record.parent_id === parent_id && day(one) <= own,
  );
  const key = (one: LocalRecord) => `${day(one)} ${one.record.created_at} ${one.record.id}`;
  return earlier.sort((a, b) => (key(a) < key(b) ? 1 : -1))[0];
}

async function flagsOf(
  device: Device,
  form: CompiledForm,
  { record }: LocalRecord,
  before: ReviewResponse['before'] | undefined,
): Promise<ReviewFlag[]> {
  const { registry, actor, source } = device;
  const rules = reviewRules(form, registry.common().review?.flags ?? {});
  const { names } = hiddenFrom(form, actor, registry);
  const { hidden } = evaluate(form, await registry.validator(form), record.data, {
    today: kabulDay(new Date(record.created_at)),
  });
  const asked = [...form.fields.values()].filter(
    (node) => isAsked(node) && !hidden.has(node.name) && !node.properties.some((name) => names.has(name)),
  );
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
