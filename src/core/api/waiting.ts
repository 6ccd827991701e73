/**
 * Which records wait for a person, for any workflow. A record waits for its author's correction if a transition with a
 * required comment leads to its state, which is editable and not the initial one. A record waits for those who may decide if
 * a bulk transition starts from its state.
 */

import type { CompiledForm, Workflow } from '../definitions/types.ts';
import type { ListFilter } from '../figures/where.ts';
import { getOwn } from '../getOwn.ts';
import { leastUnjudged, type Person, unjudged } from '../records/judges.ts';
import type { Registry } from '../records/registry.ts';
import { needsFourEyes, scopeOf } from '../records/scope.ts';
import type { Actor } from '../records/types.ts';

type Rules = Pick<Registry, 'workflow' | 'scopeRules' | 'common'>;

/** Records of a form. */
export interface FormQuery {
  form: CompiledForm;
  filters: ListFilter[];
}

/** Returns the states in which a record waits for correction by its author. */
function statesToCorrect(workflow: Workflow): string[] {
  const targets = workflow.transitions.filter((step) => step.comment === 'required').map((step) => step.to);
  return workflow.states
    .filter((state) => state.id !== workflow.initial && !state.locked && targets.includes(state.id))
    .map((state) => state.id);
}

/** Returns the bulk transitions and the states they start from. */
function stepsToDecide(workflow: Workflow): { action: string; from: string[] }[] {
  return workflow.transitions.filter((step) => step.bulk).map(({ action, from }) => ({ action, from }));
}

/** Returns the records of the form that wait in any state for anybody. */
export function waitingFor({ workflow }: Rules, form: CompiledForm): FormQuery[] {
  const own = workflow(form);
  const states = [...statesToCorrect(own), ...stepsToDecide(own).flatMap(({ from }) => from)];
  return states.length > 0 ? [{ form, filters: [{ field: 'status', op: 'in', value: [...new Set(states)] }] }] : [];
}

/** Returns the records of the form that wait for a check, whoever may do it. */
export function waitingForCheck({ workflow }: Rules, form: CompiledForm): FormQuery {
  const states = stepsToDecide(workflow(form)).flatMap(({ from }) => from);
  return { form, filters: [{ field: 'status', op: 'in', value: [...new Set(states)] }] };
}

/** Returns the person's own records that were returned to them. */
export function waitingForCorrection(registry: Rules, form: CompiledForm, actor: Actor): FormQuery[] {
  const states = statesToCorrect(registry.workflow(form));
  if (states.length === 0) return [];
  const mine: ListFilter[] = [
    { field: 'status', op: 'in', value: states },
    { field: 'created_by', op: 'eq', value: actor.id },
  ];
  return [{ form, filters: mine }];
}

/** Returns the records of others that the person may decide. */
export function waitingForDecision(registry: Rules, form: CompiledForm, actor: Actor): FormQuery[] {
  const workflow = registry.workflow(form);
  const steps = stepsToDecide(workflow).filter((step) =>
    step.from.some((state) => mayTake(registry, form, step.action, state, actor)),
  );
  if (steps.length === 0) return [];
  const states = [...new Set(steps.flatMap((step) => step.from))];
  const { permissions } = registry.common();
  const others = steps.every(({ action }) => needsFourEyes(permissions, workflow, action, form)) ? notOwn(actor) : [];
  return [{ form, filters: [{ field: 'status', op: 'in', value: states }, ...others] }];
}

/** Returns the records that wait for a step which nobody may take: it is the own work of all who may judge there. */
export function waitingForNobody(
  registry: Rules & Pick<Registry, 'places'>,
  form: CompiledForm,
  people: readonly Person[],
): FormQuery[] {
  const provinces = [...registry.places().values()].flatMap(({ id, level }) => (level === 'province' ? [id] : []));
  return unjudged(registry.scopeRules(form), people, provinces).map((one) => {
    const isEverywhere = one.provinces.length > provinces.length;
    const place: ListFilter = { field: 'province_id', op: 'in', value: one.provinces.map((id) => id ?? '') };
    return { form, filters: [...waitingAsWorkOf(one), ...(isEverywhere ? [] : [place])] };
  });
}

/** Returns records among which are all that `waitingForNobody` finds. There are fewer queries, and nearly always they find nothing. */
export function maybeWaitingForNobody(registry: Rules, form: CompiledForm, people: readonly Person[]): FormQuery[] {
  return leastUnjudged(registry.scopeRules(form), people).map((one) => ({ form, filters: waitingAsWorkOf(one) }));
}

function waitingAsWorkOf({ state, own }: { state: string; own: readonly string[] }): ListFilter[] {
  return [
    { field: 'status', op: 'in', value: [state] },
    ...own.map((id): ListFilter => ({ field: 'work_of', op: 'eq', value: id })),
  ];
}

/** Filters out what the user wrote, which waits for somebody else. */
function notOwn({ id }: Actor): ListFilter[] {
  return [{ field: 'work_of', op: 'ne', value: id }];
}

/** Checks whether the user may take a step anywhere, by trying each province of their grants (also none). */
function mayTake(registry: Rules, form: CompiledForm, action: string, state: string, actor: Actor): boolean {
  const rules = registry.scopeRules(form);
  const places = new Set(actor.grants.map((grant) => grant.province_id));
  // Some rules are for a person's own records only, others for those of other people.
  return [...places].some((province_id) =>
    [actor.id, ''].some((created_by) => {
      const record = { state, province_id, created_by, edited_by: created_by, deleted_at: null };
      return getOwn(scopeOf({ ...rules, record, actor }).allowed, action);
    }),
  );
}
