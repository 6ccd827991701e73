/** The sites that the person is to visit in the current period, for each form that says how often (`due`). */
import { createProvinces } from '../../../core/api/createProvinces.ts';
import type { DueSites } from '../../../core/generated/api.ts';
import { periodOf } from '../../../core/records/due.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Services } from '../../http/services.ts';
import type { HomeContext } from './context.ts';

const SHOWN = 12;

export async function sitesDue({ services, actor, forms }: HomeContext): Promise<DueSites[]> {
  const today = kabulDay(services.now());
  const found: DueSites[] = [];
  for (const form of forms) {
    const { due } = form.definition;
    const provinces = due && createProvinces(services.registry, form, actor);
    if (!due || provinces?.length === 0) continue;
    const period = periodOf(today, due);
    const sites = await services.records.dueSites({ form, due, period, most: SHOWN, provinces }, actor);
    if (!sites) continue;
    found.push({
      form: form.form,
      every: due.every,
      calendar: due.calendar ?? 'solar',
      ...period,
      field: due.site,
      sites: sites.sites,
      visited: sites.visited,
      data: sites.due.map(({ district_id, province_id: _, ...site }) => ({
        ...site,
        district: namesOf(services, district_id),
      })),
    });
  }
  return found;
}

function namesOf({ registry }: Services, id: string): DueSites['data'][number]['district'] {
  const place = registry.place(id);
  return place ? { en: place.name_en, fa: place.name_fa, ps: place.name_ps } : null;
}
