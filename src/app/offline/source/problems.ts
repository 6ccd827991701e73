/** Problems of a site, from the visits on this device. */
import { namedItem, namedPlainly } from '../../../core/api/names.ts';
import { problemType } from '../../../core/api/problems.ts';
import { problemRows } from '../../../core/form/index.ts';
import type { FindResponse, ProblemsResponse } from '../../../core/generated/api.ts';
import { problemCode, problemNumber } from '../../../core/problems/code.ts';
import { isOpen, type ProblemStatus } from '../../../core/problems/log.ts';
import { fold } from '../../../core/text/fold.ts';
import { problemsView } from '../../../core/views/record/problems.ts';
import type { Api } from '../../data/source.ts';
import type { ProblemFilters } from '../../data/types.ts';
import { capturedForm, type Device, formOf, see, seenOf } from './device.ts';
import { collectNames, readsOf } from './views.ts';

export async function problems(
  device: Device,
  api: Api,
  id: string,
  { from_date, to_date, status, text }: ProblemFilters,
): Promise<ProblemsResponse> {
  const { local } = await see(device, formOf(device, api), id);
  const query = { from: from_date, to: to_date, ...(status && { status: [status] }), text };
  return problemsView(readsOf(device), id, query, collectNames(device, local.refs)) as Promise<ProblemsResponse>;
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
      ? (await readsOf(device).problems(siteId)).find(({ problem }) => problem.id === id)
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
