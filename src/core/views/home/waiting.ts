/**
 * Lists what waits for a person, for any workflow. A record waits for its author's correction if a transition with a
 * required comment leads to its state, which is editable and not the initial one. A record waits for those who may decide if
 * a bulk transition starts from its state.
 */
import { renderState } from '../../api/render.ts';
import type { CompiledForm, Workflow } from '../../definitions/types.ts';
import type { ListFilter } from '../../figures/where.ts';
import { readableRatingBars } from '../../form/ratingBars.ts';
import { isRatingQuestion } from '../../form/types/question.ts';
import type { Asked, FormLine, ListWaits, RatingBars, WaitingRecord, WaitingRecords } from '../../generated/api.ts';
import { getOwn } from '../../json.ts';
import { findUnjudgeable, type GrantHolder, leastUnjudgeable } from '../../records/judges.ts';
import { restrictedNamesFor } from '../../records/permission.ts';
import type { Registry } from '../../records/registry.ts';
import { needsFourEyes, scopeOf } from '../../records/scope.ts';
import type { Actor } from '../../records/types.ts';
import { pickText } from '../../text/languages.ts';
import { lookUpRecordNames } from '../names.ts';
import type { CrossFormQuery, CrossFormRow, LastTransition, Reads } from '../reads.ts';

const SHOWN = 8;

/** `people` are those who can log in. Without them it is not said what waits for nobody. */
export async function waitingView(
  reads: Reads,
  forms: readonly CompiledForm[],
  people?: readonly GrantHolder[],
): Promise<WaitingRecords[]> {
  const { registry, actor } = reads;
  const own = await Promise.all([
    described(
      reads,
      'to_correct',
      forms.flatMap((form) => waitingForCorrection(registry, form, actor)),
    ),
    described(
      reads,
      'to_verify',
      forms.flatMap((form) => waitingForDecision(registry, form, actor)),
    ),
  ]);
  if (!people) return own;
  const perhaps = forms.flatMap((form) => maybeWaitingForNobody(registry, form, people));
  const found = new Set((await reads.countAcross(perhaps)).map(({ form }) => form));
  const stuck = forms.flatMap((form) => (found.has(form.form) ? waitingForNobody(registry, form, people) : []));
  return [...own, await described(reads, 'to_nobody', stuck)];
}

/** Counts, for each form, the records that wait in any state for anybody. */
export async function waitingByFormView(reads: Reads, forms: readonly CompiledForm[]): Promise<FormLine[]> {
  const { registry, language } = reads;
  const counts = await reads.countAcross(forms.flatMap((form) => waitingFor(registry, form)));
  return forms.flatMap((form) => {
    const own = new Map(counts.flatMap((one) => (one.form === form.form ? [[one.state, one.count]] : [])));
    const states = registry.workflow(form).states.flatMap(({ id }) => {
      const count = own.get(id);
      return count ? [{ state: renderState(registry, form, id, language), count }] : [];
    });
    return states.length > 0 ? [{ form: form.form, states }] : [];
  });
}

/** Returns how many records of one form wait for the person, and with which filters its list shows them. */
export async function listWaitingCounts(reads: Reads, form: CompiledForm): Promise<ListWaits[]> {
  const { registry, actor } = reads;
  const [own, others] = await Promise.all([
    counted(reads, waitingForCorrection(registry, form, actor)),
    counted(reads, waitingForDecision(registry, form, actor)),
  ]);
  const waits = (key: ListWaits['key'], found: typeof own) =>
    found.map(({ total, filters }) => ({ key, total, filters }));
  return [...waits('to_correct', own), ...waits('to_verify', others)];
}

/** Returns the queries that find something, with how much. */
async function counted(
  reads: Reads,
  queries: readonly CrossFormQuery[],
): Promise<(CrossFormQuery & { total: number })[]> {
  const counts = await reads.countAcross(queries);
  return queries.flatMap((query) => {
    const total = counts.reduce((sum, one) => (one.query === query ? sum + one.count : sum), 0);
    return total > 0 ? [{ ...query, total }] : [];
  });
}

