/** Gives a role a right on one form, or takes it, in the rules of the permissions. Rules that name no form stay as they are. */
import type { Permissions } from '../definitions/types.ts';
import { ruleIsFor, type ScopedForm } from '../records/scope.ts';
import { patched } from './parts.ts';

type Rule = Permissions['rules'][number];

/** What a role does with records of a form: it enters them, or it checks what others entered. */
export interface RightOfRole {
  role: string;
  form: ScopedForm;
  /** Its actions, such as verify and return. */
  actions: readonly string[];
}

/** A right: none; by rules that name the form, so that it can be taken; or by a rule for many forms. */
export type Held = 'none' | 'own' | 'general';

export function heldRight(rules: readonly Rule[], { role, form, actions }: RightOfRole): Held {
  const giving = rules.filter((rule) => rule.roles.includes(role) && actions.some((one) => ruleIsFor(rule, one, form)));
  if (giving.length === 0) return 'none';
  return giving.every((rule) => rule.forms !== undefined && !rule.actions.includes('*')) ? 'own' : 'general';
}

/** Returns the permissions in which the role has the right, in its own programme and province; whoever has it also sees the records. */
export function withRight<T extends { rules: readonly Rule[] }>(permissions: T, right: RightOfRole): T {
  const { role, form, actions } = right;
  const { rules } = permissions;
  const sees = heldRight(rules, { ...right, actions: ['view'] }) !== 'none';
  const given = [...actions, ...(sees ? [] : ['view'])];
  const isSame = (rule: Rule) =>
    rule.forms?.join() === form.form && rule.actions.join() === given.join() && isPlain(rule);
  const there = rules.find(isSame);
  if (there)
    return {
      ...permissions,
      rules: rules.map((rule) => (rule === there ? { ...rule, roles: [...rule.roles, role] } : rule)),
    };
  const id = freeId(`${form.form}-${actions[0]}`, rules);
  const rule = { id, roles: [role], forms: [form.form], actions: given, place: 'granted' } as unknown as Rule;
  return { ...permissions, rules: [...rules, rule] };
}

function isPlain({ kinds, states, own, programme, place = 'granted' }: Rule): boolean {
  return !kinds && !states && !own && programme === undefined && place === 'granted';
}

/** Returns the permissions in which rules that name the form do not give the role the right. Other roles, forms and actions keep theirs. */
export function withoutRight<T extends { rules: readonly Rule[] }>(permissions: T, right: RightOfRole): T {
  const { role, form, actions } = right;
  const rules: Rule[] = [];
  for (const rule of permissions.rules) {
    const isGiving = rule.roles.includes(role) && rule.forms && actions.some((one) => ruleIsFor(rule, one, form));
    if (!isGiving) {
      rules.push(rule);
      continue;
    }
    const roles = rule.roles.filter((one) => one !== role);
    const forms = rule.forms?.filter((one) => one !== form.form) ?? [];
    const left = rule.actions.filter((one) => !actions.includes(one));
    // What the tick gave for seeing goes with it.
    const keeps = left.length > 0 && !(left.join() === 'view' && forms.length === 0);
    const taken = [...permissions.rules, ...rules];
    if (roles.length > 0) rules.push({ ...rule, roles } as Rule);
    const own = (part: Partial<Rule>, id: string) => patched(rule, { ...part, id, roles: [role] } as Partial<Rule>);
    const idOf = (stem: string) => (roles.length === 0 && stem === '' ? rule.id : freeId(`${rule.id}${stem}`, taken));
    if (forms.length > 0) rules.push(own({ forms } as Partial<Rule>, idOf('')));
    if (keeps)
      rules.push(
        own({ forms: [form.form], actions: left } as Partial<Rule>, idOf(forms.length > 0 ? `-${form.form}` : '')),
      );
  }
  return { ...permissions, rules };
}

function freeId(stem: string, rules: readonly Rule[]): string {
  let id = stem;
  for (let number = 2; rules.some((rule) => rule.id === id); number += 1) id = `${stem}-${number}`;
  return id;
}
