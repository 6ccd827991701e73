/**
 * One record with the names that it needs, in the version that it was captured with, and the problems of a site that a person sees,
 * oldest first, numbered from 1.
 */
import { matchesQuery, namedProblems, type ProblemQuery, renderProblems } from '../../api/problems.ts';
import { type RenderedRecord, renderRecord } from '../../api/render.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { Failure } from '../../errors/failure.ts';
import { groupedAnswers } from '../../form/answerGroups.ts';
import type { Refs } from '../../form/types/fieldType.ts';
import type { RecordView } from '../../generated/api.ts';
import { carryOver, type SheetProblem, TYPE } from '../../problems/log.ts';
import type { Actor } from '../../records/types.ts';
import { NameCollector } from '../names.ts';
import type { Reads, SeenRecord } from '../reads.ts';

export interface Rendered {
  form: CompiledForm;
  refs: Refs;
  record: RenderedRecord & RecordView;
}

/** Returns the form version that a record was captured with. Throws `record_not_found` if there is no such form. */
export function capturedForm(
  { registry }: Pick<Reads, 'registry'>,
  { record }: Pick<SeenRecord, 'record'>,
): CompiledForm {
  const form = registry.form(record.form, record.form_version) ?? registry.form(record.form);
  if (!form) throw new Failure('record_not_found');
  return form;
}

/** `writer` is the person who has just saved the record, if any. */
export async function recordView(reads: Reads, seen: SeenRecord, writer?: Actor): Promise<Rendered> {
  const form = capturedForm(reads, seen);
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
    ...groupedAnswers(form, data),
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
  const found = (await reads.problems(site)).filter(({ problem }) => matchesQuery(reads.registry, problem, query));
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
export async function carriedProblems(reads: Reads, form: CompiledForm, site: string, names: NameCollector) {
  const { data } = await problemsView(reads, site, { open: true }, names);
  const carried = carryOver(data as unknown as SheetProblem[]);
  for (const row of carried) names.addChoice(form.definition.problems?.types, row[TYPE]);
  return carried.map(({ logs: _logs, advocated_by: _advocated, solved_by: _solved, ...row }) => row);
}
