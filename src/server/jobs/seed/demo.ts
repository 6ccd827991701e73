/**
 * A demonstration from a plan (`forms/common/demo.json`): places, people, accounts and records of any form with their whole
 * history, ending at a given day. The same plan and day make the same data. No form is named here.
 */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { DemoPlan, Generator } from '../../../core/generated/demo.ts';
import { addDays, daysBetween, kabulDay } from '../../../core/text/dates.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import type { Database } from '../../db/database.ts';
import { writeSetting } from '../../db/storedSettings.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { FileStore } from '../../files/store.ts';
import type { RecordRow } from '../../projections/projector.ts';
import { placeOf } from '../../records/prepare.ts';
import { nameOf } from '../../records/recordName.ts';
import type { RecordService } from '../../records/service.ts';
import { type PlannedAccount, planAccounts, writeAccounts } from './accounts.ts';
import { type AnswerContext, answerOf, validAnswers } from './answers.ts';
import { type BulkWriter, bulkWriter, type Finished } from './bulk.ts';
import { type BulkCodes, bulkCodes } from './codes.ts';
import { type Geography, type Location, prepareGeography } from './geography.ts';
import { demoLogs } from './logs.ts';
import { drawPictures, type Pictures } from './pictures.ts';
import { dueOn, fitAnswers, type OpenProblem, problemRowsOf, type VisitContext } from './problems.ts';
import { type Random, seededRandom, seedFor } from './random.ts';
import { stepsOf } from './timeline.ts';
import { generate, type Point, relativeDay, type ValueContext, wordsFor } from './values.ts';

export const DEMO_MADE = 'demo.made';

export interface DemoDeps {
  database: Database;
  registry: FormRegistry;
  records: RecordService;
  files: FileStore;
}

type RecordPlan = DemoPlan['records'][number];

/** One record on its way. */
interface Draft {
  id: string;
  form: CompiledForm;
  data: RecordData;
  before?: RecordData;
  created: Date;
  by: PlannedAccount;
  location: Location;
  parent: RecordRow | null;
  target: string;
  key?: string;
}

interface Made {
  row: RecordRow;
  location: Location;
  quality: number;
  key: string | undefined;
}

/** Share of records that were sent back and corrected on their way. */
const CORRECTED = 12;

export async function makeDemo(
  { database, registry, records, files }: DemoDeps,
  plan: DemoPlan,
  now: Date,
): Promise<Record<string, number>> {
  const random = seededRandom(plan.seed);
  const today = kabulDay(now);
  const since = new Date(`${relativeDay(today, `-${plan.months + 2}m`)}T04:30:00Z`);
  const geography = await prepareGeography(registry, plan);
  const accounts = planAccounts(plan, geography, random, since);
  const password = await hashPassword(plan.password);
  await database.transaction((trx) => writeAccounts(trx, accounts, password, since.toISOString()));
  const context: SeedContext = {
    plan,
    random,
    today,
    now,
    since,
    registry,
    geography,
    accounts,
    pictures: await drawPictures(files, database.kysely, random, accounts[0]?.id ?? ''),
    codes: await bulkCodes(database),
    writer: bulkWriter(database, registry, records.projector),
    made: new Map(),
  };
  const counts: Record<string, number> = {};
  for (const [at, recordPlan] of plan.records.entries()) {
    const form = registry.form(recordPlan.form);
    if (!form) throw new Error(`the plan names the form ${recordPlan.form}, which is not there`);
    const turn = plan.records.slice(0, at).filter((one) => one.form === recordPlan.form).length;
    const own: SeedContext = { ...context, random: seededRandom(seedFor(plan.seed, `${recordPlan.form} ${turn}`)) };
    const drafts = await draftsOf(own, form, recordPlan);
    await database.transaction((trx) => context.pictures.flush(trx));
    const made = await writeDrafts(own, form.form, drafts);
    counts[form.form] = (counts[form.form] ?? 0) + made.length;
    await linkPeople(database, accounts, made);
  }
  await context.codes.save();
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  await demoLogs({ database, registry, projector: records.projector }, context.made, names, random, now);
  await database.transaction((trx) => writeSetting(trx, DEMO_MADE, now.toISOString()));
  await database.dialect.analyze(database.kysely);
  return counts;
}

