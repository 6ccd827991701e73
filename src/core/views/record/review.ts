/** What a reviewer compares a record with: the last record of its form below the same parent, and what rules find in it. */
import { answersInVersion, changedSince, comparesWithLast, dayOf } from '../../api/review.ts';
import type { CompiledForm, FieldNode, RecordData } from '../../definitions/types.ts';
import { evaluate } from '../../form/index.ts';
import { isAnswerable } from '../../form/types/question.ts';
import type { ReviewFlag, ReviewResponse } from '../../generated/api.ts';
import type { Filter } from '../../query/filter.ts';
import { hiddenFrom } from '../../records/permission.ts';
import type { StoredRecord } from '../../records/types.ts';
import { kabulDay } from '../../text/dates.ts';
import { NameCollector } from '../names.ts';
import type { Reads, Row, SeenRecord } from '../reads.ts';

/** The last record, its answers under the names of the form, and what the rules find. */
export interface ReviewFindings {
  last: Row | undefined;
  before: RecordData;
  flags: ReviewFlag[];
}

/** Finds what rules say of a record. `before` is undefined if there is no last record that the person sees. */
export type FindFlags = (before: RecordData | undefined) => Promise<ReviewFlag[]>;

export async function reviewFindings(
  reads: Reads,
  form: CompiledForm,
  record: StoredRecord,
  findFlags: FindFlags,
): Promise<ReviewFindings> {
  const last = await lastVisit(reads, form, record);
  const captured = last && (reads.registry.form(last.record.form, last.record.form_version) ?? form);
  const before = last && captured ? answersInVersion(form, captured, last.stored) : {};
  return { last, before, flags: await findFlags(last && before) };
}

export async function reviewView(
  reads: Reads,
  form: CompiledForm,
  { record, refs }: SeenRecord,
  { last, before, flags }: ReviewFindings,
): Promise<ReviewResponse> {
  const names = new NameCollector(reads, { ...refs, ...last?.refs });
  for (const { values } of flags) names.addPlace(values.district);
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

/** Returns the newest record of the form below the same parent that is not newer than this one, as far as the person sees. */
async function lastVisit(reads: Reads, form: CompiledForm, record: StoredRecord): Promise<Row | undefined> {
  const { id, parent_id } = record;
  if (!parent_id || !comparesWithLast(form, reads.registry.common().review)) return undefined;
  const filters: Filter[] = [
    { field: 'id', op: 'ne', value: id },
    { field: 'date', op: 'lte', value: dayOf(form, record) },
  ];
  return (await reads.list({ form, filters, parent_id, sort: ['-date'], page: 1, per_page: 1 })).rows[0];
}

/** Returns the questions that were asked and that the person may read: to them, what they may not read looks blank. */
export async function readableQuestions(
  { registry, actor }: Reads,
  form: CompiledForm,
  record: StoredRecord,
): Promise<FieldNode[]> {
  const { names } = hiddenFrom(form, actor, registry);
  const { hidden } = evaluate(form, await registry.validator(form), record.data, {
    today: kabulDay(new Date(record.created_at)),
  });
  return [...form.fields.values()].filter(
    (node) => isAnswerable(node) && !hidden.has(node.name) && !node.properties.some((name) => names.has(name)),
  );
}
