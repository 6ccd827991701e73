/**
 * Decides who may do what with a record, for server, offline store and screens. It combines role, programme, province, state
 * and ownership from one rule table. Each denied action gets a reason, taken from the rule that came nearest to allowing it.
 */
import type { CompiledForm, Permissions, Workflow } from '../definitions/types.ts';
import { isAuthoredBy, officeRefusal, type RecordAuthors } from './ownWork.ts';
import { needsAnotherPerson } from './steps.ts';
import type { Actor, Grant, RecordMeta, Refusal, Scope } from './types.ts';

type Rule = Permissions['rules'][number];
/** The parts of a form that rules read. Screens know less of a form than the server. */
export type ScopedForm = Pick<CompiledForm, 'form'> & {
  definition: Pick<CompiledForm['definition'], 'kind' | 'programme'>;
};
type ScopedRecord = Pick<RecordMeta, 'state' | 'province_id' | 'deleted_at'> & RecordAuthors;

export interface ScopeInput {
  form: ScopedForm;
  /** null if the record does not exist yet. */
  record: ScopedRecord | null;
  /** Parent of a new record. Its province counts if `province_id` is not given. */
  parent?: Pick<RecordMeta, 'province_id'> | null;
  /** Province of a new record, if known. If the parent has none either, place is not checked. */
  province_id?: string | null;
  actor: Actor;
  workflow: Workflow;
  permissions: Permissions;
  /** True if somebody decided that the form takes no new records. */
  isRetired?: boolean;
}

export const MAIN_ACTIONS = ['create', 'view', 'edit', 'delete'] as const;
/** Denial reasons in the order of the checks. The reason reported is the check at which the nearest rule failed. */
export const REASON_CODES = ['role_needed', 'other_programme', 'other_province', 'not_yours', 'state_locked'] as const;
/** Reasons that a different state of the record would not change. */
const OF_THE_PERSON: ReadonlySet<string> = new Set(['role_needed', 'other_programme', 'other_province']);

