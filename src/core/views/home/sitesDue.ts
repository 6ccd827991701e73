/** The sites that the person is to visit in the current period, for each form that says how often (`due`). */
import { createProvinces } from '../../api/createProvinces.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import type { DueSites } from '../../generated/api.ts';
import { periodOf } from '../../records/due.ts';
import { kabulDay } from '../../text/dates.ts';
import type { Reads } from '../reads.ts';

const SHOWN = 12;

export async function sitesDueView(reads: Reads, forms: readonly CompiledForm[]): Promise<DueSites[]> {
  const today = kabulDay(reads.now());
  const found: DueSites[] = [];
  for (const form of forms) {
    const { due } = form.definition;
    const provinces = due && createProvinces(reads.registry, form, reads.actor);
    if (!due || provinces?.length === 0) continue;
    const period = periodOf(today, due);
    const sites = await reads.dueSites({ form, due, period, most: SHOWN, provinces });
    if (!sites) continue;
    found.push({
      form: form.form,
      every: due.every,
      calendar: due.calendar ?? 'solar',
      ...period,
      field: due.site,
      sites: sites.sites,
      visited: sites.visited,
      data: sites.due.map(({ id, form, name, code, district_id }) => ({
        ...{ id, form, name, code },
        district: namesOf(reads, district_id),
      })),
    });
  }
  return found;
}

function namesOf({ registry }: Reads, id: string): DueSites['data'][number]['district'] {
  const place = registry.place(id);
  return place ? { en: place.name_en, fa: place.name_fa, ps: place.name_ps } : null;
}
