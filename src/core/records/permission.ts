/** Decides which actions an actor may perform on a record, on the server and on a device. */

import type { CompiledForm, Permissions } from '../definitions/types.ts';
import { CATALOGUE, type ErrorCode, isErrorCode } from '../errors/catalogue.ts';
import { Failure } from '../errors/failure.ts';
import { getOwn } from '../getOwn.ts';
import { onceFor, remembered } from '../onceFor.ts';
import { isWorkOf, WORK_COLUMNS } from './ownWork.ts';
import type { Registry } from './registry.ts';
import { formRefusal, mayEngine, scopeOf } from './scope.ts';
import type { Actor, RecordMeta, Refusal, Scope } from './types.ts';
import { seesSome, visiblePlaces } from './visiblePlaces.ts';

/** Columns that permission checks need. */
export const JUDGED = ['id', 'form', 'name', 'state', 'province_id', ...WORK_COLUMNS, 'deleted_at'] as const;

type Rules = Pick<Registry, 'common' | 'form' | 'scopeRules'>;

/** The part of a record that the permission rules look at. */
type Judged = Pick<RecordMeta, Exclude<(typeof JUDGED)[number], 'id' | 'name'>>;

export type Permission = ReturnType<typeof createPermission>;

export function createPermission(registry: Rules) {
  // Permissions may be published while the server runs. What earlier ones allowed is then not found any more.
  const memories = onceFor(undefined, (_permissions: Permissions) =>
    onceFor(undefined, (_actor: Actor) => new Map<string, Scope>()),
  );
  const mayRestore = (actor: Actor) => mayEngine(actor, 'restore', registry.common().permissions);

  function scope(form: CompiledForm, record: Judged, actor: Actor): Scope {
    // Most rows of a list agree in what the rules look at, so the result is cached per person and combination.
    const rules = registry.scopeRules(form);
    const key = `${form.key} ${rules.isRetired} ${record.state} ${record.province_id} ${record.created_by === actor.id} ${isWorkOf(record, actor.id)} ${record.deleted_at !== null}`;
    return remembered('what people may do', memories(rules.permissions)(actor), key, () => {
      const found = scopeOf({ ...rules, record, actor });
      const isRestored = record.deleted_at !== null && mayRestore(actor);
      return isRestored ? { ...found, allowed: { ...found.allowed, restore: true } } : found;
    });
  }

  return {
    scope,
    mayRestore,
    /** `at` is when the record was filled in. */
    scopeForNew(
      form: CompiledForm,
      parent: Judged | null,
      actor: Actor,
      { province_id, at }: { province_id?: string | null; at?: Date } = {},
    ): Scope {
      const place = province_id !== undefined && { province_id };
      return scopeOf({ ...registry.scopeRules(form, at), record: null, parent, actor, ...place });
    },
    /** Throws `record_not_found` if the actor does not see the record. */
    mustSee(form: CompiledForm, record: Judged | undefined, actor: Actor): Scope {
      if (!record || record.form !== form.form) throw new Failure('record_not_found');
      const found = scope(form, record, actor);
      if (!found.allowed.view || (record.deleted_at !== null && !mayRestore(actor)))
        throw new Failure('record_not_found');
      return found;
    },
    /** Returns true if the actor sees the record and it is not deleted. The record may be of any form. */
    sees(record: Judged, actor: Actor): boolean {
      const form = registry.form(record.form);
      return form !== undefined && record.deleted_at === null && scope(form, record, actor).allowed.view === true;
    },
    /** Throws the denial reason if the action is not allowed. */
    mustBeAllowed(found: Scope, action: string): void {
      if (getOwn(found.allowed, action)) return;
      throw refused(action, getOwn(found.refused, action) ?? { code: 'forbidden' });
    },
  };
}

/** Throws the reason if the person sees no record of the form anywhere, so that a list is not empty without a word. */
export function mustSeeSome(form: CompiledForm, actor: Actor, registry: Pick<Registry, 'common' | 'workflow'>): void {
  const reason = whyNotSeen(form, actor, registry);
  if (reason) throw reason;
}

/** Returns why the person sees no record of the form anywhere. undefined if they may see some. */
export function whyNotSeen(
  form: CompiledForm,
  actor: Actor,
  registry: Pick<Registry, 'common' | 'workflow'>,
): Failure | undefined {
  const { permissions } = registry.common();
  if (seesSome(visiblePlaces(actor, form, permissions))) return undefined;
  const reason = formRefusal(actor, 'view', form, permissions, registry.workflow(form)) ?? { code: 'forbidden' };
  return refused('view', reason.code === 'role_needed' ? { ...reason, code: 'view_role_needed' } : reason);
}

/** Makes the failure for a denied action. A reason whose code is not in the error catalogue becomes `forbidden`. */
export function refused(action: string, reason: Refusal): Failure {
  const code: ErrorCode = isErrorCode(reason.code) && CATALOGUE[reason.code] ? reason.code : 'forbidden';
  return new Failure(code, { params: { ...reason.params, action } });
}
