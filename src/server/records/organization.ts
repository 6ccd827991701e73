/** The organisation a record belongs to: what its own answer names, and which master table that comes from. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { FormRegistry } from '../definitions/registry.ts';

/** The master table a form's organisations come from: its own field's, or the one every form shares. */
export function organizationList(form: CompiledForm): string {
  const field = form.definition.organization ? form.byProperty.get(form.definition.organization) : undefined;
  return field?.def.choices ?? 'organization';
}

/** The entry that stands for the answer; undefined where the form asks none or it was not answered. */
export function ownOrganization(
  form: CompiledForm,
  data: RecordData,
  registry: Pick<FormRegistry, 'canonical'>,
): string | undefined {
  const answer = form.definition.organization ? data[form.definition.organization] : undefined;
  return typeof answer === 'string' ? registry.canonical(organizationList(form), answer) : undefined;
}
