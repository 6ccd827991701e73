/** Places of demo records: the plan's provinces, their districts, and invented villages. */

import type { Language } from '../../core/text/languages.ts';
import { localDigits } from '../../core/text/letters.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Place } from '../reference/places.ts';
import type { DemoPlan } from './plan.ts';

export interface DemoLocation {
  province: Place;
  district: Place;
  language: 'fa' | 'ps';
}

export interface Geography {
  /** Every district of the plan's provinces. */
  locations: DemoLocation[];
  byPcode(pcode: string): Place;
  spotOf(district: Place): DemoLocation;
  villagesOf(districtId: string): Place[];
}

/** Saves the villages and returns the places. */
export async function prepareGeography(
  registry: FormRegistry,
  plan: Pick<DemoPlan, 'provinces' | 'villages'>,
): Promise<Geography> {
  const byCode = new Map(
    [...registry.places().values()].flatMap((place) => (place.pcode ? [[place.pcode, place]] : [])),
  );
  const byPcode = (pcode: string): Place => {
    const found = byCode.get(pcode);
    if (!found) throw new Error(`there is no place with the code ${pcode}`);
    return found;
  };
  const languages = new Map(plan.provinces.map((one) => [byPcode(one.pcode).id, one.language]));
  const locations: DemoLocation[] = [];
  for (const { pcode, language } of plan.provinces) {
    const province = byPcode(pcode);
    for (const district of registry.places().values())
      if (district.parent_id === province.id) locations.push({ province, district, language });
  }
  const villages = new Map<string, Place[]>();
  let turn = 0;
  for (const { district } of locations) {
    const list: Place[] = [];
    for (let n = 0; n < plan.villages.perDistrict; n += 1) {
      const name = plan.villages.names[turn % plan.villages.names.length] ?? plan.villages.names[0];
      const round = Math.floor(turn / plan.villages.names.length) + 1;
      const numbered = (language: Language) =>
        round === 1 ? name[language] : `${name[language]} ${localDigits(round, language)}`;
      list.push({
        id: `${district.id}-${n + 1}`,
        level: 'village',
        pcode: null,
        parent_id: district.id,
        name_en: numbered('en'),
        name_fa: numbered('fa'),
        name_ps: numbered('ps'),
        aliases: [],
        latitude: district.latitude,
        longitude: district.longitude,
      });
      turn += 1;
    }
    villages.set(district.id, list);
  }
  await registry.savePlaces([...villages.values()].flat());
  return {
    locations,
    byPcode,
    spotOf(district) {
      const province = [...registry.places().values()].find((place) => place.id === district.parent_id);
      if (!province) throw new Error(`${district.name_en} has no province`);
      return { province, district, language: languages.get(province.id) ?? 'fa' };
    },
    villagesOf: (districtId) => villages.get(districtId) ?? [],
  };
}