async function described(
  reads: Reads,
  key: WaitingRecords['key'],
  queries: readonly CrossFormQuery[],
): Promise<WaitingRecords> {
  const found = await counted(reads, queries);
  // What was returned last is the easiest to remember; of what is to be checked, the oldest waits most.
  const order = { by: 'updated_at', descending: key === 'to_correct', most: SHOWN };
  const heads = await reads.listAcross(found.map(({ form, filters }) => ({ form, filters, order })));
  heads.sort((a, b) => compare(a.updated_at, b.updated_at) * (order.descending ? -1 : 1));
  return {
    key,
    total: found.reduce((sum, { total }) => sum + total, 0),
    forms: found.map(({ form, total, filters }) => ({ form: form.form, total, filters })),
    data: await rowsOf(reads, heads.slice(0, SHOWN)),
  };
}

async function rowsOf(reads: Reads, heads: readonly CrossFormRow[]): Promise<WaitingRecord[]> {
  const { registry, language } = reads;
  const moves = await reads.moves(heads);
  const names = await lookUpRecordNames(
    reads,
    heads.map(({ id }) => id),
  );
  const ratings = await ratingsOf(reads, heads);
  return heads.flatMap((head) => {
    const form = registry.form(head.form);
    if (!form) return [];
    const { definition } = form;
    const move = moves.get(head.id);
    const bars = ratings.get(head.id);
    return {
      form: head.form,
      id: head.id,
      code: head.code || null,
      name: names[head.id]?.name ?? (head.name || head.code),
      title: pickText(definition.title, language),
      parent_name: head.parent_name || null,
      state: renderState(registry, form, head.state, language),
      at: move?.at ?? head.updated_at,
      asked: move ? askedBy(reads, form, move) : null,
      ...(bars && { ratings: bars }),
      path: definition.paths.record.replace(':id', head.id),
    };
  });
}

/** Returns the bars of the records that have ratings, by id. */
async function ratingsOf(reads: Reads, heads: readonly CrossFormRow[]): Promise<ReadonlyMap<string, RatingBars>> {
  const found = await Promise.all(
    [...new Set(heads.map(({ form }) => form))].map(async (name) => {
      const form = reads.registry.form(name);
      if (!form || ![...form.fields.values()].some(isRatingQuestion)) return [];
      const ids = heads.flatMap((head) => (head.form === name ? [head.id] : []));
      const filters = [{ field: 'id', op: 'in' as const, value: ids }];
      const { rows } = await reads.list({ form, filters, sort: [], page: 1, per_page: ids.length });
      return rows.flatMap(({ record }) => {
        const bars = readableRatingBars(reads, form, record.data);
        return bars ? [[record.id, bars] as const] : [];
      });
    }),
  );
  return new Map(found.flat());
}

/** Returns what a reviewer wrote, null if nothing was said. */
function askedBy(reads: Reads, form: CompiledForm, { by, comment, fields, hasMoved }: LastTransition): Asked | null {
  const questions = readableQuestionComments(reads, form, fields);
  return hasMoved && (comment || questions.length > 0) ? { by, comment: comment ?? '', questions } : null;
}

