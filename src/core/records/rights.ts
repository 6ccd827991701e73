/** What the rule table gives a role on a form, rule by rule: the table of permissions before anybody holds a grant. */
import type { Permissions, Workflow } from '../definitions/types.ts';
import { kept, MAIN_ACTIONS, ruleIsFor, type ScopedForm } from './scope.ts';

export interface Right {
  /** Name of the rule. */
  rule: string;
  /** any: also forms of other programmes than the granted one. */
  programme: 'granted' | 'any';
  /** any: everywhere; granted: in the grant's province. */
  place: 'granted' | 'any';
  /** Only records the person made. */
  own: boolean;
  /** Only in these states; null in all. */
  states: string[] | null;
}

/** Actions a form knows, in order: the main ones, the steps of its workflow, taking lists away. */
export function actionsOf(workflow: Workflow): string[] {
  return [...new Set([...MAIN_ACTIONS, ...workflow.transitions.map(({ action }) => action), 'export'])];
}

/** By action; an action the role never has is absent. */
export function rightsOf(
  role: string,
  form: ScopedForm,
  actions: readonly string[],
  rules: readonly Permissions['rules'][number][],
): Record<string, Right[]> {
  const rights: Record<string, Right[]> = {};
  for (const action of actions) {
    // What the system keeps is only read and taken away.
    if (action !== 'export' && kept(form, action)) continue;
    const giving = rules.filter((rule) => rule.roles.includes(role) && ruleIsFor(rule, action, form));
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
