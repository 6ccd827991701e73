/**
 * What counts in figures, by `counting` in `forms/common/constants.json`. Reports, dashboards, home, map, public page and device
 * ask here, so that two figures of the same thing cannot differ. Deleted records never count: no figure reads them.
 */
import type { CompiledForm, Constants, Workflow } from '../definitions/types.ts';
import type { Registry } from './registry.ts';

type Counting = NonNullable<Constants['counting']>;
export type CountedKind = keyof Counting;
type States = Counting[CountedKind]['states'];

/** True for the states of a workflow in which something counts. */
const IN: Record<States, (state: Workflow['states'][number]) => boolean> = {
  counting: ({ counts }) => counts !== false,
  // Closed for good, such as archived.
  open: ({ locked, counts }) => !(locked && counts === false),
  all: () => true,
};

/** Returns what the records of a form are counted as, where nothing else is asked of them. */
export function countedKindOf({ definition }: Pick<CompiledForm, 'definition'>): CountedKind {
  return definition.kind === 'site' ? 'sites' : 'records';
}

/** Returns the states in which records of a form count. */
export function countingStates(
  registry: Pick<Registry, 'workflow' | 'common'>,
  form: CompiledForm,
  counted: CountedKind = countedKindOf(form),
): string[] {
  // A device may still have what forms share from before it was stated there.
  const states = registry.common().constants.counting?.[counted].states ?? 'counting';
  return registry
    .workflow(form)
    .states.filter(IN[states])
    .map(({ id }) => id);
}

/** Returns the states in which anything of a form counted before `counting` was stated. */
export function statesBeforeCounting(registry: Pick<Registry, 'workflow'>, form: CompiledForm): string[] {
  return registry
    .workflow(form)
    .states.filter(IN.counting)
    .map(({ id }) => id);
}

/** Tells whether a record in a state says something in figures. */
export type CountingTest = (form: string, state: string) => boolean;

/** Returns what tells whether a visit counts for the problems that it tells of. */
export function problemCountingTest(registry: Pick<Registry, 'workflow' | 'common' | 'form'>): CountingTest {
  const known = new Map<string, ReadonlySet<string>>();
  return (name, state) => {
    let states = known.get(name);
    if (!states) {
      const form = registry.form(name);
      states = new Set(form ? countingStates(registry, form, 'problems') : []);
      known.set(name, states);
    }
    return states.has(state);
  };
}
