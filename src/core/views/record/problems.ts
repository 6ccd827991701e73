/** The problems of a site that a person sees, oldest first, numbered from 1, with the names they refer to. */
import { matchesQuery, type ProblemQuery, renderProblems } from '../../api/problems.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { carryOver, type SheetProblem, TYPE } from '../../problems/log.ts';
import { NameCollector } from '../names.ts';
import type { Reads } from '../reads.ts';

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
