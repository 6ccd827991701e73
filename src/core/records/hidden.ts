/** Who may read the restricted answers of a form. */
import type { CompiledForm, Permissions } from '../definitions/types.ts';
import { badFilter } from '../errors/failure.ts';
import type { Registry } from './registry.ts';
import { joinedNames, NOTHING_RESTRICTED, type RestrictedNames } from './restricted.ts';
import { mayEngine } from './scope.ts';
import type { Actor } from './types.ts';

export type Definitions = Pick<Registry, 'common' | 'form' | 'restrictions' | 'versions' | 'canonical'>;

/** Returns the answers of a form's records that the actor may not read. Empty for most forms. */
export function hiddenFrom(form: CompiledForm, actor: Actor, registry: Definitions): RestrictedNames {
  const restrictions = registry.restrictions(form.form);
  if (restrictions.length === 0) return NOTHING_RESTRICTED;
  const { permissions } = registry.common();
  const hidden = restrictions.filter(({ of }) => {
    const owner = of === null ? undefined : registry.form(of);
    return !owner || !readsRestricted(owner, actor, permissions);
  });
  return joinedNames(hidden.map(({ names }) => names));
}

/** Returns true if the actor may read the restricted answers of the records that they see. */
export function readsRestricted(form: CompiledForm, actor: Actor, permissions: Permissions): boolean {
  const ofProgramme = actor.grants.some((grant) => grant.programme === form.definition.programme);
  return ofProgramme || keeps(form, actor, permissions) || mayEngine(actor, 'accounts', permissions);
}

/** Returns true if a rule made for this form lets the actor verify everybody's records: who pays sees who is paid. */
function keeps({ form, definition }: CompiledForm, actor: Actor, { rules }: Permissions): boolean {
  return rules.some(
    (rule) =>
      rule.forms?.includes(form) === true &&
      rule.actions.includes('verify') &&
      !rule.own &&
      actor.grants.some(
        ({ role, programme }) =>
          rule.roles.includes(role) &&
          (rule.programme === 'any' || programme === null || programme === definition.programme),
      ),
  );
}

/** Returns true if the actor may not read a list source. `parent.<name>` is an answer of the parent record. */
export function hidesSource(form: CompiledForm, source: string, actor: Actor, registry: Definitions): boolean {
  if (!source.startsWith('parent.')) return hides(form, source, hiddenFrom(form, actor, registry));
  const name = source.slice('parent.'.length);
  return (form.definition.parent?.forms ?? []).some((parent) => {
    const above = registry.form(parent);
    return above !== undefined && hides(above, name, hiddenFrom(above, actor, registry));
  });
}

/** `name` is a property name, or a field with several properties. */
export function hides(form: CompiledForm, name: string, { names }: RestrictedNames): boolean {
  return names.has(name) || form.fields.get(name)?.properties.some((property) => names.has(property)) === true;
}

/** Throws `bad_filter` if one of the list sources, with `-` in front or not, is an answer that the actor may not read. */
export function mustReadSources(
  form: CompiledForm,
  sources: readonly string[],
  actor: Actor,
  registry: Definitions,
): void {
  const hidden = sources.map((name) => name.replace(/^-/, '')).find((name) => hidesSource(form, name, actor, registry));
  if (hidden !== undefined) throw badFilter(hidden);
}