/** Returns the allowed actions and a reason for each denied one. Without a record it judges only `create`. */
export function scopeOf(input: ScopeInput): Scope {
  const { record, workflow } = input;
  const scope: Scope = { allowed: {}, refused: {} };
  const subject = subjectOf(input);
  const judge = (action: string, before?: Refusal): void => {
    const retired = input.isRetired && action === 'create' ? { code: 'form_retired' } : undefined;
    const refusal =
      logFormRefusal(input.form, action) ??
      before ??
      refusalByRules(action, subject) ??
      retired ??
      officeRefusal(action, input.actor, workflow) ??
      ownWork(action, subject);
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

/** The first rule and grant that allow an action. */
export interface GrantedBy {
  rule: string;
  grant: Grant;
}

/** Like `scopeOf`, but names the rule and grant that allow each action. Without a record it also judges `export` and `share`. */
export function explainScope(input: ScopeInput): Record<string, GrantedBy | Refusal> {
  const { allowed, refused } = scopeOf(input);
  const subject = subjectOf(input);
  const found: Record<string, GrantedBy | Refusal> = { ...refused };
  for (const action of Object.keys(allowed)) {
    // Who may ask for a step is who could change the record if it were open.
    const [rule, of] = askedBy(action, input.workflow)
      ? (['edit', { ...subject, state: input.workflow.initial }] as const)
      : [action, subject];
    found[action] = allowanceOf(rule, of) ?? { code: 'forbidden' };
  }
  if (!input.record) {
    const anywhere = { ...subject, province: undefined };
    for (const action of ['export', 'share'])
      found[action] = refusalOf(action, anywhere) ?? allowanceOf(action, anywhere) ?? { code: 'forbidden' };
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

function allowanceOf(action: string, subject: Subject): GrantedBy | undefined {
  for (const rule of subject.permissions.rules) {
    if (!ruleCovers(rule, action, subject.form)) continue;
    const grant = subject.actor.grants.find((one) => countPassedChecks(rule, one, subject) === REASON_CODES.length);
    if (grant) return { rule: rule.id, grant };
  }
  return undefined;
}

export interface Subject {
  form: ScopedForm;
  record: ScopedRecord | null;
  /** undefined if not known yet. */
  province: string | null | undefined;
  state: string;
  actor: Actor;
  permissions: Permissions;
  workflow: Workflow;
}

/** Denies every action but `view` on logs, because only the system writes them. */
export function logFormRefusal({ definition }: ScopedForm, action: string): Refusal | undefined {
  return definition.kind === 'log' && action !== 'view' ? { code: 'kept_by_system' } : undefined;
}

function gone(record: ScopedRecord | null): Refusal | undefined {
  return record?.deleted_at ? { code: 'record_not_found' } : undefined;
}

/** Returns why a locked state denies an action. If the person could do it in no state, that reason is returned instead. */
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

/** Returns the step that this one asks others to take. */
function askedBy(action: string, { transitions }: Workflow): string | undefined {
  return transitions.find((one) => one.action === action)?.asks;
}

/** Denies asking for a step to those who may take it, and to those who could not change the record if it were open. */
function refusalByRules(action: string, subject: Subject): Refusal | undefined {
  const asked = askedBy(action, subject.workflow);
  if (asked === undefined) return refusalOf(action, subject);
  if (!refusalOf(asked, subject))
    return { code: 'transition_not_possible', params: { state: labelOf(subject.workflow, subject.state) } };
  const refusal = refusalOf('edit', subject);
  return refusal?.code === 'state_locked' ? undefined : refusal;
}

/** Denies a step that is for somebody else to those whose own work the record is (`ownWork.ts`). */
function ownWork(action: string, { form, record, actor, permissions, workflow }: Subject): Refusal | undefined {
  if (!record || !isAuthoredBy(record, actor.id)) return undefined;
  return needsFourEyes(permissions, workflow, action, form) ? { code: 'four_eyes' } : undefined;
}

/** Returns true if nobody may take the step on their own work. */
export function needsFourEyes(permissions: Permissions, workflow: Workflow, action: string, form: ScopedForm): boolean {
  return needsAnotherPerson(workflow, action) || isReservedForOthers(permissions, action, form);
}

/** Returns true if the permissions leave the action to somebody else than the author. */
export function isReservedForOthers({ fourEyes = [] }: Permissions, action: string, form: ScopedForm): boolean {
  return fourEyes.some((rule) => ruleCovers(rule, action, form));
}

function labelOf(workflow: Workflow, state: string): unknown {
  return workflow.states.find((one) => one.id === state)?.label ?? state;
}

function refusalOf(action: string, subject: Subject): Refusal | undefined {
  const { form, actor, permissions, workflow, state } = subject;
  const rules = permissions.rules.filter((rule) => ruleCovers(rule, action, form));
  let nearest = 0;
  for (const rule of rules) {
    for (const grant of actor.grants) {
      const reached = countPassedChecks(rule, grant, subject);
      if (reached === REASON_CODES.length) return undefined;
      nearest = Math.max(nearest, reached);
    }
  }
  const code = REASON_CODES[nearest] ?? 'role_needed';
  if (code === 'role_needed') {
    const ids = new Set(rules.flatMap((rule) => rule.roles));
    return { code, params: { roles: permissions.roles.filter((role) => ids.has(role.id)).map((role) => role.label) } };
  }
  return code === 'state_locked' ? { code, params: { state: labelOf(workflow, state) } } : { code };
}

/** Returns true if the rule covers the action on the form. */
export function ruleCovers(rule: Pick<Rule, 'actions' | 'forms' | 'kinds'>, action: string, form: ScopedForm): boolean {
  return (
    (rule.actions.includes(action) || rule.actions.includes('*')) &&
    (rule.forms === undefined || rule.forms.includes(form.form)) &&
    (rule.kinds === undefined || rule.kinds.includes(form.definition.kind))
  );
}

/** Returns how many checks the grant passes for the rule, in the order of REASONS. */
export function countPassedChecks(rule: Rule, grant: Grant, { form, record, province, state, actor }: Subject): number {
  if (!rule.roles.includes(grant.role)) return 0;
  if (rule.programme !== 'any' && grant.programme !== null && grant.programme !== form.definition.programme) return 1;
  // A record without a province belongs to the whole programme.
  const isPlaced = province !== undefined && province !== null;
  if (rule.place !== 'any' && grant.province_id !== null && isPlaced && grant.province_id !== province) return 2;
  if (rule.own && record && record.created_by !== actor.id) return 3;
  return rule.states && !rule.states.includes(state) ? 4 : REASON_CODES.length;
}

/** Returns why a person may not act on a form as a whole (such as export), in any province. undefined if allowed. */
export function formRefusal(
  actor: Actor,
  action: string,
  form: ScopedForm,
  permissions: Permissions,
  workflow: Workflow,
  state = workflow.initial,
): Refusal | undefined {
  return refusalOf(action, { form, record: null, province: undefined, state, actor, permissions, workflow });
}

/** Returns the bulk transitions that a person may carry out with some record of a form. */
export function bulkActions(actor: Actor, form: ScopedForm, permissions: Permissions, workflow: Workflow): string[] {
  const may = mayWithSome(actor, form, permissions, workflow);
  return workflow.transitions.filter(({ bulk, action, from }) => bulk && may(action, from)).map(({ action }) => action);
}

/** Returns what a person may do with some of several selected records: steps of the workflow, and delete. */
export function selectionActions(
  actor: Actor,
  form: ScopedForm,
  permissions: Permissions,
  workflow: Workflow,
): string[] {
  const may = mayWithSome(actor, form, permissions, workflow);
  const steps = workflow.transitions.filter(({ marked, bulk, action, from }) => (marked || bulk) && may(action, from));
  const states = workflow.states.map(({ id }) => id);
  return [...steps.map(({ action }) => action), ...(may('delete', states) ? ['delete'] : [])];
}

function mayWithSome(actor: Actor, form: ScopedForm, permissions: Permissions, workflow: Workflow) {
  return (action: string, states: readonly string[]) =>
    states.some((state) => !formRefusal(actor, action, form, permissions, workflow, state));
}

/** Returns the rule that allows everything; a system without one could not be administered. */
export function allowEverythingRule({ rules }: Permissions): Permissions['rules'][number] | undefined {
  return rules.find((one) => one.actions.includes('*') && !one.forms && !one.kinds);
}

/**
 * Checks an action on the whole product. Only rules without `forms` and `kinds` can allow it, and nothing allows it to the office
 * while it sends somebody's work.
 */
export function mayActSystemWide(
  { grants, taken_in_by }: Actor,
  action: string,
  { rules }: Permissions,
  covers: (rule: Rule, grant: Grant) => boolean = () => true,
): boolean {
  const ofEngine = rules.filter(
    ({ forms, kinds, actions }) =>
      forms === undefined && kinds === undefined && (actions.includes(action) || actions.includes('*')),
  );
  const isGiven = (rule: Rule) => grants.some((grant) => rule.roles.includes(grant.role) && covers(rule, grant));
  return taken_in_by === undefined && ofEngine.some(isGiven);
}

/** Checks it for one programme (null: for all). Unless the rule says `any`, the grant must cover that programme. */
export function mayActInProgramme(
  actor: Actor,
  action: string,
  programme: string | null,
  permissions: Permissions,
): boolean {
  const covers = (rule: Rule, grant: Grant) =>
    rule.programme === 'any' || grant.programme === null || grant.programme === programme;
  return mayActSystemWide(actor, action, permissions, covers);
}
