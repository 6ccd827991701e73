/** What the rules of `forms/common/review.json` and of the form find in a record, for its reviewer. */
import { flagsIn, reviewRules } from '../../../core/api/review.ts';
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { evaluate } from '../../../core/form/index.ts';
import { isAsked } from '../../../core/form/types/question.ts';
import type { ReviewFlag } from '../../../core/generated/api.ts';
import type { Review } from '../../../core/generated/review.ts';
import { hiddenFrom } from '../../../core/records/hidden.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { outsideOf } from '../../reference/borders/outside.ts';
import type { Call } from '../call.ts';

type Flags = Review['flags'];

interface Reviewed {
  form: CompiledForm;
  record: StoredRecord;
  /** Answers of the last visit under the names of `form`. Undefined if there is none that the caller sees. */
  before: RecordData | undefined;
}

export async function flagsOf(call: Call, { form, record, before }: Reviewed): Promise<ReviewFlag[]> {
  const { services, actor } = call;
  const rules = reviewRules(form, services.registry.common().review?.flags ?? {});
  const { names } = hiddenFrom(form, actor, services.registry);
  const { hidden } = evaluate(form, await services.registry.validator(form), record.data, {
    today: kabulDay(new Date(record.created_at)),
  });
  // What the reviewer may not read looks blank to them.
  const asked = [...form.fields.values()].filter(
    (node) => isAsked(node) && !hidden.has(node.name) && !node.properties.some((name) => names.has(name)),
  );
  const { first, last } = flagsIn(rules, { form, record, asked, before });
  const same = rules.same && (await sameFlag(call, form, record));
  const outside = rules.outside && (await outsideFlag(call, rules.outside, asked, record));
  return [...(same ? [same] : []), ...first, ...(outside ? [outside] : []), ...last];
}

async function sameFlag({ services, actor }: Call, form: CompiledForm, record: StoredRecord) {
  const fields = form.definition.sameAs?.fields;
  if (!fields) return undefined;
  const duplicates = await services.records.findSame(form, record, actor);
  const isAlone = duplicates.records.length === 0 && !duplicates.hidden;
  return isAlone ? undefined : { code: 'same' as const, fields, values: {}, duplicates };
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