interface SeedContext {
  plan: DemoPlan;
  random: Random;
  today: string;
  now: Date;
  since: Date;
  registry: FormRegistry;
  geography: Geography;
  accounts: PlannedAccount[];
  pictures: Pictures;
  codes: BulkCodes;
  writer: BulkWriter;
  made: Map<string, Made[]>;
}

async function draftsOf(context: SeedContext, form: CompiledForm, plan: RecordPlan): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const item of plan.items ?? []) {
    const place = item.district ?? item.province;
    const district = place ? context.geography.byPcode(place) : undefined;
    const location =
      district?.level === 'district'
        ? context.geography.spotOf(district)
        : context.random.pick(
            context.geography.locations.filter((one) => !district || one.province.id === district.id),
          );
    const created = moment(context, relativeDay(context.today, `-${context.plan.months + 1}m`), 20);
    drafts.push(
      await draft(context, form, plan, {
        location,
        created,
        parent: null,
        given: item.values,
        key: item.key,
        problems: [],
      }),
    );
  }
  for (const day of daysOver(context, plan.count ?? 0)) {
    const given: RecordData = plan.date ? { [plan.date]: day } : {};
    const location = context.random.pick(context.geography.locations);
    const created = moment(context, day, 3);
    drafts.push(
      await draft(context, form, plan, { location, created, parent: null, given, key: undefined, problems: [] }),
    );
  }
  if (!plan.perParent) return drafts;
  for (const parent of context.made.get(plan.perParent.form) ?? []) {
    const count = context.random.whole(plan.perParent.min, plan.perParent.max);
    const problems: OpenProblem[] = [];
    for (const day of daysOver(context, count)) {
      const given: RecordData = plan.date ? { [plan.date]: day } : {};
      drafts.push(
        await draft(context, versionOn(context, form, plan, day), plan, {
          location: parent.location,
          created: moment(context, day, 3),
          parent,
          given,
          key: undefined,
          problems,
        }),
      );
    }
  }
  return drafts;
}

/** The version in use on a day; the newest where the plan says nothing. */
function versionOn({ registry, today }: SeedContext, form: CompiledForm, plan: RecordPlan, day: string): CompiledForm {
  const older = plan.versions?.find(({ until }) => day < relativeDay(today, until));
  if (!older) return form;
  const found = registry.form(form.form, older.version);
  if (!found) throw new Error(`the plan names version ${older.version} of ${form.form}, which is not there`);
  return found;
}

interface Start {
  location: Location;
  created: Date;
  parent: Made | null;
  given: RecordData;
  key: string | undefined;
  /** Open problems of the site, brought along from visit to visit. */
  problems: OpenProblem[];
}

async function draft(
  context: SeedContext,
  form: CompiledForm,
  plan: RecordPlan,
  { location, created, parent, given, key, problems }: Start,
): Promise<Draft> {
  const { random, registry } = context;
  const by = enteredBy(context, form, plan, location);
  const day = kabulDay(created);
  const values: ValueContext = {
    random,
    plan: context.plan,
    programme: form.definition.programme,
    geography: context.geography,
    location,
    today: day,
    latest: context.today,
    quality: parent?.quality ?? 0,
    answer: (name) => data[name],
    parentPoint: parent ? pointOf(registry, parent.row) : null,
    people: (name) => peopleOf(context, name, location),
    keyed: (name, key) => context.made.get(name)?.find((one) => one.key === key)?.row.id,
    records: (rule) => recordsOf(context, rule, location, parent),
    file: (kind) => context.pictures.attach(kind, by.id, created),
  };
  const answers: AnswerContext = {
    random,
    registry,
    today: day,
    province_id: location.province.id,
    district_id: location.district.id,
    village_id: null,
    point:
      location.district.latitude === null || location.district.longitude === null
        ? null
        : { latitude: location.district.latitude, longitude: location.district.longitude },
    idsOf: (forms) => forms.flatMap((name) => [...peopleOf(context, name, location)]),
  };
  const set = plan.together ? random.pick(plan.together) : {};
  const drawn = Object.entries(set).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value[location.language],
  ]);
  let data: RecordData = { ...Object.fromEntries(drawn), ...given };
  if (form.definition.parent && parent) data[form.definition.parent.field] = parent.row.id;
  for (const [source, rule] of Object.entries(plan.values)) {
    const node = form.fields.get(source) ?? form.byProperty.get(source);
    if (!node && form !== registry.form(form.form)) continue;
    if (!node) throw new Error(`the plan fills ${form.form}.${source}, which is not there`);
    const property = form.fields.has(source) ? undefined : source;
    if (node.properties.some((name) => name in given)) continue;
    Object.assign(data, generate(node, rule, values, property));
  }
  for (const node of form.fields.values()) {
    const isOpen =
      (node.required || node.def.requiredWhen) &&
      !node.def.derived &&
      node.properties.every((name) => data[name] === undefined);
    if (isOpen) Object.assign(data, answerOf(node, answers));
  }
  const validator = await registry.validator(form);
  const problemField = form.definition.problems?.field;
  if (problemField && plan.problems && form.definition.problems) {
    const visitors = by.person_id ? [by.person_id] : [];
    const visit: VisitContext = {
      form,
      validator,
      types: registry.choices(form.definition.problems.types),
      texts: context.plan.texts,
      rule: plan.problems,
      language: location.language,
      day,
      visitors,
      helpers: helpersOf(context, location),
      random,
    };
    const due = dueOn(problems, day);
    data = fitAnswers(visit, data, problems, due);
    const rows = problemRowsOf(visit, data, problems, due);
    if (rows.length > 0) data[problemField] = rows;
  }
  data = validAnswers(form, validator, data, answers);
  const target = targetOf(context, plan, day);
  const before =
    random.percent(CORRECTED) && target !== registry.workflow(form).initial
      ? draftBefore(context, form, data)
      : undefined;
  return {
    id: random.id(created),
    form,
    data,
    ...(before && { before }),
    created,
    by,
    location,
    parent: parent?.row ?? null,
    target,
    ...(key && { key }),
  };
}

