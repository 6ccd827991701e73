/**
 * Lists what waits for the person, for any workflow. A record waits for its author's correction if a transition with a
 * required comment leads to its state, which is editable and not the initial one. A record waits for those who may decide if
 * a bulk transition starts from its state.
 */

import { renderState } from '../../../core/api/render.ts';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { FormLine, WaitingRecord, WaitingRecords } from '../../../core/generated/api.ts';
import { needsFourEyes, scopeOf } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { pick } from '../../../core/text/languages.ts';
import { groupBy } from '../../db/slices.ts';
import type { Services } from '../../http/services.ts';
import type { AcrossQuery, AcrossRow } from '../../records/across.ts';
import type { Filter } from '../../records/types.ts';
import { recordNames } from '../record/refs.ts';
import type { HomeContext } from './context.ts';
import { type Move, movesInto } from './moves.ts';

const SHOWN = 8;

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

export async function waiting(context: HomeContext): Promise<WaitingRecords[]> {
  const { services, actor, forms } = context;
  return [
    await described(
      context,
      'to_correct',
      forms.flatMap((form) => toCorrect(services, form, actor)),
    ),
    await described(
      context,
      'to_verify',
      forms.flatMap((form) => toDecide(services, form, actor)),
    ),
  ];
}

/** Counts, for each form, the records that wait in any state for anybody. */
export async function formLines({ services, actor, forms, language }: HomeContext): Promise<FormLine[]> {
  const queries = forms.flatMap((form): AcrossQuery[] => {
    const workflow = services.registry.workflow(form);
    const states = [...statesToCorrect(workflow), ...stepsToDecide(workflow).flatMap(({ from }) => from)];
    return states.length > 0 ? [{ form, filters: [{ field: 'status', op: 'in', value: [...new Set(states)] }] }] : [];
  });
  const counts = groupBy(await services.records.countAcross(queries, actor), ({ form }) => form);
  return queries.flatMap(({ form }) => {
    const own = counts.get(form.form);
    if (!own) return [];
    const order = services.registry.workflow(form).states.map(({ id }) => id);
    own.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    const states = own.map(({ state, count }) => ({
      state: renderState(services.registry, form, state, language),
      count,
    }));
    return [{ form: form.form, states }];
  });
}

function toCorrect({ registry }: Services, form: CompiledForm, actor: Actor): AcrossQuery[] {
  const states = statesToCorrect(registry.workflow(form));
  if (states.length === 0) return [];
  const mine: Filter[] = [
    { field: 'status', op: 'in', value: states },
    { field: 'created_by', op: 'eq', value: actor.id },
  ];
  return [{ form, filters: mine }];
}

function toDecide(services: Services, form: CompiledForm, actor: Actor): AcrossQuery[] {
  const { registry } = services;
  const steps = stepsToDecide(registry.workflow(form)).filter((step) =>
    step.from.some((state) => mayTake(services, form, step.action, state, actor)),
  );
  if (steps.length === 0) return [];
  const states = [...new Set(steps.flatMap((step) => step.from))];
  const { permissions } = registry.common();
  const others = steps.every(({ action }) => needsFourEyes(permissions, action, form)) ? notOwn(actor) : [];
  return [{ form, filters: [{ field: 'status', op: 'in', value: states }, ...others] }];
}

/** Filters out what the user wrote, which waits for somebody else. */
function notOwn({ id }: Actor): Filter[] {
  return [
    { field: 'created_by', op: 'ne', value: id },
    { field: 'edited_by', op: 'ne', value: id },
  ];
}

/** Checks whether the user may take a step anywhere, by trying each province of their grants (also none). */
function mayTake({ registry }: Services, form: CompiledForm, action: string, state: string, actor: Actor): boolean {
  const rules = registry.scopeRules(form);
  const places = new Set(actor.grants.map((grant) => grant.province_id));
  // Some rules are for a person's own records only, others for those of other people.
  return [...places].some((province_id) =>
    [actor.id, ''].some((created_by) => {
      const record = { state, province_id, created_by, edited_by: created_by, deleted_at: null };
      return scopeOf({ ...rules, record, actor }).allowed[action];
    }),
  );
}

async function described(
  context: HomeContext,
  key: WaitingRecords['key'],
  queries: AcrossQuery[],
): Promise<WaitingRecords> {
  const { services, actor } = context;
  const counts = groupBy(await services.records.countAcross(queries, actor), ({ form }) => form);
  const asked = queries.filter(({ form }) => counts.has(form.form));
  const totals = asked.map(({ form, filters }) => {
    const total = (counts.get(form.form) ?? []).reduce((sum, { count }) => sum + count, 0);
    return { form: form.form, total, filters };
  });
  // What was returned last is the easiest to remember; of what is to be checked, the oldest waits most.
  const order = { by: 'updated_at', descending: key === 'to_correct', most: SHOWN };
  const heads = await services.records.listAcross(
    asked.map((query) => ({ ...query, order })),
    actor,
  );
  heads.sort((a, b) => compare(a.updated_at, b.updated_at) * (order.descending ? -1 : 1));
  return {
    key,
    total: totals.reduce((sum, { total }) => sum + total, 0),
    forms: totals,
    data: await rowsOf(context, heads.slice(0, SHOWN)),
  };
}

async function rowsOf({ services, language, actor }: HomeContext, heads: AcrossRow[]): Promise<WaitingRecord[]> {
  const moves = await movesInto(services, heads, actor);
  const names = await recordNames(
    services,
    heads.map(({ id }) => id),
  );
  return heads.flatMap((head) => {
    const form = services.registry.form(head.form);
    if (!form) return [];
    const { definition } = form;
    const move: Move | undefined = moves.get(head.id);
    return {
      form: head.form,
      id: head.id,
      code: head.code || null,
      name: names[head.id]?.name ?? (head.name || head.code),
      title: pick(definition.title, language),
      parent_name: head.parent_name || null,
      state: renderState(services.registry, form, head.state, language),
      at: move?.at ?? head.updated_at,
      asked: move?.asked ?? null,
      path: definition.paths.record.replace(':id', head.id),
    };
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
