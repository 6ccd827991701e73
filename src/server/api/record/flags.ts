/** What the rules of `forms/common/review.json` and of the form find in a record, for its reviewer. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { evaluate } from '../../../core/form/index.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isAsked } from '../../../core/form/types/question.ts';
import type { ReviewFlag } from '../../../core/generated/api.ts';
import type { Review } from '../../../core/generated/review.ts';
import { leastMinutes } from '../../../core/records/shortRule.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import { canonicalJson } from '../../definitions/canonical.ts';
import { hiddenFrom } from '../../records/hidden.ts';
import { outsideOf } from '../../reference/borders/outside.ts';
import type { Call } from '../call.ts';

type Flags = Review['flags'];
type Times = { from: string; to: string; minutes: number };

interface Reviewed {
  form: CompiledForm;
  record: StoredRecord;
  /** Answers of the last visit under the names of `form`. Undefined if there is none that the caller sees. */
  before: RecordData | undefined;
  /** True if the caller may decide about the record. Only they learn how long filling it in took. */
  decides: boolean;
}

const MINUTE = 60_000;

export async function flagsOf(call: Call, { form, record, before, decides }: Reviewed): Promise<ReviewFlag[]> {
  const { services, actor } = call;
  const rules = rulesOf(form, services.registry.common().review?.flags ?? {});
  const { names } = hiddenFrom(form, actor, services.registry);
  const { hidden } = evaluate(form, await services.registry.validator(form), record.data, {
    today: kabulDay(new Date(record.created_at)),
  });
  // What the reviewer may not read looks blank to them.
  const asked = [...form.fields.values()].filter(
    (node) => isAsked(node) && !hidden.has(node.name) && !node.properties.some((name) => names.has(name)),
  );
  const found = [
    rules.same && (await sameFlag(call, form, record)),
    rules.future && futureFlag(rules.future, form, record),
    rules.clock && clockFlag(rules.clock, record),
    rules.outside && (await outsideFlag(call, rules.outside, asked, record)),
    isTimes(rules.short) && shortFlag(rules.short, record.data),
    decides && (await fillingFlag(call, form, record.id)),
    rules.blank && blankFlag(rules.blank, asked, record.data),
    rules.unchanged && before && unchangedFlag(rules.unchanged, asked, record.data, before),
  ];
  return found.flatMap((flag) => flag || []);
}

/** Returns the rules of the form before those of all forms. `false` takes one of these away. */
function rulesOf({ definition }: CompiledForm, common: Flags): Omit<Flags, 'short'> & { short?: Times | object } {
  const own = Object.entries({ ...common, ...definition.review?.flags });
  return Object.fromEntries(own.filter(([, rule]) => rule !== false));
}

async function sameFlag({ services, actor }: Call, form: CompiledForm, record: StoredRecord) {
  const fields = form.definition.sameAs?.fields;
  if (!fields) return undefined;
  const duplicates = await services.records.findSame(form, record, actor);
  const isAlone = duplicates.records.length === 0 && !duplicates.hidden;
  return isAlone ? undefined : { code: 'same' as const, fields, values: {}, duplicates };
}

function futureFlag({ days }: { days: number }, { definition }: CompiledForm, record: StoredRecord) {
  const name = definition.date;
  const day = name && record.data[name];
  const last = addDays(kabulDay(new Date(record.updated_at)), days);
  if (!name || typeof day !== 'string' || !last || day.slice(0, 10) <= last) return undefined;
  return { code: 'future' as const, fields: [name], values: { day: day.slice(0, 10) } };
}

/** A record may be sent long after it was captured, but never before. */
function clockFlag({ minutes: least }: { minutes: number }, { captured_at, created_at }: StoredRecord) {
  const ahead = captured_at === null ? 0 : Date.parse(captured_at) - Date.parse(created_at);
  const minutes = Math.floor(ahead / MINUTE);
  return minutes >= least ? { code: 'clock' as const, fields: [], values: { minutes } } : undefined;
}

async function outsideFlag(
  { services }: Call,
  { kilometres: most, border }: NonNullable<Flags['outside']>,
  asked: readonly FieldNode[],
  { district_id, data }: StoredRecord,
) {
  const place = district_id && services.registry.place(district_id);
  if (!place) return undefined;
  for (const { name, parts } of asked) {
    const [latitude, longitude] = [data[parts.latitude ?? ''], data[parts.longitude ?? '']];
    if (typeof latitude !== 'number' || typeof longitude !== 'number') continue;
    const found = await outsideOf(services.database.read, place, [longitude, latitude]);
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

function isTimes(rule: object | undefined): rule is Times {
  return rule !== undefined && 'from' in rule;
}

/** The device counted the seconds by a clock that does not change when its time is set. */
async function fillingFlag({ services }: Call, form: CompiledForm, id: string) {
  const least = leastMinutes(form, services.registry.common().review);
  if (least === undefined) return undefined;
  const { read } = services.database;
  const row = await read.selectFrom('record_fillings').select('seconds').where('record_id', '=', id).executeTakeFirst();
  const minutes = row && Math.floor(row.seconds / 60);
  return minutes !== undefined && minutes < least
    ? { code: 'short' as const, fields: [], values: { minutes, least } }
    : undefined;
}

function shortFlag({ from, to, minutes: least }: Times, data: RecordData) {
  const [begun, ended] = [instantOf(data[from]), instantOf(data[to])];
  if (begun === undefined || ended === undefined) return undefined;
  const minutes = Math.round((ended - begun) / MINUTE);
  return minutes >= 0 && minutes < least
    ? { code: 'short' as const, fields: [from, to], values: { minutes, least } }
    : undefined;
}

/** Reads an instant, or a time of day. */
function instantOf(value: unknown): number | undefined {
  const text = typeof value === 'string' && /^\d{2}:\d{2}/.test(value) ? `1970-01-01T${value.slice(0, 5)}Z` : value;
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function blankFlag({ types, from, share }: NonNullable<Flags['blank']>, asked: readonly FieldNode[], data: RecordData) {
  const counted = asked.filter(({ type }) => (types as string[]).includes(type));
  const open = counted.filter((node) => FIELD_TYPES[node.type].isEmpty(node, data));
  if (open.length < from || open.length < share * counted.length) return undefined;
  const values = { open: open.length, total: counted.length };
  return { code: 'blank' as const, fields: open.map(({ name }) => name), values };
}

function unchangedFlag(
  { types, from }: NonNullable<Flags['unchanged']>,
  asked: readonly FieldNode[],
  data: RecordData,
  before: RecordData,
) {
  const answered = asked.filter(
    (node) => (types as string[]).includes(node.type) && !FIELD_TYPES[node.type].isEmpty(node, data),
  );
  const isUnchanged = answered.every((node) =>
    node.properties.every((name) => canonicalJson(before[name] ?? null) === canonicalJson(data[name] ?? null)),
  );
  if (answered.length < from || !isUnchanged) return undefined;
  return {
    code: 'unchanged' as const,
    fields: answered.slice(0, 1).map(({ name }) => name),
    values: { total: answered.length },
  };
}
