/**
 * Who may do what with a record, in one place for server, offline store and screens: role × programme × province × state ×
 * ownership, out of the one rule table. Every missing action has its reason: the rule that came nearest says what was
 * lacking.
 */
import type { CompiledForm, Permissions, Workflow } from '../definitions/types.ts';
import type { Actor, Grant, RecordMeta, Refusal, Scope } from './types.ts';

type Rule = Permissions['rules'][number];
/** What a rule looks at; screens know a little less of a form than the server. */
export type ScopedForm = Pick<CompiledForm, 'form'> & {
  definition: Pick<CompiledForm['definition'], 'kind' | 'programme'>;
};
type ScopedRecord = Pick<RecordMeta, 'state' | 'province_id' | 'created_by' | 'deleted_at'>;

export interface ScopeInput {
  form: ScopedForm;
  /** null: the record is not made yet. */
  record: ScopedRecord | null;
  /** Record the new one belongs to: its province counts for creating. */
  parent?: Pick<RecordMeta, 'province_id'> | null;
  /** Province of a new record without a parent, once it is known; until then creating is judged without place. */
  province_id?: string | null;
  actor: Actor;
  workflow: Workflow;
  permissions: Permissions;
}

export const MAIN_ACTIONS = ['create', 'view', 'edit', 'delete'] as const;
/** How far the nearest rule came; the reason named is what stopped it. */
const REASONS = ['role_needed', 'other_programme', 'other_province', 'not_yours', 'state_locked'] as const;
/** Reasons no other state would mend. */
const OF_THE_PERSON: ReadonlySet<string> = new Set(['role_needed', 'other_programme', 'other_province']);

/** Allowed actions and the reason for each other one: the four main ones and every step of the workflow. */
export function scopeOf(input: ScopeInput): Scope {
  const { record, workflow } = input;
  const scope: Scope = { allowed: {}, refused: {} };
  const subject = subjectOf(input);
  const judge = (action: string, before?: Refusal): void => {
    const refusal = kept(input.form, action) ?? before ?? refusalOf(action, subject);
    if (refusal) scope.refused[action] = refusal;
    else scope.allowed[action] = true;
  };
  const actions = record ? MAIN_ACTIONS : (['create'] as const);
  for (const action of actions)
    judge(
      action,
      action === 'edit' || action === 'delete'
        ? (gone(record) ?? (action === 'edit' ? locked(action, subject) : undefined))
        : undefined,
    );
  if (record)
    for (const action of new Set(workflow.transitions.map((one) => one.action)))
      judge(action, gone(record) ?? notFrom(action, subject));
  return scope;
}

/** What allows an action: the first rule that holds for a grant. */
export interface Allowance {
  rule: string;
  grant: Grant;
}

/** `scopeOf` with its sources: for each action the rule and the grant that allow it, or the reason why not; without a record also taking lists away. */
export function explainScope(input: ScopeInput): Record<string, Allowance | Refusal> {
  const { allowed, refused } = scopeOf(input);
  const subject = subjectOf(input);
  const found: Record<string, Allowance | Refusal> = { ...refused };
  for (const action of Object.keys(allowed)) found[action] = allowanceOf(action, subject) ?? { code: 'forbidden' };
  if (!input.record) {
    const anywhere = { ...subject, province: undefined };
    found.export = refusalOf('export', anywhere) ?? allowanceOf('export', anywhere) ?? { code: 'forbidden' };
  }
  return found;
}

function subjectOf({ form, record, parent, province_id, actor, workflow, permissions }: ScopeInput): Subject {
  return {
    form,
    record,
    province: record ? record.province_id : (province_id ?? parent?.province_id),
    state: record ? record.state : workflow.initial,
    actor,
    permissions,
    workflow,
  };
}

function allowanceOf(action: string, subject: Subject): Allowance | undefined {
  for (const rule of subject.permissions.rules) {
    if (!ruleIsFor(rule, action, subject.form)) continue;
    const grant = subject.actor.grants.find((one) => reach(rule, one, subject) === REASONS.length);
    if (grant) return { rule: rule.id, grant };
  }
  return undefined;
}

interface Subject {
  form: ScopedForm;
  record: ScopedRecord | null;
  /** undefined: not known yet. */
  province: string | null | undefined;
  state: string;
  actor: Actor;
  permissions: Permissions;
  workflow: Workflow;
}

/** Logs are written by the system alone: whoever may see them reads them. */
export function kept({ definition }: ScopedForm, action: string): Refusal | undefined {
  return definition.kind === 'log' && action !== 'view' ? { code: 'kept_by_system' } : undefined;
}

function gone(record: ScopedRecord | null): Refusal | undefined {
  return record?.deleted_at ? { code: 'record_not_found' } : undefined;
}

