/** Problems of a site, from the visits on this device. */
import { isAsked, type ProblemQuery, renderProblems } from '../../../core/api/problems.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ProblemsResponse } from '../../../core/generated/api.ts';
import { carryOver, type SheetProblem, TYPE } from '../../../core/problems/log.ts';
import { problemsOfVisits, type VisitProblem } from '../../../core/saving/visitProblems.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import type { Api } from '../../data/source.ts';
import type { ProblemFilters } from '../../data/types.ts';
import { capturedForm, type Device, formOf, see, seenOf } from './device.ts';
import { LocalRefs } from './refs.ts';

/** Returns the problems of a site as the visits that the person sees tell them. */
export async function siteProblems(device: Device, site: string): Promise<VisitProblem[]> {
  const forms = device.registry.forms().filter(({ definition }) => definition.problems);
  const visits = (await Promise.all(forms.map(({ form }) => seenOf(device, form)))).flat();
  return problemsOfVisits(
    visits
      .filter(({ record }) => record.site_id === site || record.parent_id === site)
      .map((local) => ({ form: capturedForm(device, local), record: local.record })),
  );
}

async function problemsOf(device: Device, site: LocalRecord, query: ProblemQuery, names: LocalRefs) {
  const seen = await siteProblems(device, site.record.id);
  const found = seen.filter(({ problem }) => isAsked(problem, query));
  const form = device.registry.problem();
  for (const { data, logs } of found) {
    if (form) names.addAnswers(form, data);
    names.addProblem(data.id);
    for (const { person_id } of logs) names.addRecordId(person_id);
  }
  const refs = await names.load();
  return { data: renderProblems(device, found, refs, query.text), refs };
}

export async function problems(
  device: Device,
  api: Api,
  id: string,
  { from_date, to_date, status, text }: ProblemFilters,
): Promise<ProblemsResponse> {
  const { local } = await see(device, formOf(device, api), id);
  const query = { from: from_date, to: to_date, ...(status && { status: [status] }), text };
  const { data, refs } = await problemsOf(device, local, query, new LocalRefs(device, local.refs));
  return { data, refs, meta: { total: data.length } } as ProblemsResponse;
}

/** Returns the first problem rows of a new visit, and adds what they name to `names`. */
export async function ongoingProblems(device: Device, form: CompiledForm, site: LocalRecord, names: LocalRefs) {
  const { data } = await problemsOf(device, site, { open: true }, names);
  const list = form.definition.problems?.types;
  const carried = carryOver(data as unknown as SheetProblem[]);
  for (const row of carried) names.addChoice(list, row[TYPE]);
  return carried.map(({ logs: _logs, advocated_by: _advocated, solved_by: _solved, ...row }) => row);
}
