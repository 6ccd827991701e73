/**
 * Lists what waits for the user and what changed recently, for any workflow. A record waits for its author's correction if a
 * transition with a required comment leads to its state, which is editable and not the initial one. A record waits for those
 * who may decide if a bulk transition starts from its state.
 */
import type { FastifyInstance } from 'fastify';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { ActivityView, DashboardView, WaitingRecords } from '../../../core/generated/api.ts';
import { mayEngine, needsFourEyes, scopeOf, visiblePlaces } from '../../../core/records/scope.ts';
import type { Actor, StoredRecord } from '../../../core/records/types.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { FOLLOWED } from '../../records/history/chain.ts';
import type { Filter, ListRow } from '../../records/types.ts';
import { recordNames } from '../record/refs.ts';
import { renderState } from '../record/render.ts';

const SHOWN = 8;
const ACTIVITY = 12;
/** Longest pause within a run of alike changes. */
const RUN_MS = 60_000;
/** Number of newest events to search for the activity list. */
const LOOKED_AT = 400;

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

interface Waiting {
  form: CompiledForm;
  /** The states they wait in. The list filtered by these states shows all of them. */
  states: string[];
  rows: ListRow[];
  total: number;
}

export function registerDashboard(app: FastifyInstance, services: Services): void {
  app.get('/api/dashboard', async (request): Promise<DashboardView> => {
    const actor = await actorOf(request, services);
    const { language } = request;
    const { permissions } = services.registry.common();
    const visible = services.registry.forms().filter((form) => {
      const seen = visiblePlaces(actor, form, permissions);
      return seen.all || seen.provinces.length > 0 || seen.own;
    });
    const { toCorrect, toVerify } = await waitingFor(services, actor, visible);
    return {
      waiting: [
        await describe(services, 'to_correct', toCorrect, language),
        await describe(services, 'to_verify', toVerify, language),
      ],
      activity: await activity(services, actor, visible),
      quick: quickOf(services, actor),
      held: heldFor(services, actor),
    };
  });
}

async function waitingFor(services: Services, actor: Actor, forms: CompiledForm[]) {
  const toCorrect: Waiting[] = [];
  const toVerify: Waiting[] = [];
  const { permissions } = services.registry.common();
  for (const form of forms) {
    const workflow = services.registry.workflow(form);
    const correct = statesToCorrect(workflow);
    if (correct.length > 0) {
      const mine: Filter[] = [
        { field: 'status', op: 'in', value: correct },
        { field: 'created_by', op: 'eq', value: actor.id },
      ];
      await add(toCorrect, services, form, mine, correct, actor);
    }
    const steps = stepsToDecide(workflow).filter((step) =>
      step.from.some((state) => mayTake(services, form, step.action, state, actor)),
    );
    if (steps.length > 0) {
      const states = [...new Set(steps.flatMap((step) => step.from))];
      const others = steps.every(({ action }) => needsFourEyes(permissions, action, form)) ? notOwn(actor) : [];
      await add(toVerify, services, form, [{ field: 'status', op: 'in', value: states }, ...others], states, actor);
    }
  }
  return { toCorrect, toVerify };
}

/** Filters out what the user wrote, which waits for somebody else. */
function notOwn({ id }: Actor): Filter[] {
  return [
    { field: 'created_by', op: 'ne', value: id },
    { field: 'edited_by', op: 'ne', value: id },
  ];
}

/** Returns the form versions whose files are not served, for those who may publish. */
function heldFor({ registry }: Services, actor: Actor): DashboardView['held'] {
  if (!mayEngine(actor, 'definitions', registry.common().permissions)) return [];
  return registry.held().map(({ form, version }) => {
    const newest = registry.versions(form).at(-1) as CompiledForm;
    return { form, version, next: newest.version + 1, title: newest.definition.title };
  });
}

/** Returns the short entries that the user may create. */
function quickOf({ registry }: Services, actor: Actor): DashboardView['quick'] {
  const { navigation } = registry.common();
  return (navigation.quick ?? []).flatMap(({ form: name }) => {
    const form = registry.form(name);
    const scope = form && scopeOf({ ...registry.scopeRules(form), record: null, actor });
    if (!form || !scope?.allowed.create) return [];
    const { title, new: label, icon, paths } = form.definition;
    const path = paths.create?.find((one) => !one.includes(':')) ?? paths.list;
    return [{ form: form.form, title, label: label ?? title, icon: icon ?? null, path }];
  });
}