/** As it was before it was corrected: one optional answer was missing. */
function draftBefore({ random }: SeedContext, form: CompiledForm, data: RecordData): RecordData | undefined {
  const candidates = [...form.fields.values()].filter(
    (node) =>
      !node.required &&
      !node.def.requiredWhen &&
      !node.def.derived &&
      !node.problemWhen &&
      node.name !== form.definition.problems?.field &&
      node.properties.length === 1 &&
      node.properties.every((name) => data[name] !== undefined),
  );
  if (candidates.length === 0) return undefined;
  const { [random.pick(candidates).name]: _missing, ...before } = data;
  return before;
}

async function writeDrafts(context: SeedContext, name: string, drafts: Draft[]): Promise<Made[]> {
  drafts.sort((a, b) => a.created.getTime() - b.created.getTime());
  const finished = drafts.map((one): Finished => {
    const { form } = one;
    const code = context.codes.next(form, one.data);
    const isTyped = form.definition.code?.typed && form.byProperty.has('code');
    const data = code && isTyped ? { ...one.data, code } : one.data;
    const place = placeOf(form, data, one.parent, context.registry);
    return {
      id: one.id,
      form: form.form,
      form_version: form.version,
      code,
      name: nameOf(form, data, code, new Map()),
      ...place,
      captured_at: null,
      device_id: null,
      deleted_at: null,
      steps: stepsOf(
        {
          form,
          data,
          ...(one.before && { draft: one.before }),
          target: one.target,
          created: one.created,
          now: context.now,
          by: one.by,
          province_id: place.province_id,
          accounts: context.accounts,
          comment: (action) => commentOn(context, form, action, one),
        },
        context.registry,
        context.random,
      ),
    };
  });
  const rows = await context.writer.write(finished);
  const made = rows.map((row, at): Made => {
    const from = drafts[at] as Draft;
    return { row, location: from.location, quality: context.random.next() * 2 - 1, key: from.key };
  });
  context.made.set(name, [...(context.made.get(name) ?? []), ...made]);
  return made;
}

function commentOn({ plan, random }: SeedContext, form: CompiledForm, action: string, { location }: Draft) {
  const words = wordsFor(plan, form.definition.programme, action);
  if (!words) return {};
  const onFields =
    (plan.texts as unknown as Record<string, Record<string, { fa: string; ps: string }[]> | undefined>)[
      `${action}Fields`
    ] ?? {};
  const fields = Object.entries(onFields).filter(([name]) => form.fields.has(name));
  const comment = random.pick(words)[location.language];
  if (fields.length === 0 || random.percent(50)) return { comment };
  const [field, list] = random.pick(fields);
  return { comment, fields: [{ field, comment: random.pick(list)[location.language] }] };
}

