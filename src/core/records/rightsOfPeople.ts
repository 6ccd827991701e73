/** Whom new permissions give or take something: which accounts, which actions, on which forms, in which provinces. */
import type { Permissions } from '../definitions/types.ts';
import type { SteppedWork } from '../steps.ts';
import { ruleCovers, type ScopedForm } from './scope.ts';
import type { Actor, Grant } from './types.ts';

type Person = Pick<Actor, 'id' | 'grants'>;

/** A form with the states and steps of its workflow. */
export interface FormWithActions {
  form: ScopedForm;
  states: readonly string[];
  /** State of a new record. */
  initial: string;
  actions: readonly string[];
}

export interface RightChange {
  isGain: boolean;
  actions: string[];
  forms: string[];
  /** The provinces of each person for whom something changes; null stands for everywhere. */
  people: { id: string; provinces: (string | null)[] }[];
}

/** Where a right holds. null stands for every province. */
interface Cell {
  province: string | null;
  state: string;
  own: boolean;
}

/**
 * Returns what people gain and lose, in steps. Changes of the same people are one, with all their actions and forms. People with
 * the same grants are worked out once.
 */
export function* rightsOfPeople(
  people: readonly Person[],
  forms: readonly FormWithActions[],
  before: Permissions,
  after: Permissions,
): SteppedWork<RightChange[]> {
  const byGrants = new Map<string, Person[]>();
  for (const person of people) {
    const key = JSON.stringify(person.grants);
    byGrants.set(key, [...(byGrants.get(key) ?? []), person]);
  }
  /** By direction, form and action. */
  const found = new Map<string, { isGain: boolean; form: string; action: string; people: RightChange['people'] }>();
  for (const alike of byGrants.values()) {
    yield;
    const [{ grants }] = alike as [Person];
    for (const of of forms)
      for (const action of of.actions) {
        const [old, now] = [before, after].map((one) => cellsOf(one, grants, of, action)) as [Cell[], Cell[]];
        for (const isGain of [true, false]) {
          const provinces = isGain ? newIn(now, old) : newIn(old, now);
          if (provinces.length === 0) continue;
          const key = JSON.stringify([isGain, of.form.form, action]);
          const entry = found.get(key) ?? { isGain, form: of.form.form, action, people: [] };
          entry.people.push(...alike.map(({ id }) => ({ id, provinces })));
          found.set(key, entry);
        }
      }
  }
  return joined([...found.values()]);
}

/** Returns where the grants allow an action. */
function cellsOf(
  { rules }: Permissions,
  grants: readonly Grant[],
  { form, states, initial }: FormWithActions,
  action: string,
): Cell[] {
  return rules.flatMap((rule) => {
    if (!ruleCovers(rule, action, form)) return [];
    const fits = grants.filter(
      ({ role, programme }) =>
        rule.roles.includes(role) &&
        (rule.programme === 'any' || programme === null || programme === form.definition.programme),
    );
    return fits.flatMap(({ province_id }) =>
      (rule.states ?? states)
        .filter((state) => action !== 'create' || state === initial)
        .map((state) => ({
          province: rule.place === 'any' ? null : province_id,
          state,
          own: rule.own === true,
        })),
    );
  });
}

/** Returns the provinces of cells that no other cell includes. */
function newIn(cells: readonly Cell[], others: readonly Cell[]): (string | null)[] {
  const isKnown = ({ province, state, own }: Cell) =>
    others.some(
      (wide) => (wide.province === null || wide.province === province) && wide.state === state && (!wide.own || own),
    );
  const fresh = new Set(cells.filter((cell) => !isKnown(cell)).map(({ province }) => province));
  return fresh.has(null) ? [null] : [...fresh].sort();
}

/** Joins changes of the same people: first their actions on one form, then forms with the same actions. */
function joined(
  found: readonly { isGain: boolean; form: string; action: string; people: RightChange['people'] }[],
): RightChange[] {
  const byForm = new Map<string, RightChange>();
  for (const { isGain, form, action, people } of found) {
    const key = JSON.stringify([isGain, form, people]);
    const known = byForm.get(key);
    if (known) known.actions.push(action);
    else byForm.set(key, { isGain, actions: [action], forms: [form], people });
  }
  const all = new Map<string, RightChange>();
  for (const change of byForm.values()) {
    const { isGain, actions, people } = change;
    const key = JSON.stringify([isGain, actions, people]);
    const known = all.get(key);
    if (known) known.forms.push(...change.forms);
    else all.set(key, change);
  }
  return [...all.values()].sort((a, b) => Number(a.isGain) - Number(b.isGain) || b.people.length - a.people.length);
}
