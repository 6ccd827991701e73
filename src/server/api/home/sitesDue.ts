/** The sites that the person is to visit in the current period, for each form that says how often (`due`). */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { DueSites } from '../../../core/generated/api.ts';
import { periodOf } from '../../../core/records/due.ts';
import { scopeOf } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Services } from '../../http/services.ts';
import type { HomeContext } from './context.ts';

const SHOWN = 12;

export async function sitesDue({ services, actor, forms }: HomeContext): Promise<DueSites[]> {
  const today = kabulDay(services.now());
  const found: DueSites[] = [];
  for (const form of forms) {
    const { due } = form.definition;
    const provinces = due && createProvinces(services, form, actor);
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

/** Returns the provinces in which the person may make records of the form, undefined if in all. */
function createProvinces({ registry }: Services, form: CompiledForm, actor: Actor): string[] | undefined {
  const rules = registry.scopeRules(form);
  const provinces: string[] = [];
  for (const grant of actor.grants) {
    const alone = { ...actor, grants: [grant] };
    const { allowed } = scopeOf({ ...rules, record: null, province_id: grant.province_id, actor: alone });
    if (!allowed.create) continue;
    if (grant.province_id === null) return undefined;
    provinces.push(grant.province_id);
  }
  return provinces;
}

function namesOf({ registry }: Services, id: string): DueSites['data'][number]['district'] {
  const place = registry.place(id);
  return place ? { en: place.name_en, fa: place.name_fa, ps: place.name_ps } : null;
}