/** Who could not edit in any state is told what is missing, not that this state locks the record. */
function locked(action: string, subject: Subject): Refusal | undefined {
  const { state, workflow } = subject;
  const known = workflow.states.find((one) => one.id === state);
  if (!known?.locked) return undefined;
  const refusal = refusalOf(action, subject);
  return refusal && OF_THE_PERSON.has(refusal.code)
    ? refusal
    : { code: 'state_locked', params: { state: known.label } };
}

function notFrom(action: string, { state, workflow }: Subject): Refusal | undefined {
  const possible = workflow.transitions.some((one) => one.action === action && one.from.includes(state));
  return possible ? undefined : { code: 'transition_not_possible', params: { state: labelOf(workflow, state) } };
}

function labelOf(workflow: Workflow, state: string): unknown {
  return workflow.states.find((one) => one.id === state)?.label ?? state;
}

function refusalOf(action: string, subject: Subject): Refusal | undefined {
  const { form, actor, permissions, workflow, state } = subject;
  const rules = permissions.rules.filter((rule) => ruleIsFor(rule, action, form));
  let nearest = 0;
  for (const rule of rules) {
    for (const grant of actor.grants) {
      const reached = reach(rule, grant, subject);
      if (reached === REASONS.length) return undefined;
      nearest = Math.max(nearest, reached);
    }
  }
  const code = REASONS[nearest] ?? 'role_needed';
  if (code === 'role_needed') {
    const ids = new Set(rules.flatMap((rule) => rule.roles));
    return { code, params: { roles: permissions.roles.filter((role) => ids.has(role.id)).map((role) => role.label) } };
  }
  return code === 'state_locked' ? { code, params: { state: labelOf(workflow, state) } } : { code };
}

/** Whether a rule says anything about an action on a form. */
export function ruleIsFor(rule: Rule, action: string, form: ScopedForm): boolean {
  return (
    (rule.actions.includes(action) || rule.actions.includes('*')) &&
    (rule.forms === undefined || rule.forms.includes(form.form)) &&
    (rule.kinds === undefined || rule.kinds.includes(form.definition.kind))
  );
}

/** Number of hurdles a grant takes for a rule, in the order of REASONS. */
function reach(rule: Rule, grant: Grant, { form, record, province, state, actor }: Subject): number {
  if (!rule.roles.includes(grant.role)) return 0;
  if (rule.programme !== 'any' && grant.programme !== null && grant.programme !== form.definition.programme) return 1;
  // A record that lies in no province belongs to the whole programme.
  const isPlaced = province !== undefined && province !== null;
  if (rule.place !== 'any' && grant.province_id !== null && isPlaced && grant.province_id !== province) return 2;
  if (rule.own && record && record.created_by !== actor.id) return 3;
  return rule.states && !rule.states.includes(state) ? 4 : REASONS.length;
}

/** Whether a person may do something with a form's records as a whole (export), wherever they are; else the reason. */
export function formRefusal(
  actor: Actor,
  action: string,
  form: ScopedForm,
  permissions: Permissions,
  workflow: Workflow,
): Refusal | undefined {
  return refusalOf(action, {
    form,
    record: null,
    province: undefined,
    state: workflow.initial,
    actor,
    permissions,
    workflow,
  });
}

/** What is done with the whole product, not with one record. */
export const ENGINE_ACTIONS = [
  'accounts',
  'choices',
  'definitions',
  'restore',
  'export',
  'places',
  'personal-data',
  'restrictions',
] as const;

/** Engine actions are granted by rules for every form only. */
export function mayEngine(actor: Actor, action: string, permissions: Permissions): boolean {
  return permissions.rules.some(
    (rule) =>
      rule.forms === undefined &&
      rule.kinds === undefined &&
      (rule.actions.includes(action) || rule.actions.includes('*')) &&
      actor.grants.some((grant) => rule.roles.includes(grant.role)),
  );
}

/** The same for things that belong to a programme (null: to all): a rule of the granted programme covers only its own. */
export function mayEngineIn(actor: Actor, action: string, programme: string | null, permissions: Permissions): boolean {
  return permissions.rules.some(
    (rule) =>
      rule.forms === undefined &&
      rule.kinds === undefined &&
      (rule.actions.includes(action) || rule.actions.includes('*')) &&
      actor.grants.some(
        (grant) =>
          rule.roles.includes(grant.role) &&
          (rule.programme === 'any' || grant.programme === null || grant.programme === programme),
      ),
  );
}

export interface VisiblePlaces {
  /** true: everywhere. */
  all: boolean;
  /** Ids of provinces whose records may be seen, when not everywhere; with one, also what lies in no province. */
  provinces: string[];
  /** true: wherever they are, records the person made may be seen. */
  own: boolean;
}

/** Where a person may see records of a form; lists are filtered by it. Rules for some states only do not widen it. */
export function visiblePlaces(actor: Actor, form: ScopedForm, permissions: Permissions): VisiblePlaces {
  const provinces = new Set<string>();
  let own = false;
  for (const rule of permissions.rules) {
    if (!ruleIsFor(rule, 'view', form) || rule.states) continue;
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
