/**
 * Gives a role a right on one form, or takes it, in the rules of the permissions. A rule for many forms is split where it is taken;
 * rules that allow everything stay as they are.
 */
import type { Permissions } from '../definitions/types.ts';
import { ruleCovers, type ScopedForm } from '../records/scope.ts';
import { withPatch } from './parts.ts';

type Rule = Permissions['rules'][number];

/** What a role does with records of a form: it enters them, or it checks what others entered. */
export interface RightOfRole {
  role: string;
  form: ScopedForm;
  /** Its actions, such as verify and return. */
  actions: readonly string[];
}

/** A right: none; by rules that name the form; by a rule for many forms, which taking it splits; or by a rule for everything. */
export type RightSource = 'none' | 'own' | 'shared' | 'general';

export function rightSource(rules: readonly Rule[], { role, form, actions }: RightOfRole): RightSource {
  const giving = rules.filter(
    (rule) => rule.roles.includes(role) && actions.some((one) => ruleCovers(rule, one, form)),
  );
  if (giving.length === 0) return 'none';
  if (giving.some((rule) => rule.actions.includes('*'))) return 'general';
  return giving.every((rule) => rule.forms !== undefined) ? 'own' : 'shared';
}

/** Returns the permissions in which the role has the right, in its own programme and province; whoever has it also sees the records. */
export function withRight<T extends { rules: readonly Rule[] }>(permissions: T, right: RightOfRole): T {
  const { role, form, actions } = right;
  const { rules } = permissions;
  const sees = rightSource(rules, { ...right, actions: ['view'] }) !== 'none';
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

/**
 * Returns the permissions in which the role does not have the right. Other roles, forms and actions keep theirs: `forms` are all
 * there are, which a rule for many names from then on for this role and right.
 */
export function withoutRight<T extends { rules: readonly Rule[] }>(
  permissions: T,
  right: RightOfRole,
  forms: readonly ScopedForm[],
): T {
  const rules: Rule[] = [];
  for (const rule of permissions.rules) {
    const isGiving =
      rule.roles.includes(right.role) &&
      !rule.actions.includes('*') &&
      right.actions.some((one) => ruleCovers(rule, one, right.form));
    const taken = [...permissions.rules, ...rules];
    rules.push(...(isGiving ? (rule.forms ? withoutForm : split)(rule, right, taken, forms) : [rule]));
  }
  return { ...permissions, rules };
}

/** Takes the right from a rule that names its forms. */
function withoutForm(rule: Rule, { role, form, actions }: RightOfRole, taken: readonly Rule[]): Rule[] {
  const roles = rule.roles.filter((one) => one !== role);
  const forms = rule.forms?.filter((one) => one !== form.form) ?? [];
  const left = rule.actions.filter((one) => !actions.includes(one));
  // What the tick gave for seeing goes with it.
  const keeps = left.length > 0 && !(left.join() === 'view' && forms.length === 0);
  const own = (part: Partial<Rule>, stem: string) => ofRole(rule, role, part, taken, stem);
  return [
    ...ofOthers(rule, roles),
    ...(forms.length > 0 ? [own({ forms } as Partial<Rule>, '')] : []),
    ...(keeps
      ? [own({ forms: [form.form], actions: left } as Partial<Rule>, forms.length > 0 ? `-${form.form}` : '')]
      : []),
  ];
}

/** Takes the right from a rule for many forms: its other actions stay for all, the right for the others. */
function split(
  rule: Rule,
  { role, form, actions }: RightOfRole,
  taken: readonly Rule[],
  all: readonly ScopedForm[],
): Rule[] {
  const left = rule.actions.filter((one) => !actions.includes(one));
  const given = rule.actions.filter((one) => actions.includes(one));
  const forms = all
    .filter((one) => one.form !== form.form && given.some((action) => ruleCovers(rule, action, one)))
    .map((one) => one.form);
  const own = (part: Partial<Rule>, stem: string) => ofRole(rule, role, part, taken, stem);
  const others = { kinds: undefined, forms, actions: given } as unknown as Partial<Rule>;
  return [
    ...ofOthers(
      rule,
      rule.roles.filter((one) => one !== role),
    ),
    ...(left.length > 0 ? [own({ actions: left } as Partial<Rule>, '')] : []),
    ...(forms.length > 0 ? [own(others, left.length > 0 ? `-${given[0]}` : '')] : []),
  ];
}

function ofOthers(rule: Rule, roles: readonly string[]): Rule[] {
  return roles.length > 0 ? [{ ...rule, roles } as Rule] : [];
}

/** Returns a part of a rule for one of its roles. It keeps the id if the rule has no other role and `stem` is empty. */
function ofRole(rule: Rule, role: string, part: Partial<Rule>, taken: readonly Rule[], stem: string): Rule {
  const id = rule.roles.length === 1 && stem === '' ? rule.id : freeId(`${rule.id}${stem}`, taken);
  return withPatch(rule, { ...part, id, roles: [role] } as Partial<Rule>);
}

function freeId(stem: string, rules: readonly Rule[]): string {
  let id = stem;
  for (let number = 2; rules.some((rule) => rule.id === id); number += 1) id = `${stem}-${number}`;
  return id;
}
