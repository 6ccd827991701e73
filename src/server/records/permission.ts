/** The one place of the records room that asks what somebody may do. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { CATALOGUE, type ErrorCode, isErrorCode } from '../../core/errors/catalogue.ts';
import { Failure } from '../../core/errors/failure.ts';
import { mayEngine, scopeOf } from '../../core/records/scope.ts';
import type { Actor, RecordMeta, Refusal, Scope } from '../../core/records/types.ts';
import type { FormRegistry } from '../definitions/registry.ts';

/** Columns by which a record is judged. */
export const JUDGED = ['id', 'form', 'name', 'state', 'province_id', 'created_by', 'deleted_at'] as const;

/** What rules look at. */
type Judged = Pick<RecordMeta, 'form' | 'state' | 'province_id' | 'created_by' | 'deleted_at'>;

export type Permission = ReturnType<typeof createPermission>;

export function createPermission(registry: FormRegistry) {
  const { permissions } = registry.common();
  const memory = new WeakMap<Actor, Map<string, Scope>>();
  const mayRestore = (actor: Actor) => mayEngine(actor, 'restore', permissions);

  function scope(form: CompiledForm, record: Judged, actor: Actor): Scope {
    // Rows of a list mostly share what rules look at; each combination is judged once per person.
    const known = memory.get(actor) ?? new Map<string, Scope>();
    if (known.size === 0) memory.set(actor, known);
    const key = `${form.key} ${record.state} ${record.province_id} ${record.created_by === actor.id} ${record.deleted_at !== null}`;
    let found = known.get(key);
    if (!found) {
      found = scopeOf({ form, record, actor, workflow: registry.workflow(form), permissions });
      if (record.deleted_at !== null && mayRestore(actor))
        found = { ...found, allowed: { ...found.allowed, restore: true } };
      known.set(key, found);
    }
    return found;
  }

  return {
    scope,
    mayRestore,
    scopeForNew(form: CompiledForm, parent: Judged | null, actor: Actor, provinceId?: string | null): Scope {
      const place = provinceId !== undefined && { province_id: provinceId };
      return scopeOf({ form, record: null, parent, actor, workflow: registry.workflow(form), permissions, ...place });
    },
    /** Throws `record_not_found` when the actor does not see the record. */
    mustSee(form: CompiledForm, record: Judged | undefined, actor: Actor): Scope {
      if (!record || record.form !== form.form) throw new Failure('record_not_found');
      const found = scope(form, record, actor);
      if (!found.allowed.view || (record.deleted_at !== null && !mayRestore(actor)))
        throw new Failure('record_not_found');
      return found;
    },
    /** Whether the actor sees a living record, whichever form it is of. */
    sees(record: Judged, actor: Actor): boolean {
      const form = registry.form(record.form);
      return form !== undefined && record.deleted_at === null && scope(form, record, actor).allowed.view === true;
    },
    /** Throws the reason when the action is missing. */
    mustBeAllowed(found: Scope, action: string): void {
      if (found.allowed[action]) return;
      throw refused(action, found.refused[action] ?? { code: 'forbidden' });
    },
  };
}

/** A reason is itself an entry of the catalogue; one that is not counts as plainly forbidden. */
export function refused(action: string, reason: Refusal): Failure {
  const code: ErrorCode = isErrorCode(reason.code) && CATALOGUE[reason.code] ? reason.code : 'forbidden';
  return new Failure(code, { params: { ...reason.params, action } });
}
