/**
 * Whether somebody else than whoever fills in a form may judge what they handed in. Asked of the accounts of a server, and of
 * the roles when only the rules are known: each role then stands for one person who holds it. Where the rules give a person an action
 * is worked out for their own records and for those of others.
 */
import type { Permissions, Workflow } from '../definitions/types.ts';
import { MOST_AUTHORS } from './ownWork.ts';
import {
  countPassedChecks,
  logFormRefusal,
  needsFourEyes,
  REASON_CODES,
  ruleCovers,
  type ScopedForm,
  type Subject,
} from './scope.ts';
import { isJudgingStep, type WorkflowTransition } from './steps.ts';
import type { Actor } from './types.ts';

export type GrantHolder = Pick<Actor, 'id' | 'grants'>;

export interface JudgingRules {
  form: ScopedForm;
  workflow: Workflow;
  permissions: Permissions;
}

/** A place in which nobody else may judge what somebody fills in. */
export interface JudgingGap {
  province_id: string;
  /** Who alone may judge there, and fills in as well. null if nobody may. */
  only: string | null;
}

/** Returns the steps that judge a record and that nobody takes on their own work. */
export function judgingSteps({ form, workflow, permissions }: JudgingRules): WorkflowTransition[] {
  return workflow.transitions.filter(
    (step) => isJudgingStep(workflow, step) && needsFourEyes(permissions, workflow, step.action, form),
  );
}

/** Keeps of the rules those that may answer, because they are asked for each person and province. */
function narrowed(rules: JudgingRules): JudgingRules {
  const actions = ['create', ...judgingSteps(rules).map(({ action }) => action)];
  const own = rules.permissions.rules.filter((rule) => actions.some((action) => ruleCovers(rule, action, rules.form)));
  return { ...rules, permissions: { ...rules.permissions, rules: own as Permissions['rules'] } };
}

/** Returns those of the people who have a role that may ever take one of the steps with a record of somebody else. */
function possibleJudges(rules: JudgingRules, people: readonly GrantHolder[]): GrantHolder[] {
  const actions = judgingSteps(rules).map(({ action }) => action);
  const roles = new Set(
    rules.permissions.rules
      .filter((rule) => !rule.own && actions.some((action) => ruleCovers(rule, action, rules.form)))
      .flatMap((rule) => rule.roles as string[]),
  );
  return people.filter(({ grants }) => grants.some(({ role }) => roles.has(role)));
}

/** Returns where each of the people may judge records of others in a state. Those who may nowhere are left out. */
function judgesIn(rules: JudgingRules, people: readonly GrantHolder[], state: string): Placed[] {
  const actions = judgingSteps(rules).flatMap(({ action, from }) => (from.includes(state) ? [action] : []));
  return possibleJudges(rules, people).flatMap((person) => {
    const reaches = actions.flatMap((action) => reachOf(person, action, { ...rules, state, created_by: '' }) ?? []);
    return reaches.length > 0 ? [{ id: person.id, reaches }] : [];
  });
}

interface Placed {
  id: string;
  reaches: ActionReach[];
}

/** Returns true if one of the reaches covers the province. Records without a province belong to the whole programme. */
function covers(reaches: readonly ActionReach[], province_id: string | null): boolean {
  return province_id === null || reaches.some(({ all, provinces }) => all || provinces.has(province_id));
}

