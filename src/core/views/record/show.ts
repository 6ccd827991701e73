/**
 * One record with the names that it needs, in the version that it was captured with; the problems of a site that a person sees, oldest
 * first, numbered from 1; how many records lie below others; the record's changes and files.
 */
import { matchesProblemQuery, namedProblems, type ProblemQuery, renderProblems } from '../../api/problems.ts';
import { type RenderedRecord, renderRecord } from '../../api/render.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { Failure } from '../../errors/failure.ts';
import { documentedAnswerGroups } from '../../form/answerGroups.ts';
import type { Refs } from '../../form/types/fieldType.ts';
import type { AttachmentView, HistoryResponse, RecordView } from '../../generated/api.ts';
import { getOwn } from '../../json.ts';
import { carryOverProblems, PROBLEM_TYPE, type SheetProblem } from '../../problems/log.ts';
import { typeFilters } from '../../query/children.ts';
import { isSourceRestricted } from '../../records/permission.ts';
import type { Actor } from '../../records/types.ts';
import { NameCollector } from '../names.ts';
import type { Reads, VisibleRecord } from '../reads.ts';

export interface RecordWithRefs {
  form: CompiledForm;
  refs: Refs;
  record: RenderedRecord & RecordView;
}

/** Returns the form version that a record was captured with. Throws `record_not_found` if there is no such form. */
export function formVersionOfRecord(
  { registry }: Pick<Reads, 'registry'>,
  { record }: Pick<VisibleRecord, 'record'>,
): CompiledForm {
  const form = registry.form(record.form, record.form_version) ?? registry.form(record.form);
  if (!form) throw new Failure('record_not_found');
  return form;
}

/** `writer` is the person who has just saved the record, if any. */
export async function recordView(reads: Reads, seen: VisibleRecord, writer?: Actor): Promise<RecordWithRefs> {
  const form = formVersionOfRecord(reads, seen);
  const { record, name, scope, unsent, mark } = seen;
  const names = new NameCollector(reads, seen.refs);
  names.addRecord(form, record);
  if (writer) names.addActor(writer);
  const refs = await names.load();
  const { data, device_id } = record;
  const problems = form.definition.problems?.field;
  const rows =
    problems !== undefined && data[problems] !== undefined && namedProblems(reads, form, data[problems], refs);
  const shown = {
    ...documentedAnswerGroups(form, data),
    ...renderRecord({ ...reads, refs }, form, record, scope, { name, ...(unsent && { unsent }) }),
    device_id,
    ...(mark !== undefined && { mark }),
    ...(rows && { [problems]: rows }),
  };
  return { form, refs, record: shown as RenderedRecord & RecordView };
}

/** The problems of a site that a person sees, oldest first, numbered from 1, with the names they refer to. */
export async function problemsView(
  reads: Reads,
  site: string,
  query: ProblemQuery,
  names: NameCollector = new NameCollector(reads),
) {
  const form = reads.registry.problem();
  const found = (await reads.problems(site)).filter(({ problem }) =>
    matchesProblemQuery(reads.registry, problem, query),
  );
  for (const { data, logs, refs } of found) {
    names.addRefs(refs);
    if (form) names.addAnswers(form, data);
    names.addProblem(data.id);
    for (const { person_id } of logs) names.addRecordId(person_id);
  }
  const refs = await names.load();
  const data = renderProblems(reads, found, refs, query.text);
  return { data, refs, meta: { total: data.length } };
}

/** Returns the first problem rows of a new visit of the form, and adds what they name to `names`. */
export async function carriedOverProblems(reads: Reads, form: CompiledForm, site: string, names: NameCollector) {
  const { data } = await problemsView(reads, site, { open: true }, names);
  const carried = carryOverProblems(data as unknown as SheetProblem[]);
  for (const row of carried) names.addChoice(form.definition.problems?.types, row[PROBLEM_TYPE]);
  return carried.map(({ logs: _logs, advocated_by: _advocated, solved_by: _solved, ...row }) => row);
}

type Counting = Pick<Reads, 'registry' | 'actor' | 'countBy'>;

/** Returns the numbers below one record, by type. */
export async function childCounts(reads: Counting, form: CompiledForm, id: string): Promise<Record<string, number>> {
  const types = await countTypes(reads, form, [id]);
  return Object.fromEntries(types.map(([key, counts]) => [key, counts.get(id) ?? 0]));
}

/** Returns the numbers below each of several records, by id and type. Zeros are left out. */
export async function childCountsOf(
  reads: Counting,
  form: CompiledForm,
  ids: readonly string[],
): Promise<Record<string, Record<string, number>>> {
  const found: Record<string, Record<string, number>> = {};
  if (ids.length === 0) return found;
  for (const [key, counts] of await countTypes(reads, form, ids))
    for (const [id, count] of counts) found[id] = { ...getOwn(found, id), [key]: count };
  return found;
}

/** One query for each type serves all ids. A type that tells a restricted answer is left out for who may not read it. */
async function countTypes(reads: Counting, form: CompiledForm, ids: readonly string[]) {
  const counted: [type: string, counts: ReadonlyMap<string, number>][] = [];
  for (const [key, type] of Object.entries(form.definition.api.formTypes ?? {})) {
    const child = reads.registry.form(type.form);
    const by = type.by ?? 'parent_id';
    const filters = [{ field: by, op: 'in' as const, value: [...ids] }, ...typeFilters(type)];
    if (!child || filters.some(({ field }) => isSourceRestricted(child, field, reads.actor, reads.registry))) continue;
    counted.push([key, await reads.countBy(child, filters, by)]);
  }
  return counted;
}

/** Returns the changes, the newest first, with the names of all that the record refers to or referred to. */
export async function historyView(reads: Reads, form: CompiledForm, seen: VisibleRecord): Promise<HistoryResponse> {
  const data = await reads.history(form, seen);
  const names = new NameCollector(reads, seen.refs);
  const versions = reads.registry.versions(form.form);
  names.addRecord(formVersionOfRecord(reads, seen), seen.record);
  for (const { by, changes, not_taken = [] } of data) {
    names.addAccount(by.id);
    // Older values may refer to things that the record no longer refers to.
    const values = [
      ...changes.flatMap(({ field, before, after }) => [before, after].map((value) => ({ field, value }))),
      ...not_taken,
    ];
    for (const { field, value } of values)
      for (const version of versions) names.addAnswers(version, { [field]: value }, new Set([field]));
  }
  return { data, refs: await names.load() };
}

/** Returns the files that the person may see, each with who added it. */
export async function attachmentsView(reads: Reads, seen: VisibleRecord): Promise<AttachmentView[]> {
  const files = await reads.files(seen);
  const names = new NameCollector(reads, seen.refs);
  for (const { created_by } of files) names.addAccount(created_by);
  const refs = await names.load();
  return files.map(({ created_by: id, ...file }) => ({ ...file, by: { id, name: refs[id]?.name ?? '' } }));
}
