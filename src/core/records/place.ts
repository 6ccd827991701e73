/** Works out the place, parent and organisation of a record. */

import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import type { Registry } from './registry.ts';
import type { RecordMeta } from './types.ts';

export type RecordPlace = Pick<
  RecordMeta,
  'parent_id' | 'site_id' | 'province_id' | 'district_id' | 'village_id' | 'organization_id'
>;

/** Returns the record's own place, or else its parent's. The site is the nearest one above the record. */
export function placeOfRecord(
  form: CompiledForm,
  data: RecordData,
  parent: RecordMeta | null,
  registry: Pick<Registry, 'form' | 'canonical' | 'canonicalPlace'>,
): RecordPlace {
  const { place } = form.definition;
  const parts = place ? form.fields.get(place)?.parts : undefined;
  const own = (part: string): string | null => {
    const property = getOwn(parts, part) ?? (part === 'province' ? parts?.value : undefined);
    const id = property === undefined ? undefined : data[property];
    return typeof id === 'string' ? registry.canonicalPlace(id) : null;
  };
  const where =
    parts && own('province') !== null
      ? { province_id: own('province'), district_id: own('district'), village_id: own('village') }
      : {
          province_id: parent?.province_id ?? null,
          district_id: parent?.district_id ?? null,
          village_id: parent?.village_id ?? null,
        };
  return {
    parent_id: parent?.id ?? null,
    site_id: parent ? (registry.form(parent.form)?.definition.kind === 'site' ? parent.id : parent.site_id) : null,
    ...where,
    organization_id: ownOrganization(form, data, registry) ?? parent?.organization_id ?? null,
  };
}

/** Returns the choice list of a form's organisations: that of its organisation question, or the shared one. */
export function organizationListOf(form: CompiledForm): string {
  const field = form.definition.organization ? form.byProperty.get(form.definition.organization) : undefined;
  return field?.def.choices ?? 'organization';
}

/** Returns the canonical id of the answered organisation. Undefined if the form has no such question or it is unanswered. */
export function ownOrganization(
  form: CompiledForm,
  data: RecordData,
  registry: Pick<Registry, 'canonical'>,
): string | undefined {
  const answer = form.definition.organization ? data[form.definition.organization] : undefined;
  return typeof answer === 'string' ? registry.canonical(organizationListOf(form), answer) : undefined;
}
