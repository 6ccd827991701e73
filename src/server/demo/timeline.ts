/** The steps of a record through its workflow up to its final state: which action, when and by whom. */

import type { RecordData, Workflow } from '../../core/definitions/types.ts';
import { getOwn } from '../../core/json.ts';
import { ruleCovers } from '../../core/records/scope.ts';
import type { PlannedAccount } from './accounts.ts';
import type { DraftRecord } from './draftRecord.ts';
import { seededRandom, seedFor } from './random.ts';
import { type DemoSentences, demoSentencesFor } from './values.ts';

const DAY = 86_400_000;
/** Days after which somebody has looked at every record, and percent of those that have waited for long again since. */
const LOOKED_AT = 30;
const LONG = 6;

/** One event of a record. The first one creates it. */
export interface DemoStep {
  action: string;
  at: string;
  by: { id: string; name: string };
  state: string;
  data: RecordData;
  comment?: string;
  fields?: { field: string; comment: string }[];
}

/** `data` are the answers, with the code if people type it. */
export function demoStepsOf(draft: DraftRecord, data: RecordData, province_id: string | null): DemoStep[] {
  const { registry, random, form, target, before, created, now, by } = draft;
  const workflow = registry.workflow(form);
  const actions = routeTo(workflow, target, before !== undefined);
  const pace = Math.min(4 * DAY, (now.getTime() - created.getTime()) / (actions.length + 1));
  let time = created.getTime();
  let last: DemoStep = {
    action: 'create',
    at: created.toISOString(),
    by,
    state: workflow.initial,
    data: before ?? data,
  };
  const steps = [last];
  for (const { action, to } of actions) {
    time += Math.max(1, Math.floor(pace * (0.4 + random.next() * 0.6)));
    const isEdit = action === 'edit';
    last = {
      action,
      at: new Date(time).toISOString(),
      by: isEdit ? by : actorFor(draft, province_id, action, last.state),
      state: to ?? last.state,
      data: isEdit ? data : last.data,
      ...(!isEdit && commentOn(draft, action)),
    };
    steps.push(last);
  }
  return lately(draft, steps, province_id);
}

/**
 * What waits has not waited since the record was made: an old record was returned, or submitted again, in the last weeks.
 * This draws numbers of its own, so that all other records stay the same.
 */
function lately(draft: DraftRecord, steps: DemoStep[], province_id: string | null): DemoStep[] {
  const { registry, form, now, plan, id } = draft;
  const { initial, transitions } = registry.workflow(form);
  const random = seededRandom(seedFor(plan.seed, id.slice(-12)));
  const [first] = steps as [DemoStep];
  const last = steps.at(-1) as DemoStep;
  const back = transitions.find(({ from, comment }) => from.includes(initial) && comment === 'required');
  const again = transitions.find(({ from, to }) => to === initial && back && from.includes(back.to));
  const isOld = (at: string) => now.getTime() - Date.parse(at) > LOOKED_AT * DAY;
  if (!back || !isOld(last.at)) return steps;
  const [from, to] = random.percent(LONG) ? [LOOKED_AT, 3 * LOOKED_AT] : [1, 12];
  const lastAt = now.getTime() - random.whole(from * DAY, to * DAY);
  const before = (days: number): string => new Date(lastAt - days * DAY).toISOString();
  if (last.state === back.to) return [...steps.slice(0, -1), { ...last, at: before(0) }];
  const isSubmitted = last.state === initial && steps.length === 1;
  if (!again || !isSubmitted || Date.parse(first.at) > lastAt - 7 * DAY) return steps;
  const step = ({ action, to }: typeof back, at: string): DemoStep => ({
    action,
    at,
    by: action === again.action ? draft.by : actorFor(draft, province_id, action, initial),
    state: to,
    data: first.data,
    ...commentOn({ ...draft, random }, action),
  });
  return [first, step(back, before(random.whole(1, 6))), step(again, before(0))];
}

/** Returns the comment on a transition. Half of the time it also comments on a field. */
function commentOn(draft: DraftRecord, action: string): Pick<DemoStep, 'comment' | 'fields'> {
  const { plan, random, form, location } = draft;
  const words = demoSentencesFor(draft, action);
  if (!words) return {};
  const texts = plan.texts as unknown as Record<string, Record<string, DemoSentences> | undefined>;
  const onFields = Object.entries(texts[`${action}Fields`] ?? {}).filter(([name]) => form.fields.has(name));
  const comment = random.pick(words)[location.language];
  if (onFields.length === 0 || random.percent(50)) return { comment };
  const [field, list] = random.pick(onFields);
  return { comment, fields: [{ field, comment: random.pick(list)[location.language] }] };
}

interface Leg {
  action: string;
  /** Null means that the state stays the same. */
  to: string | null;
}

/** Returns the shortest route to the target state. `withCorrection` first sends the record back and edits it. */
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

/** Returns who may do the action. Prefers people of the province; those with rights everywhere come last. */
function actorFor(
  { registry, permission, form, accounts, by }: DraftRecord,
  province_id: string | null,
  action: string,
  state: string,
): PlannedAccount {
  const { permissions } = registry.common();
  const distance = ({ grants }: PlannedAccount) => {
    if (grants.some((grant) => grant.province_id !== null && grant.province_id === province_id)) return 0;
    return grants.some((grant) => grant.programme !== null) ? 1 : 2;
  };
  const own = { created_by: by.id, edited_by: by.id, created_sent_by: null, edited_sent_by: null };
  const record = { form: form.form, state, province_id, ...own, deleted_at: null };
  const roles = permissions.rules.filter((rule) => ruleCovers(rule, action, form)).flatMap((rule) => rule.roles);
  const able = accounts.filter(({ grants }) => grants.some(({ role }) => roles.includes(role)));
  const near = able.sort((a, b) => distance(a) - distance(b) || (a.username < b.username ? -1 : 1));
  const may = (account: PlannedAccount) => getOwn(permission.scope(form, record, account).allowed, action) === true;
  const found = near.find((account) => account.id !== by.id && may(account)) ?? (may(by) ? by : undefined);
  if (!found) throw new Error(`${form.key}: nobody may ${action} a record in state ${state}`);
  return found;
}