function targetOf({ random, today }: SeedContext, plan: RecordPlan, day: string): string {
  const isRecent = plan.recent && (daysBetween(day, today) ?? 0) <= plan.recent.months * 31;
  return random.weighted(isRecent && plan.recent ? plan.recent.states : plan.states);
}

/**
 * Somebody of the plan's roles for the form's programme in the province; where there is nobody, somebody of these roles for
 * the programme elsewhere, then anybody of these roles, else the first account.
 */
function enteredBy(
  { accounts, random }: SeedContext,
  form: CompiledForm,
  plan: RecordPlan,
  location: Location,
): PlannedAccount {
  const { programme } = form.definition;
  const holders = (isFor: (grant: PlannedAccount['grants'][number]) => boolean) =>
    accounts.filter(({ grants }) => grants.some((one) => (plan.by as string[]).includes(one.role) && isFor(one)));
  const isNear = ({ province_id }: PlannedAccount['grants'][number]) =>
    province_id === null || province_id === location.province.id;
  const isOurs = (grant: PlannedAccount['grants'][number]) => grant.programme === null || grant.programme === programme;
  const lists = [
    holders((grant) => isOurs(grant) && isNear(grant)),
    holders(isOurs),
    holders(isNear),
    holders(() => true),
    accounts.slice(0, 1),
  ];
  return random.pick(lists.find((list) => list.length > 0) as PlannedAccount[]);
}

function peopleOf({ made }: SeedContext, form: string, location: Location): readonly string[] {
  const all = made.get(form) ?? [];
  const near = all.filter((one) => one.row.province_id === location.province.id);
  return (near.length > 0 ? near : all).map((one) => one.row.id);
}

/** Records made before that fit, those of the province if there are any. */
function recordsOf(
  { made }: SeedContext,
  { form, where, sibling, near: isNear }: NonNullable<Generator['record']>,
  location: Location,
  parent: Made | null,
): readonly string[] {
  const fitting = (made.get(form) ?? []).filter(
    ({ row }) =>
      (!sibling || row.parent_id === parent?.row.id) &&
      Object.entries(where ?? {}).every(([name, value]) => row.data[name] === value),
  );
  const near = fitting.filter(({ row }) => row.province_id === location.province.id);
  return (isNear || near.length > 0 ? near : fitting).map(({ row }) => row.id);
}

/** People with an account for the province or for all. */
function helpersOf({ accounts }: SeedContext, location: Location): string[] {
  return accounts.flatMap((account) =>
    account.person_id && account.grants.some((grant) => grant.province_id === location.province.id)
      ? [account.person_id]
      : [],
  );
}

/** Days of visits, spread over the plan's months with some irregularity, the last one recent. */
function daysOver({ random, plan, today }: SeedContext, count: number): string[] {
  const length = plan.months * 30.44;
  return Array.from({ length: count }, (_, n) => {
    const back = Math.round(length * (1 - (n + 0.15 + random.next() * 0.7) / count));
    return addDays(today, -Math.max(0, back)) ?? today;
  });
}

/** Some working hour within the days after a day, never in the future. */
function moment({ random, now }: SeedContext, day: string, within: number): Date {
  const at = Date.parse(`${day}T03:30:00Z`) + random.whole(0, within) * 86_400_000 + random.whole(0, 8 * 3600) * 1000;
  return new Date(Math.min(at, now.getTime() - random.whole(60, 7200) * 1000));
}

function pointOf(registry: FormRegistry, row: RecordRow): Point | null {
  const form = registry.form(row.form, row.form_version);
  for (const node of form?.fields.values() ?? []) {
    const { latitude, longitude } = node.def.bind ?? {};
    const [x, y] = [row.data[latitude ?? ''], row.data[longitude ?? '']];
    if (typeof x === 'number' && typeof y === 'number') return { latitude: x, longitude: y };
  }
  return null;
}

/** Accounts get the person their key names. */
async function linkPeople(database: Database, accounts: PlannedAccount[], made: Made[]): Promise<void> {
  const byKey = new Map(made.flatMap((one) => (one.key ? [[one.key, one.row.id]] : [])));
  await database.transaction(async (trx) => {
    for (const account of accounts) {
      const id = byKey.get(account.person);
      if (!id) continue;
      account.person_id = id;
      await trx.updateTable('users').set({ person_id: id }).where('id', '=', account.id).execute();
    }
  });
}
