/** Problems of a site, from the visits on this device. */
import { namedItem, namedPlainly } from '../../../core/api/names.ts';
import { isAsked, type ProblemQuery, problemType, renderProblems } from '../../../core/api/problems.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import type { FindResponse, ProblemsResponse } from '../../../core/generated/api.ts';
import { problemCode, problemNumber } from '../../../core/problems/code.ts';
import { carryOver, isOpen, type ProblemStatus, type SheetProblem, TYPE } from '../../../core/problems/log.ts';
import type { Counts } from '../../../core/records/counting.ts';
import { problemsOfVisits, type VisitProblem } from '../../../core/saving/visitProblems.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { fold } from '../../../core/text/fold.ts';
import type { Api } from '../../data/source.ts';
import type { ProblemFilters } from '../../data/types.ts';
import { capturedForm, type Device, formOf, see, seenOf } from './device.ts';
import { LocalRefs } from './refs.ts';

/** Returns the problems of a site as the visits that the person sees tell them; for figures, only those that count. */
export async function siteProblems(device: Device, site: string, counts: Counts = () => true): Promise<VisitProblem[]> {
  const forms = device.registry.forms().filter(({ definition }) => definition.problems);
  const visits = (await Promise.all(forms.map(({ form }) => seenOf(device, form)))).flat();
  return problemsOfVisits(
    visits
      .filter(({ record }) => record.site_id === site || record.parent_id === site)
      .filter(({ record }) => counts(record.form, record.state))
      .map((local) => ({ form: capturedForm(device, local), record: local.record })),
  );
}

async function problemsOf(device: Device, site: LocalRecord, query: ProblemQuery, names: LocalRefs) {
  const seen = await siteProblems(device, site.record.id);
  const found = seen.filter(({ problem }) => isAsked(device.registry, problem, query));
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

/** Most problems that a search of everything finds. */
const MOST_FOUND = 8;

/** Returns the problems whose code is one of the folded words, at sites that have the other words. Open ones come first. */
export async function problemsByCode(device: Device, words: readonly string[]): Promise<FindResponse['problems']> {
  const { registry, permission, actor, language, store } = device;
  const at = words.findIndex((word) => problemNumber(word) !== undefined);
  const number = problemNumber(words[at] ?? '');
  if (number === undefined) return [];
  const others = words.filter((_, index) => index !== at);
  const found: FindResponse['problems'] = [];
  for (const [id, siteId] of await numbered(device, problemCode(number))) {
    const site = await store.records.get(siteId);
    if (!site || !permission.sees(site.record, actor)) continue;
    const { form, code, province_id } = site.record;
    const called = fold(`${site.name} ${code ?? ''}`);
    const one = others.every((word) => called.includes(word))
      ? (await siteProblems(device, siteId)).find(({ problem }) => problem.id === id)
      : undefined;
    if (!one) continue;
    const { programme, type_id, status } = one.problem;
    const { name_en, name_fa, name_ps } = problemType(registry, type_id, programme) ?? namedPlainly(type_id, type_id);
    const province = province_id ? registry.place(province_id) : undefined;
    found.push({
      ...{ id, code: problemCode(number), name_en, name_fa, name_ps, open: isOpen(status as ProblemStatus) },
      site: { form, id: siteId, name: site.name, code, province: province ? namedItem(province, language) : null },
    });
  }
  return found.sort((a, b) => Number(b.open) - Number(a.open)).slice(0, MOST_FOUND);
}

/** Returns the sites of the problems with a code, by id of the problem. The server numbers them, and sends that with visits. */
async function numbered(device: Device, code: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { form, definition } of device.registry.forms()) {
    if (!definition.problems) continue;
    for (const local of await seenOf(device, form)) {
      const { site_id, parent_id, data } = local.record;
      const site = site_id ?? parent_id;
      const rows = site ? problemRows(capturedForm(device, local), data) : [];
      for (const { id } of rows)
        if (site && typeof id === 'string' && local.refs[id]?.code === code) found.set(id, site);
    }
  }
  return found;
}