async function describe(
  services: Services,
  key: WaitingRecords['key'],
  waiting: Waiting[],
  language: Language,
): Promise<WaitingRecords> {
  const records = waiting.flatMap(({ rows }) => rows.map(({ record }) => record));
  const names = await recordNames(
    services,
    records.flatMap(({ id, parent_id }) => [id, parent_id]),
  );
  const data = waiting.flatMap(({ form, rows }) =>
    rows.map(({ record }) => ({
      ...headOf(form, record, names),
      title: pick(form.definition.title, language),
      parent_name: record.parent_id ? (names[record.parent_id]?.name ?? null) : null,
      state: renderState(services, form, record.state, language),
      at: record.updated_at,
    })),
  );
  data.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return {
    key,
    total: waiting.reduce((sum, one) => sum + one.total, 0),
    forms: waiting.map(({ form, total, states }) => ({ form: form.form, total, states })),
    data: data.slice(0, SHOWN),
  };
}

function headOf({ form, definition }: CompiledForm, { id, code }: StoredRecord, names: Refs) {
  return { form, id, code, name: names[id]?.name ?? code ?? '', path: definition.paths.record.replace(':id', id) };
}

/** Returns the ids of recently changed records that may concern the user, by form. */
async function newestChanged(services: Services, actor: Actor, forms: CompiledForm[]): Promise<Map<string, string[]>> {
  const { permissions } = services.registry.common();
  const seen = forms.map((form) => visiblePlaces(actor, form, permissions));
  const provinces = [...new Set(seen.flatMap((places) => places.provinces))];
  let events = services.database.read
    .selectFrom('events')
    .select(['form', 'record_id'])
    .where('record_id', 'is not', null)
    .where('action', '!=', FOLLOWED)
    .orderBy('at', 'desc')
    .limit(LOOKED_AT);
  if (!seen.some((places) => places.all)) {
    events = events.where((eb) =>
      eb.or([
        eb('user_id', '=', actor.id),
        ...(provinces.length > 0 ? [eb('province_id', 'in', provinces), eb('province_id', 'is', null)] : []),
      ]),
    );
  }
  const ids = new Map<string, string[]>();
  const asked = new Set<string>();
  for (const { form, record_id } of await events.execute()) {
    if (!form || !record_id || asked.has(record_id) || asked.size >= 4 * ACTIVITY) continue;
    asked.add(record_id);
    ids.set(form, [...(ids.get(form) ?? []), record_id]);
  }
  return ids;
}

/** Returns the newest changes of records the user may see. Events name the records; list queries check visibility. */
async function activity(services: Services, actor: Actor, forms: CompiledForm[]): Promise<ActivityView[]> {
  const ids = await newestChanged(services, actor, forms);
  const newest: { form: CompiledForm; record: StoredRecord }[] = [];
  for (const form of forms) {
    const own = ids.get(form.form);
    if (!own) continue;
    const page = await services.records.list(
      { form, filters: [{ field: 'id', op: 'in', value: own }], sort: [], page: 1, per_page: own.length },
      actor,
    );
    newest.push(...page.rows.map(({ record }) => ({ form, record })));
  }
  newest.sort((x, y) => (x.record.updated_at < y.record.updated_at ? 1 : -1));
  if (newest.length === 0) return [];
  const shownIds = newest.map(({ record }) => record.id);
  const revisions = await services.database.read
    .selectFrom('record_revisions')
    .select(['record_id', 'seq', 'action', 'at', 'by_id', 'by_name'])
    .where('record_id', 'in', shownIds)
    .execute();
  const names = await recordNames(services, shownIds);
  const rows = newest.flatMap(({ form, record }): ActivityView[] => {
    const last = revisions.find((one) => one.record_id === record.id && one.seq === record.version);
    if (!last) return [];
    const { at, by_id, by_name, action } = last;
    const { title } = form.definition;
    return [{ ...headOf(form, record, names), title, at, by: { id: by_id, name: by_name }, action, count: 1 }];
  });
  return inRuns(rows).slice(0, ACTIVITY);
}

/** Joins what one person did to many records of a form, one right after the other. */
function inRuns(rows: readonly ActivityView[]): ActivityView[] {
  const runs: ActivityView[] = [];
  let end = '';
  for (const row of rows) {
    const run = runs.at(-1);
    const isAlike = run?.form === row.form && run.action === row.action && run.by.id === row.by.id;
    if (run && isAlike && Date.parse(end) - Date.parse(row.at) <= RUN_MS) run.count += 1;
    else runs.push({ ...row });
    end = row.at;
  }
  return runs;
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

async function add(
  into: Waiting[],
  services: Services,
  form: CompiledForm,
  filters: Filter[],
  states: string[],
  actor: Actor,
): Promise<void> {
  const page = await services.records.list({ form, filters, sort: ['-updated_at'], page: 1, per_page: SHOWN }, actor);
  if (page.total > 0) into.push({ form, states, rows: page.rows, total: page.total });
}
