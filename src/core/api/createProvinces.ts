/** Where a person may make records of a form. */
import type { CompiledForm } from '../definitions/types.ts';
import type { Registry } from '../records/registry.ts';
import { scopeOf } from '../records/scope.ts';
import type { Actor } from '../records/types.ts';

/** Returns the provinces in which the person may make records of the form, undefined if in all. */
export function createProvinces(
  registry: Pick<Registry, 'scopeRules'>,
  form: CompiledForm,
  actor: Actor,
): string[] | undefined {
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
