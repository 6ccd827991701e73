/** Finds records of this device by name and code, and problems by the number in their code. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import { problemCode } from '../../../core/problems/code.ts';
import { type NameRank, nameRank } from '../../../core/query/byName.ts';
import { compareCells } from '../../../core/query/filter.ts';
import { foldText } from '../../../core/text/letters.ts';
import type {
  FormMatches,
  NameSearchQuery,
  ProblemMatch,
  ProblemNumberQuery,
  Reads,
} from '../../../core/views/reads.ts';
import { localFormVersion, type OfflineDevice, visibleRecords } from './device.ts';
import { matchingCells } from './list.ts';
import { localProjectionPlan } from './rows.ts';

export async function findLocalByName(
  device: OfflineDevice,
  { forms, words, most }: NameSearchQuery,
): Promise<FormMatches[]> {
  const all = await Promise.all(forms.map(async (form) => ({ form, ...(await named(device, form, words, most)) })));
  const found = all.filter(({ ids }) => ids.length > 0);
  const locals = await device.store.records.getMany(found.flatMap(({ ids }) => ids.map(({ id }) => id)));
  const byId = new Map(locals.map((local) => [local.record.id, local]));
  return found.map(({ form, ids, hasMore }) => ({
    form,
    hasMore,
    rows: ids.flatMap(({ id, fit }) => {
      const local = byId.get(id);
      if (!local) return [];
      const { code, province_id } = local.record;
      return { id, fit, name: local.name, code, province_id };
    }),
  }));
}

/** Returns the records with the words in their name or code. The best come first, equally good ones in the list's order. */
async function named(device: OfflineDevice, form: CompiledForm, words: readonly string[], most: number) {
  const { defaultSort, defaultDescending } = localProjectionPlan(device.registry, form);
  const typed = words.join(' ');
  const all = await matchingCells(device, form, { filters: [] }, ['name_fold', 'code_fold', defaultSort.sort]);
  const rows: { id: string; key: string | number; fit: NameRank }[] = [];
  for (const { cells } of all) {
    const [name, code] = [String(cells.name_fold), String(cells.code_fold)];
    if (!words.every((word) => name.includes(word) || code.includes(word))) continue;
    rows.push({ id: String(cells.id), key: cells[defaultSort.sort] ?? '', fit: nameRank(typed, [name, code]) });
  }
  const direction = defaultDescending ? -1 : 1;
  rows.sort((a, b) => a.fit - b.fit || direction * compareCells(a.key, b.key));
  return { ids: rows.slice(0, most), hasMore: rows.length > most };
}

export async function findLocalProblems(
  device: OfflineDevice,
  reads: Reads,
  { number, words, most }: ProblemNumberQuery,
): Promise<ProblemMatch[]> {
  const { permission, actor, store } = device;
  const found: ProblemMatch[] = [];
  for (const [id, siteId] of await numbered(device, problemCode(number))) {
    const site = await store.records.get(siteId);
    if (!site || !permission.sees(site.record, actor)) continue;
    const { form, code, province_id } = site.record;
    const called = foldText(`${site.name} ${code ?? ''}`);
    if (!words.every((word) => called.includes(word))) continue;
    const one = (await reads.problems(siteId)).find(({ problem }) => problem.id === id);
    if (one) found.push({ problem: one.problem, site: { form, id: siteId, name: site.name, code, province_id } });
  }
  return found.sort((a, b) => Number(b.problem.open) - Number(a.problem.open)).slice(0, most);
}

/** Returns the sites of the problems with a code, by id of the problem. The server numbers them, and sends that with visits. */
async function numbered(device: OfflineDevice, code: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { form, definition } of device.registry.forms()) {
    if (!definition.problems) continue;
    for (const local of await visibleRecords(device, form)) {
      const { site_id, parent_id, data } = local.record;
      const site = site_id ?? parent_id;
      const rows = site ? problemRows(localFormVersion(device, local), data) : [];
      for (const { id } of rows)
        if (site && typeof id === 'string' && local.refs[id]?.code === code) found.set(id, site);
    }
  }
  return found;
}