/** Returns the comments on single questions, without those on questions that the person may not read. */
export function readableQuestionComments(
  { registry, actor }: Pick<Reads, 'registry' | 'actor'>,
  form: CompiledForm,
  comments: LastTransition['fields'],
): Asked['questions'] {
  if (comments.length === 0) return [];
  const hidden = restrictedNamesFor(form, actor, registry).names;
  return comments.flatMap(({ field, comment }) => {
    const node = form.fields.get(field) ?? form.byProperty.get(field);
    const isHidden = hidden.has(field) || node?.properties.some((name) => hidden.has(name));
    return node && !isHidden ? [{ label: node.def.short ?? node.def.label, comment }] : [];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Rules = Pick<Registry, 'workflow' | 'scopeRules' | 'common'>;

/** Records of a form. */
export interface FormQuery {
  form: CompiledForm;
  filters: ListFilter[];
}

/** Returns the states in which a record waits for correction by its author. */
function statesToCorrect(workflow: Workflow): string[] {
  const targets = workflow.transitions.filter((step) => step.comment === 'required').map((step) => step.to);
  return workflow.states
    .filter((state) => state.id !== workflow.initial && !state.locked && targets.includes(state.id))
    .map((state) => state.id);
}

/** Returns the bulk transitions and the states they start from. */
function stepsToDecide(workflow: Workflow): { action: string; from: string[] }[] {
  return workflow.transitions.filter((step) => step.bulk).map(({ action, from }) => ({ action, from }));
}

/** Returns the records of the form that wait in any state for anybody. */
export function waitingFor({ workflow }: Rules, form: CompiledForm): FormQuery[] {
  const own = workflow(form);
  const states = [...statesToCorrect(own), ...stepsToDecide(own).flatMap(({ from }) => from)];
  return states.length > 0 ? [{ form, filters: [{ field: 'status', op: 'in', value: [...new Set(states)] }] }] : [];
}

/** Returns the records of the form that wait for a check, whoever may do it. */
export function waitingForCheck({ workflow }: Rules, form: CompiledForm): FormQuery {
  const states = stepsToDecide(workflow(form)).flatMap(({ from }) => from);
  return { form, filters: [{ field: 'status', op: 'in', value: [...new Set(states)] }] };
}

/** Returns the person's own records that were returned to them. */
function waitingForCorrection(registry: Rules, form: CompiledForm, actor: Actor): FormQuery[] {
  const states = statesToCorrect(registry.workflow(form));
  if (states.length === 0) return [];
  const mine: ListFilter[] = [
    { field: 'status', op: 'in', value: states },
    { field: 'created_by', op: 'eq', value: actor.id },
  ];
  return [{ form, filters: mine }];
}

/** Returns the records of others that the person may decide. */
function waitingForDecision(registry: Rules, form: CompiledForm, actor: Actor): FormQuery[] {
  const workflow = registry.workflow(form);
  const steps = stepsToDecide(workflow).filter((step) =>
    step.from.some((state) => mayTake(registry, form, step.action, state, actor)),
  );
  if (steps.length === 0) return [];
  const states = [...new Set(steps.flatMap((step) => step.from))];
  const { permissions } = registry.common();
  const others = steps.every(({ action }) => needsFourEyes(permissions, workflow, action, form)) ? notOwn(actor) : [];
  return [{ form, filters: [{ field: 'status', op: 'in', value: states }, ...others] }];
}

/** Returns the records that wait for a step which nobody may take: it is the own work of all who may judge there. */
export function waitingForNobody(
  registry: Rules & Pick<Registry, 'places'>,
  form: CompiledForm,
  people: readonly GrantHolder[],
): FormQuery[] {
  const provinces = [...registry.places().values()].flatMap(({ id, level }) => (level === 'province' ? [id] : []));
  return findUnjudgeable(registry.scopeRules(form), people, provinces).map((one) => {
    const isEverywhere = one.provinces.length > provinces.length;
    const place: ListFilter = { field: 'province_id', op: 'in', value: one.provinces.map((id) => id ?? '') };
    return { form, filters: [...waitingAsWorkOf(one), ...(isEverywhere ? [] : [place])] };
  });
}

/** Returns records among which are all that `waitingForNobody` finds. There are fewer queries, and nearly always they find nothing. */
function maybeWaitingForNobody(registry: Rules, form: CompiledForm, people: readonly GrantHolder[]): FormQuery[] {
  return leastUnjudgeable(registry.scopeRules(form), people).map((one) => ({ form, filters: waitingAsWorkOf(one) }));
}

function waitingAsWorkOf({ state, own }: { state: string; own: readonly string[] }): ListFilter[] {
  return [
    { field: 'status', op: 'in', value: [state] },
    ...own.map((id): ListFilter => ({ field: 'work_of', op: 'eq', value: id })),
  ];
}

/** Filters out what the user wrote, which waits for somebody else. */
function notOwn({ id }: Actor): ListFilter[] {
  return [{ field: 'work_of', op: 'ne', value: id }];
}

/** Checks whether the user may take a step anywhere, by trying each province of their grants (also none). */
function mayTake(registry: Rules, form: CompiledForm, action: string, state: string, actor: Actor): boolean {
  const rules = registry.scopeRules(form);
  const places = new Set(actor.grants.map((grant) => grant.province_id));
  // Some rules are for a person's own records only, others for those of other people.
  return [...places].some((province_id) =>
    [actor.id, ''].some((created_by) => {
      const record = { state, province_id, created_by, edited_by: created_by, deleted_at: null };
      return getOwn(scopeOf({ ...rules, record, actor }).allowed, action);
    }),
  );
}
