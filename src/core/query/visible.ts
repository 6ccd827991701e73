/** Where somebody sees records of a form, as a condition on rows. */
import type { CompiledForm } from '../definitions/types.ts';
import { visiblePlaces } from '../records/permission.ts';
import type { Registry } from '../records/registry.ts';
import type { Actor } from '../records/types.ts';
import type { ColumnTest } from './filter.ts';

/** The provinces and the author of the visible rows. One of them is enough. */
export interface VisibleScope {
  /** Contains the empty text if records without a province are visible and the form can have them. */
  provinces: readonly string[];
  createdBy?: string;
}

type Definitions = Pick<Registry, 'form' | 'common'>;

/** Returns which rows the actor may see: undefined for all, null for none. */
export function visibleRows(
  form: CompiledForm,
  actor: Actor,
  definitions: Definitions,
): VisibleScope | undefined | null {
  const { all, provinces, own } = visiblePlaces(actor, form, definitions.common().permissions);
  if (all) return undefined;
  if (provinces.length === 0) return own ? { provinces, createdBy: actor.id } : null;
  // Records without a place have an empty province in the row.
  const also = mayBeUnplaced(form, definitions) ? [''] : [];
  return { provinces: [...provinces, ...also], ...(own && { createdBy: actor.id }) };
}

/** Returns what a row must pass to be visible. */
export function visibleTest({ provinces, createdBy }: VisibleScope): ColumnTest {
  const isThere: ColumnTest = { is: 'one of', column: 'province_id', values: provinces };
  if (createdBy === undefined) return isThere;
  return { is: 'any', tests: [isThere, { is: 'equal', column: 'created_by', value: createdBy }] };
}

/**
 * Returns true if records of a form may have no province. Such records belong to the whole programme
 * (`core/records/scope.ts`). Lists look for them only if the form can have them.
 */
function mayBeUnplaced(form: CompiledForm, definitions: Pick<Definitions, 'form'>, above: string[] = []): boolean {
  const { place, parent } = form.definition;
  const node = place ? form.fields.get(place) : undefined;
  if (node?.required) return false;
  if (!parent || !form.fields.get(parent.field)?.required) return true;
  return parent.forms.some((name) => {
    const other = definitions.form(name);
    return !other || above.includes(name) || mayBeUnplaced(other, definitions, [...above, name]);
  });
}
