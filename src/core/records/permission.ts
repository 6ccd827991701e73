/**
 * Decides which actions an actor may perform on a record, in which places a person sees records of a form, and who may read its
 * restricted answers, on the server and on a device.
 */
import type { CompiledForm, Permissions } from '../definitions/types.ts';
import { CATALOGUE, type ErrorCode, isErrorCode } from '../errors/catalogue.ts';
import { badFilter, Failure } from '../errors/failure.ts';
import { getOwn } from '../json.ts';
import { getOrMake, memoizeByObject } from '../memoize.ts';
import { AUTHOR_COLUMNS, isAuthoredBy } from './ownWork.ts';
import type { Registry } from './registry.ts';
import { mergeRestrictedNames, NOTHING_RESTRICTED, type RestrictedNames } from './restricted.ts';
import { formRefusal, mayActSystemWide, ruleCovers, type ScopedForm, scopeOf } from './scope.ts';
import type { Actor, RecordMeta, Refusal, Scope } from './types.ts';

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
    if (!ruleCovers(rule, 'view', form) || rule.states) continue;
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
export function seesSomePlaces({ all, provinces, own }: VisiblePlaces): boolean {
  return all || own || provinces.length > 0;
}

/** Columns that permission checks need. */
export const PERMISSION_COLUMNS = [
  'id',
  'form',
  'name',
  'state',
  'province_id',
  ...AUTHOR_COLUMNS,
  'deleted_at',
] as const;

type Rules = Pick<Registry, 'common' | 'form' | 'scopeRules'>;

/** The part of a record that the permission rules look at. */
type Judged = Pick<RecordMeta, Exclude<(typeof PERMISSION_COLUMNS)[number], 'id' | 'name'>>;

export type Permission = ReturnType<typeof createPermission>;

export function createPermission(registry: Rules) {
  // Permissions may be published while the server runs. What earlier ones allowed is then not found any more.
  const memories = memoizeByObject(undefined, (_permissions: Permissions) =>
    memoizeByObject(undefined, (_actor: Actor) => new Map<string, Scope>()),
  );
  const mayRestore = (actor: Actor) => mayActSystemWide(actor, 'restore', registry.common().permissions);

  function scope(form: CompiledForm, record: Judged, actor: Actor): Scope {
    // Most rows of a list agree in what the rules look at, so the result is cached per person and combination.
    const rules = registry.scopeRules(form);
    const key = `${form.key} ${rules.isRetired} ${record.state} ${record.province_id} ${record.created_by === actor.id} ${isAuthoredBy(record, actor.id)} ${record.deleted_at !== null}`;
    return getOrMake('what people may do', memories(rules.permissions)(actor), key, () => {
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
      throw refusalFailure(action, getOwn(found.refused, action) ?? { code: 'forbidden' });
    },
  };
}

/** Throws the reason if the person sees no record of the form anywhere, so that a list is not empty without a word. */
export function mustSeeSomeRecords(
  form: CompiledForm,
  actor: Actor,
  registry: Pick<Registry, 'common' | 'workflow'>,
): void {
  const reason = noVisibleRecordsFailure(form, actor, registry);
  if (reason) throw reason;
}

/** Returns why the person sees no record of the form anywhere. undefined if they may see some. */
export function noVisibleRecordsFailure(
  form: CompiledForm,
  actor: Actor,
  registry: Pick<Registry, 'common' | 'workflow'>,
): Failure | undefined {
  const { permissions } = registry.common();
  if (seesSomePlaces(visiblePlaces(actor, form, permissions))) return undefined;
  const reason = formRefusal(actor, 'view', form, permissions, registry.workflow(form)) ?? { code: 'forbidden' };
  return refusalFailure('view', reason.code === 'role_needed' ? { ...reason, code: 'view_role_needed' } : reason);
}

/** Makes the failure for a denied action. A reason whose code is not in the error catalogue becomes `forbidden`. */
export function refusalFailure(action: string, reason: Refusal): Failure {
  const code: ErrorCode = isErrorCode(reason.code) && CATALOGUE[reason.code] ? reason.code : 'forbidden';
  return new Failure(code, { params: { ...reason.params, action } });
}

export type RestrictionSources = Pick<Registry, 'common' | 'form' | 'restrictions' | 'versions' | 'canonical'>;

/** Returns the answers of a form's records that the actor may not read. Empty for most forms. */
export function restrictedNamesFor(form: CompiledForm, actor: Actor, registry: RestrictionSources): RestrictedNames {
  const restrictions = registry.restrictions(form.form);
  if (restrictions.length === 0) return NOTHING_RESTRICTED;
  const { permissions } = registry.common();
  const hidden = restrictions.filter(({ of }) => {
    const owner = of === null ? undefined : registry.form(of);
    return !owner || !mayReadRestricted(owner, actor, permissions);
  });
  return mergeRestrictedNames(hidden.map(({ names }) => names));
}

/** Returns true if the actor may read the restricted answers of the records that they see. */
export function mayReadRestricted(form: CompiledForm, actor: Actor, permissions: Permissions): boolean {
  const ofProgramme = actor.grants.some((grant) => grant.programme === form.definition.programme);
  return ofProgramme || keeps(form, actor, permissions) || mayActSystemWide(actor, 'accounts', permissions);
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
export function isSourceRestricted(
  form: CompiledForm,
  source: string,
  actor: Actor,
  registry: RestrictionSources,
): boolean {
  if (!source.startsWith('parent.')) return isFieldRestricted(form, source, restrictedNamesFor(form, actor, registry));
  const name = source.slice('parent.'.length);
  return (form.definition.parent?.forms ?? []).some((parent) => {
    const above = registry.form(parent);
    return above !== undefined && isFieldRestricted(above, name, restrictedNamesFor(above, actor, registry));
  });
}

/** `name` is a property name, or a field with several properties. */
export function isFieldRestricted(form: CompiledForm, name: string, { names }: RestrictedNames): boolean {
  return names.has(name) || form.fields.get(name)?.properties.some((property) => names.has(property)) === true;
}

/** Throws `bad_filter` if one of the list sources, with `-` in front or not, is an answer that the actor may not read. */
export function mustBeReadableSources(
  form: CompiledForm,
  sources: readonly string[],
  actor: Actor,
  registry: RestrictionSources,
): void {
  const hidden = sources
    .map((name) => name.replace(/^-/, ''))
    .find((name) => isSourceRestricted(form, name, actor, registry));
  if (hidden !== undefined) throw badFilter(hidden);
}