/** Returns the places where somebody fills in the form and nobody else may judge it. Empty if no step judges it. */
export function judgingGaps(
  all: JudgingRules,
  people: readonly GrantHolder[],
  provinces: readonly string[],
): JudgingGap[] {
  const rules = narrowed(all);
  const state = rules.workflow.initial;
  if (!judgingSteps(rules).some(({ from }) => from.includes(state))) return [];
  const judging = judgesIn(rules, people, state);
  if (everywhere(judging).length > 1) return [];
  const filling = people.flatMap(({ id, grants }) => {
    const reach = reachOf({ id, grants }, 'create', { ...rules, state, created_by: id });
    return reach ? [{ id, reaches: [reach] }] : [];
  });
  return provinces.flatMap((province_id) => {
    const here = (placed: readonly Placed[]) =>
      placed.flatMap(({ id, reaches }) => (covers(reaches, province_id) ? [id] : []));
    const [only = null, ...others] = here(judging);
    const fillers = here(filling);
    const isGap = others.length === 0 && (only === null ? fillers.length > 0 : fillers.includes(only));
    return isGap ? [{ province_id, only }] : [];
  });
}

/** Records that wait and that nobody may judge. */
export interface UnjudgeableRecords {
  state: string;
  /** null stands for records without a province. */
  provinces: (string | null)[];
  /** All who may judge there. It is the own work of each of them. */
  own: string[];
}

/**
 * Returns whose own work a waiting record is at least that nobody may judge: that of all who may judge in every province. A form
 * of which no such record waits needs no closer look. States in which more people may than can share one work are left out.
 */
export function leastUnjudgeable(
  all: JudgingRules,
  people: readonly GrantHolder[],
): Omit<UnjudgeableRecords, 'provinces'>[] {
  const rules = narrowed(all);
  return waitingStates(rules).flatMap((state) => {
    const own = everywhere(judgesIn(rules, people, state));
    return own.length > MOST_AUTHORS ? [] : [{ state, own }];
  });
}

/** Returns which of the form's waiting records nobody may judge, place by place. */
export function findUnjudgeable(
  all: JudgingRules,
  people: readonly GrantHolder[],
  provinces: readonly string[],
): UnjudgeableRecords[] {
  const rules = narrowed(all);
  const found = new Map<string, UnjudgeableRecords>();
  for (const state of waitingStates(rules)) {
    const judging = judgesIn(rules, people, state);
    for (const province_id of [...provinces, null]) {
      const own = judging.flatMap(({ id, reaches }) => (covers(reaches, province_id) ? [id] : []));
      if (own.length > MOST_AUTHORS) continue;
      const key = JSON.stringify([state, own]);
      const same = found.get(key) ?? { state, provinces: [], own };
      same.provinces.push(province_id);
      found.set(key, same);
    }
  }
  return [...found.values()];
}

const waitingStates = (rules: JudgingRules): string[] => [...new Set(judgingSteps(rules).flatMap(({ from }) => from))];

const everywhere = (placed: readonly Placed[]): string[] =>
  placed.flatMap(({ id, reaches }) => (reaches.some(({ all }) => all) ? [id] : []));

/** Where a person may take an action. */
export interface ActionReach {
  /** True if in every province. */
  all: boolean;
  provinces: ReadonlySet<string>;
}

/** Returns where the rules give a person an action on records that `created_by` made. undefined if nowhere, also without a province. */
function reachOf(
  { id, grants }: Pick<Actor, 'id' | 'grants'>,
  action: string,
  { created_by, ...at }: Pick<Subject, 'form' | 'permissions' | 'workflow' | 'state'> & { created_by: string },
): ActionReach | undefined {
  if (logFormRefusal(at.form, action)) return undefined;
  const actor = { id, grants, username: '', name: '', language: 'en' as const };
  const record = { state: at.state, province_id: null, created_by, edited_by: created_by, deleted_at: null };
  const subject = { ...at, record, province: null, actor };
  const given = at.permissions.rules.flatMap((rule) =>
    ruleCovers(rule, action, at.form)
      ? grants.flatMap((grant) =>
          countPassedChecks(rule, grant, subject) === REASON_CODES.length ? [{ rule, grant }] : [],
        )
      : [],
  );
  if (given.length === 0) return undefined;
  return {
    all: given.some(({ rule, grant }) => rule.place === 'any' || grant.province_id === null),
    provinces: new Set(given.flatMap(({ grant }) => grant.province_id ?? [])),
  };
}
