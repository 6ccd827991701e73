/**
 * Records that lie in no province: of forms without a place, or whose place may stay open. They belong to their whole
 * programme (`core/records/scope.ts`); lists look for them only where there can be any.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { FormRegistry } from '../definitions/registry.ts';

export function mayBeUnplaced(form: CompiledForm, registry: Pick<FormRegistry, 'form'>, above: string[] = []): boolean {
  const { place, parent } = form.definition;
  const node = place ? form.fields.get(place) : undefined;
  if (node?.required) return false;
  if (!parent || !form.fields.get(parent.field)?.required) return true;
  return parent.forms.some((name) => {
    const other = registry.form(name);
    return !other || above.includes(name) || mayBeUnplaced(other, registry, [...above, name]);
  });
}
