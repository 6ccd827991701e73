/**
 * Compares what roles may do. Rules are taken apart into single rights (an action of a role on a form, within limits), since
 * a rule may be split, renamed or joined without anybody gaining or losing anything.
 */
import { equalJson } from '../../json.ts';
import { LANGUAGES, type Language, listComma } from '../../text/languages.ts';
import type { PartNames, ReportPartChange } from '../parts.ts';
import type { Permissions, Text } from '../types.ts';

/** A single right has one action and at most one form, kind and state. An empty list means all. */
interface Right {
  role: string;
  actions: string[];
  forms: string[];
  kinds: string[];
  states: string[];
  own: boolean;
  anyPlace: boolean;
  anyProgramme: boolean;
}

const LISTS = ['forms', 'kinds', 'states', 'actions'] as const;

export function rightChanges(before: Permissions, after: Permissions, names: PartNames, tell: ReportPartChange): void {
  for (const { label, gained, lost } of changedRights(before, after)) {
    for (const right of gained) tell('right_gained', '/rules', label, undefined, inWords(right, names));
    for (const right of lost) tell('right_lost', '/rules', label, inWords(right, names));
  }
}

/** Returns the roles that gain or lose a right. */
export function changedRoles(before: Permissions, after: Permissions): { role: string; label: Text; loses: boolean }[] {
  return changedRights(before, after)
    .filter(({ gained, lost }) => gained.length + lost.length > 0)
    .map(({ role, label, lost }) => ({ role, label, loses: lost.length > 0 }));
}

function changedRights(before: Permissions, after: Permissions) {
  const labels = new Map([...before.roles, ...after.roles].map(({ id, label }) => [id, label]));
  const [old, now] = [rightsIn(before), rightsIn(after)];
  return [...labels].map(([role, label]) => {
    return { role, label, gained: newIn(now, old, role), lost: newIn(old, now, role) };
  });
}

/** Returns the single rights by role, without those that another one includes. */
function rightsIn({ rules }: Permissions): Map<string, Right[]> {
  const found = new Map<string, Right[]>();
  const single = (names?: readonly string[]): string[][] => names?.map((name) => [name]) ?? [[]];
  for (const { roles, own = false, place, programme, ...rule } of rules)
    for (const role of roles)
      for (const actions of single(rule.actions))
        for (const forms of single(rule.forms))
          for (const kinds of single(rule.kinds))
            for (const states of single(rule.states)) {
              const limits = { own, anyPlace: place === 'any', anyProgramme: programme === 'any' };
              found.set(role, [...(found.get(role) ?? []), { role, actions, forms, kinds, states, ...limits }]);
            }
  return new Map([...found].map(([role, rights]) => [role, withoutIncluded(rights)]));
}

function withoutIncluded(rights: readonly Right[]): Right[] {
  return rights.filter(
    (one, at) =>
      !rights.some((other, index) => index !== at && includes(other, one) && (index < at || !includes(one, other))),
  );
}

function includes(wide: Right, narrow: Right): boolean {
  const isAny = (key: (typeof LISTS)[number]): boolean =>
    wide[key].length === 0 || wide[key][0] === narrow[key][0] || (key === 'actions' && wide.actions[0] === '*');
  return (
    LISTS.every(isAny) &&
    (!wide.own || narrow.own) &&
    (wide.anyPlace || !narrow.anyPlace) &&
    (wide.anyProgramme || !narrow.anyProgramme)
  );
}

/** Returns the rights of a role that it does not have in `others`, joined to few. */
function newIn(rights: Map<string, Right[]>, others: Map<string, Right[]>, role: string): Right[] {
  const known = new Set(others.get(role)?.map((right) => JSON.stringify(right)));
  const found = (rights.get(role) ?? []).filter((right) => !known.has(JSON.stringify(right)));
  return LISTS.reduce(joined, found);
}

/** Joins rights that differ in one list only. */
function joined(rights: Right[], key: (typeof LISTS)[number]): Right[] {
  const byRest = new Map<string, Right>();
  for (const right of rights) {
    const rest = JSON.stringify({ ...right, [key]: right[key].length > 0 });
    const before = byRest.get(rest);
    byRest.set(rest, before ? { ...before, [key]: [...before[key], ...right[key]] } : right);
  }
  return [...byRest.values()];
}

/** Example: `See, Edit: all forms · in the province of the role · while: returned`. */
function inWords({ actions, forms, kinds, states, own, anyPlace, anyProgramme }: Right, names: PartNames): Text {
  const isEngine = forms.length + kinds.length === 0 && actions.every(names.isEngine);
  const limits = [
    ...(forms.length > 0 ? [listed(forms.map(names.form))] : []),
    ...(kinds.length > 0 ? [listed(kinds.map(names.kind))] : []),
    ...(forms.length + kinds.length > 0 || isEngine ? [] : [names.word('allForms')]),
    names.word(anyPlace ? 'anyPlace' : 'grantedPlace'),
    names.word(anyProgramme ? 'anyProgramme' : 'grantedProgramme'),
    ...(own ? [names.word('own')] : []),
    ...(states.length > 0 ? [names.word('while', { states: listed(states.map(names.state)) })] : []),
  ];
  const [action, limit] = [
    listed(actions.map(names.action)),
    each((language) => limits.map((one) => one[language]).join(' · ')),
  ];
  return each((language) => `${action[language]}: ${limit[language]}`);
}

/** Tells when other steps need somebody else than the author. Example: `Verify: Monitoring`. */
export function fourEyesChanges(
  before: Permissions,
  after: Permissions,
  names: PartNames,
  tell: ReportPartChange,
): void {
  const said = ({ fourEyes = [] }: Permissions): Text | undefined => {
    const rules = fourEyes.map(({ actions, forms = [], kinds = [] }) => {
      const where = [...forms.map(names.form), ...kinds.map(names.kind)];
      const [action, scope] = [
        listed(actions.map(names.action)),
        listed(where.length > 0 ? where : [names.word('allForms')]),
      ];
      return each((language) => `${action[language]}: ${scope[language]}`);
    });
    return rules.length > 0 ? each((language) => rules.map((one) => one[language]).join(' · ')) : undefined;
  };
  const [was, now] = [said(before), said(after)];
  if (!equalJson(was, now)) tell('four_eyes_changed', '/fourEyes', names.word('fourEyes'), was, now);
}

function listed(texts: readonly Text[]): Text {
  return each((language) => texts.map((text) => text[language]).join(listComma(language)));
}

function each(write: (language: Language) => string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as unknown as Text;
}
