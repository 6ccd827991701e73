/** The way of a record through its workflow: who did which step when, up to the state it is to end in. */
import type { CompiledForm, RecordData, Workflow } from '../../../core/definitions/types.ts';
import { scopeOf } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { Step } from './bulk.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

export interface Account extends Actor {
  person_id: string | null;
}

export interface Timeline {
  form: CompiledForm;
  data: RecordData;
  /** Answers before they were corrected, for records that were sent back once. */
  draft?: RecordData;
  target: string;
  created: Date;
  now: Date;
  by: Account;
  province_id: string | null;
  accounts: readonly Account[];
  comment(action: string): { comment?: string; fields?: { field: string; comment: string }[] };
}

export function stepsOf(timeline: Timeline, registry: FormRegistry, random: Random): [Step, ...Step[]] {
  const workflow = registry.workflow(timeline.form);
  const actions = routeTo(workflow, timeline.target, timeline.draft !== undefined);
  const span = timeline.now.getTime() - timeline.created.getTime();
  const pace = Math.min(4 * DAY, span / (actions.length + 1));
  let time = timeline.created.getTime();
  const first: Step = {
    action: 'create',
    at: timeline.created.toISOString(),
    by: nameOf(timeline.by),
    state: workflow.initial,
    data: timeline.draft ?? timeline.data,
  };
  const steps: [Step, ...Step[]] = [first];
  for (const { action, to } of actions) {
    time += Math.max(1, Math.floor(pace * (0.4 + random.next() * 0.6)));
    const last = steps.at(-1) as Step;
    const actor = action === 'edit' ? timeline.by : actorFor(timeline, registry, action, last.state);
    steps.push({
      action,
      at: new Date(time).toISOString(),
      by: nameOf(actor),
      state: to ?? last.state,
      data: action === 'edit' ? timeline.data : last.data,
      ...(action !== 'edit' && timeline.comment(action)),
    });
  }
  return steps;
}

function nameOf({ id, name }: Account) {
  return { id, name };
}

interface Leg {
  action: string;
  /** null: the state stays. */
  to: string | null;
}

/** Shortest way from the first state to the target; with a detour over the step that sends back and a correction. */
function routeTo(workflow: Workflow, target: string, withCorrection: boolean): Leg[] {
  if (!withCorrection) return shortest(workflow, workflow.initial, target);
  const back = workflow.transitions.find((step) => step.from.includes(workflow.initial) && step.comment === 'required');
  if (!back) return shortest(workflow, workflow.initial, target);
  return [{ action: back.action, to: back.to }, { action: 'edit', to: null }, ...shortest(workflow, back.to, target)];
}

function shortest(workflow: Workflow, from: string, target: string): Leg[] {
  const ways = new Map<string, Leg[]>([[from, []]]);
  for (const state of ways.keys()) {
    const way = ways.get(state) as Leg[];
    if (state === target) return way;
    for (const step of workflow.transitions) {
      if (step.from.includes(state) && !ways.has(step.to))
        ways.set(step.to, [...way, { action: step.action, to: step.to }]);
    }
  }
  throw new Error(`${workflow.workflow}: no step leads from ${from} to ${target}`);
}

/** Who may take the step: people of the province first, those with rights everywhere last. */
function actorFor(
  { form, accounts, province_id, by }: Timeline,
  registry: FormRegistry,
  action: string,
  state: string,
): Account {
  const { permissions } = registry.common();
  const workflow = registry.workflow(form);
  const distance = (account: Account) => {
    const grants = account.grants;
    if (grants.some((grant) => grant.province_id !== null && grant.province_id === province_id)) return 0;
    return grants.some((grant) => grant.programme !== null) ? 1 : 2;
  };
  const record = { state, province_id, created_by: by.id, deleted_at: null };
  const near = [...accounts].sort((a, b) => distance(a) - distance(b) || (a.username < b.username ? -1 : 1));
  const may = (account: Account) =>
    scopeOf({ form, record, actor: account, workflow, permissions }).allowed[action] === true;
  const found = near.find((account) => account.id !== by.id && may(account)) ?? (may(by) ? by : undefined);
  if (!found) throw new Error(`${form.key}: nobody may ${action} a record in state ${state}`);
  return found;
}
