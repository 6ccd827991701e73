/** Lists the rights that the permission rules give a role on a form. It does not look at anybody's grants. */
import type { Permissions, Workflow } from '../definitions/types.ts';
import { logFormRefusal, MAIN_ACTIONS, ruleCovers, type ScopedForm } from './scope.ts';

/** Actions on the whole product, not on one record. */
export const SYSTEM_ACTIONS = [
  'accounts',
  'choices',
  'definitions',
  'restore',
  'export',
  'places',
  'personal-data',
  'restrictions',
] as const;

export interface Right {
  /** Name of the rule. */
  rule: string;
  /** any: also forms outside the granted programme. */
  programme: 'granted' | 'any';
  /** any: in every province; granted: only in the province of the grant. */
  place: 'granted' | 'any';
  /** Only records that the person created. */
  own: boolean;
  /** Only records in these states; null for all states. */
  states: string[] | null;
}

/** Actions on a form's list as a whole. Logs have them too. */
const OF_LISTS: readonly string[] = ['export', 'share'];

/** Returns the actions of a form in order: the main actions, the workflow transitions, then those on its list. */
export function formActionsOf(workflow: Workflow): string[] {
  return [...new Set([...MAIN_ACTIONS, ...workflow.transitions.map(({ action }) => action), ...OF_LISTS])];
}

/** Returns the rights by action. An action that the role never has is absent. */
export function rightsOfRole(
  role: string,
  form: ScopedForm,
  actions: readonly string[],
  rules: readonly Permissions['rules'][number][],
): Record<string, Right[]> {
  const rights: Record<string, Right[]> = {};
  for (const action of actions) {
    // Forms that only the system writes can be viewed, exported and have shared views, nothing else.
    if (!OF_LISTS.includes(action) && logFormRefusal(form, action)) continue;
    const giving = rules.filter((rule) => rule.roles.includes(role) && ruleCovers(rule, action, form));
    if (giving.length === 0) continue;
    rights[action] = giving.map((rule) => ({
      rule: rule.id,
      programme: rule.programme ?? 'granted',
      place: rule.place ?? 'granted',
      own: rule.own === true,
      states: rule.states ?? null,
    }));
  }
  return rights;
}
