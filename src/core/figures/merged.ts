/** Filters that name a field by any of its names, and values that turned out to be the same as others. */
import type { CompiledForm } from '../definitions/types.ts';
import { holdsPlaces } from '../form/types/question.ts';
import { getOwn } from '../json.ts';
import { organizationListOf } from '../records/place.ts';
import type { Registry } from '../records/registry.ts';
import type { ListFilter } from './where.ts';

/** Maps names that clients use for engine columns to the column names. */
const ENGINE_NAMES: Record<string, string> = {
  province: 'province_id',
  provinces: 'province_id',
  district: 'district_id',
  village: 'village_id',
  organization: 'organization_id',
  organizations: 'organization_id',
  current_state: 'status',
  record_status: 'status',
  state: 'status',
};

const PLACES: ReadonlySet<string> = new Set(['province_id', 'district_id', 'village_id']);
/** Begins the name of a field of the record that a record belongs to. */
const OF_PARENT = 'parent.';

/** What knows the forms, and what places and choices were merged into. */
export type CanonicalLookup = Pick<Registry, 'canonical' | 'canonicalPlace' | 'form'>;

/** Replaces ids of merged places and reference data items by the ids they were merged into. */
export function canonicalFilters<F extends ListFilter>(
  filters: readonly F[],
  form: CompiledForm,
  registry: CanonicalLookup,
): F[] {
  return filters.map((filter) => {
    const canonical = filter.op === 'empty' ? undefined : canonicalOf(filter.field, form, registry);
    if (!canonical) return filter;
    return { ...filter, value: Array.isArray(filter.value) ? filter.value.map(canonical) : canonical(filter.value) };
  });
}

/** Returns what gives the id of today for a value of the field. Undefined if its values are never merged. */
function canonicalOf(
  name: string,
  form: CompiledForm,
  registry: CanonicalLookup,
): ((value: unknown) => unknown) | undefined {
  if (name.startsWith(OF_PARENT)) {
    const ofParent = name.slice(OF_PARENT.length);
    const parents = (form.definition.parent?.forms ?? []).flatMap((one) => registry.form(one) ?? []);
    return parents.flatMap((parent) => canonicalOf(ofParent, parent, registry) ?? [])[0];
  }
  const field = fieldName(name, form);
  const property = field === 'organization_id' ? (form.definition.organization ?? field) : field;
  const node = form.byProperty.get(property);
  const isPlace = PLACES.has(property) || (node !== undefined && holdsPlaces(node));
  // A record without a question for it has the organisation of its place.
  const list = node?.def.choices ?? (field === 'organization_id' ? organizationListOf(form) : undefined);
  if (list === undefined && !isPlace) return undefined;
  return (value) => {
    if (typeof value !== 'string') return value;
    return list === undefined ? registry.canonicalPlace(value) : registry.canonical(list, value);
  };
}

/** Returns the name of a field or an engine column that a filter means. */
export function fieldName(name: string, form: CompiledForm): string {
  // `status` always means the record status, also on forms with a documented status of their own.
  if (form.byProperty.has(name) || form.fields.has(name) || name === 'status') return name;
  return getOwn(form.aliases, name) ?? getOwn(ENGINE_NAMES, name) ?? name;
}
