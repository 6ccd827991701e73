/** In which places a person sees records of a form. */
import type { Permissions } from '../definitions/types.ts';
import { ruleIsFor, type ScopedForm } from './scope.ts';
import type { Actor } from './types.ts';

export interface VisiblePlaces {
  /** True if records are visible in every province. */
  all: boolean;
  /** Ids of the visible provinces, if not `all`. If there is any, records without a province are visible too. */
  provinces: string[];
  /** True if records created by the person are visible, wherever they are. */
  own: boolean;
}

/** Returns where a person may see records of a form, to filter lists. Rules limited to some states do not widen it. */
export function visiblePlaces(actor: Actor, form: ScopedForm, permissions: Permissions): VisiblePlaces {
  const provinces = new Set<string>();
  let own = false;
  for (const rule of permissions.rules) {
    if (!ruleIsFor(rule, 'view', form) || rule.states) continue;
    for (const grant of actor.grants) {
      if (!rule.roles.includes(grant.role)) continue;
      if (rule.programme !== 'any' && grant.programme !== null && grant.programme !== form.definition.programme)
        continue;
      if (rule.own) own = true;
      else if (rule.place === 'any' || grant.province_id === null) return { all: true, provinces: [], own: false };
      else provinces.add(grant.province_id);
    }
  }
  return { all: false, provinces: [...provinces].sort(), own };
}

/** Returns true if there are places where a person sees records of the form. */
export function seesSome({ all, provinces, own }: VisiblePlaces): boolean {
  return all || own || provinces.length > 0;
}
