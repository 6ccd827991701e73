/**
 * A demonstration from a plan (`forms/common/demo.json`): places, people, accounts and records of any form with their whole
 * history, ending at a given day. The same plan and day make the same data. No form is named here.
 */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { DemoPlan, Generator } from '../../../core/generated/demo.ts';
import { addDays, daysBetween, kabulDay } from '../../../core/text/dates.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import type { Database } from '../../db/database.ts';
import type { RecordRow } from '../../db/projections/projector.ts';
import type { Library } from '../../definitions/library.ts';
import { writeSetting } from '../../definitions/store.ts';
import type { FileStore } from '../../files/store.ts';
import { nameOf } from '../../records/naming.ts';
import { placeOf } from '../../records/prepare.ts';
import type { RecordsRoom } from '../../records/service.ts';
import { type PlannedAccount, planAccounts, writeAccounts } from './accounts.ts';
import { type AnswerContext, answerOf, validAnswers } from './answers.ts';
import { type BulkWriter, bulkWriter, type Finished } from './bulk.ts';
import { type BulkCodes, bulkCodes } from './codes.ts';
import { type Ground, prepareGround, type Spot } from './ground.ts';
import { demoLogs } from './logs.ts';
import { drawPictures, type Pictures } from './pictures.ts';
import { dueOn, fitAnswers, type OpenProblem, problemRowsOf, type VisitContext } from './problems.ts';
import { type Chance, chance as chanceOf, seedFor } from './random.ts';
import { stepsOf } from './timeline.ts';
import { generate, type Point, relativeDay, type ValueContext, wordsFor } from './values.ts';

export const DEMO_MADE = 'demo.made';

export interface DemoDeps {
  database: Database;
  library: Library;
  records: RecordsRoom;
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
  spot: Spot;
  parent: RecordRow | null;
  target: string;
  key?: string;
}

interface Made {
  row: RecordRow;
  spot: Spot;
  quality: number;
  key: string | undefined;
}

/** Share of records that were sent back and corrected on their way. */
const CORRECTED = 12;

export async function makeDemo(
  { database, library, records, files }: DemoDeps,
  plan: DemoPlan,
  now: Date,
): Promise<Record<string, number>> {
  const chance = chanceOf(plan.seed);
  const today = kabulDay(now);
  const since = new Date(`${relativeDay(today, `-${plan.months + 2}m`)}T04:30:00Z`);
  const ground = await prepareGround(library, plan);
  const accounts = planAccounts(plan, ground, chance, since);
  const password = await hashPassword(plan.password);
  await database.transaction((trx) => writeAccounts(trx, accounts, password, since.toISOString()));
  const world: World = {
    plan,
    chance,
    today,
    now,
    since,
    library,
    ground,
    accounts,
    pictures: await drawPictures(files, database.kysely, chance, accounts[0]?.id ?? ''),
    codes: await bulkCodes(database),
    writer: bulkWriter(database, library, records.projector),
    made: new Map(),
  };
  const counts: Record<string, number> = {};
  for (const [at, recordPlan] of plan.records.entries()) {
    const form = library.form(recordPlan.form);
    if (!form) throw new Error(`the plan names the form ${recordPlan.form}, which is not there`);
    const turn = plan.records.slice(0, at).filter((one) => one.form === recordPlan.form).length;
    const own: World = { ...world, chance: chanceOf(seedFor(plan.seed, `${recordPlan.form} ${turn}`)) };
    const drafts = await draftsOf(own, form, recordPlan);
    await database.transaction((trx) => world.pictures.flush(trx));
    const made = await writeDrafts(own, form.form, drafts);
    counts[form.form] = (counts[form.form] ?? 0) + made.length;
    await linkPeople(database, accounts, made);
  }
  await world.codes.save();
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  await demoLogs({ database, library, projector: records.projector }, world.made, names, chance, now);
  await database.transaction((trx) => writeSetting(trx, DEMO_MADE, now.toISOString()));
  await database.dialect.analyze(database.kysely);
  return counts;
}

interface World {
  plan: DemoPlan;
  chance: Chance;
  today: string;
  now: Date;
  since: Date;
  library: Library;
  ground: Ground;
  accounts: PlannedAccount[];
  pictures: Pictures;
  codes: BulkCodes;
  writer: BulkWriter;
  made: Map<string, Made[]>;
}

async function draftsOf(world: World, form: CompiledForm, plan: RecordPlan): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const item of plan.items ?? []) {
    const place = item.district ?? item.province;
    const district = place ? world.ground.byPcode(place) : undefined;
    const spot =
      district?.level === 'district'
        ? world.ground.spotOf(district)
        : world.chance.pick(world.ground.spots.filter((one) => !district || one.province.id === district.id));
    const created = moment(world, relativeDay(world.today, `-${world.plan.months + 1}m`), 20);
    drafts.push(
      await draft(world, form, plan, { spot, created, parent: null, given: item.values, key: item.key, problems: [] }),
    );
  }
  for (const day of daysOver(world, plan.count ?? 0)) {
    const given: RecordData = plan.date ? { [plan.date]: day } : {};
    const spot = world.chance.pick(world.ground.spots);
    const created = moment(world, day, 3);
    drafts.push(await draft(world, form, plan, { spot, created, parent: null, given, key: undefined, problems: [] }));
  }
  if (!plan.perParent) return drafts;
  for (const parent of world.made.get(plan.perParent.form) ?? []) {
    const count = world.chance.whole(plan.perParent.min, plan.perParent.max);
    const problems: OpenProblem[] = [];
    for (const day of daysOver(world, count)) {
      const given: RecordData = plan.date ? { [plan.date]: day } : {};
      drafts.push(
        await draft(world, versionOn(world, form, plan, day), plan, {
          spot: parent.spot,
          created: moment(world, day, 3),
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
function versionOn({ library, today }: World, form: CompiledForm, plan: RecordPlan, day: string): CompiledForm {
  const older = plan.versions?.find(({ until }) => day < relativeDay(today, until));
  if (!older) return form;
  const found = library.form(form.form, older.version);
  if (!found) throw new Error(`the plan names version ${older.version} of ${form.form}, which is not there`);
  return found;
}

interface Start {
  spot: Spot;
  created: Date;
  parent: Made | null;
  given: RecordData;
  key: string | undefined;
  /** Open problems of the site, brought along from visit to visit. */
  problems: OpenProblem[];
}

async function draft(
  world: World,
  form: CompiledForm,
  plan: RecordPlan,
  { spot, created, parent, given, key, problems }: Start,
): Promise<Draft> {
  const { chance, library } = world;
  const by = enteredBy(world, form, plan, spot);
  const day = kabulDay(created);
  const values: ValueContext = {
    chance,
    plan: world.plan,
    programme: form.definition.programme,
    ground: world.ground,
    spot,
    today: day,
    latest: world.today,
    quality: parent?.quality ?? 0,
    answer: (name) => data[name],
    parentPoint: parent ? pointOf(library, parent.row) : null,
    people: (name) => peopleOf(world, name, spot),
    keyed: (name, key) => world.made.get(name)?.find((one) => one.key === key)?.row.id,
    records: (rule) => recordsOf(world, rule, spot, parent),
    file: (kind) => world.pictures.attach(kind, by.id, created),
  };
  const answers: AnswerContext = {
    chance,
    library,
    today: day,
    province_id: spot.province.id,
    district_id: spot.district.id,
    village_id: null,
    point:
      spot.district.latitude === null || spot.district.longitude === null
        ? null
        : { latitude: spot.district.latitude, longitude: spot.district.longitude },
    idsOf: (forms) => forms.flatMap((name) => [...peopleOf(world, name, spot)]),
  };
  const set = plan.together ? chance.pick(plan.together) : {};
  const drawn = Object.entries(set).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value[spot.language],
  ]);
  let data: RecordData = { ...Object.fromEntries(drawn), ...given };
  if (form.definition.parent && parent) data[form.definition.parent.field] = parent.row.id;
  for (const [source, rule] of Object.entries(plan.values)) {
    const node = form.fields.get(source) ?? form.byProperty.get(source);
    if (!node && form !== library.form(form.form)) continue;
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
  const validator = await library.validator(form);
  const problemField = form.definition.problems?.field;
  if (problemField && plan.problems && form.definition.problems) {
    const visitors = by.person_id ? [by.person_id] : [];
    const visit: VisitContext = {
      form,
      validator,
      types: library.choices(form.definition.problems.types),
      texts: world.plan.texts,
      rule: plan.problems,
      language: spot.language,
      day,
      visitors,
      helpers: helpersOf(world, spot),
      chance,
    };
    const due = dueOn(problems, day);
    data = fitAnswers(visit, data, problems, due);
    const rows = problemRowsOf(visit, data, problems, due);
    if (rows.length > 0) data[problemField] = rows;
  }
  data = validAnswers(form, validator, data, answers);
  const target = targetOf(world, plan, day);
  const before =
    chance.percent(CORRECTED) && target !== library.workflow(form).initial ? draftBefore(world, form, data) : undefined;
  return {
    id: chance.id(created),
    form,
    data,
    ...(before && { before }),
    created,
    by,
    spot,
    parent: parent?.row ?? null,
    target,
    ...(key && { key }),
  };
}

/** As it was before it was corrected: one optional answer was missing. */
function draftBefore({ chance }: World, form: CompiledForm, data: RecordData): RecordData | undefined {
  const candidates = [...form.fields.values()].filter(
    (node) =>
      !node.required &&
      !node.def.requiredWhen &&
      !node.def.derived &&
      !node.problemWhen &&
      node.type !== 'problems' &&
      node.properties.length === 1 &&
      node.properties.every((name) => data[name] !== undefined),
  );
  if (candidates.length === 0) return undefined;
  const { [chance.pick(candidates).name]: _missing, ...before } = data;
  return before;
}

async function writeDrafts(world: World, name: string, drafts: Draft[]): Promise<Made[]> {
  drafts.sort((a, b) => a.created.getTime() - b.created.getTime());
  const finished = drafts.map((one): Finished => {
    const { form } = one;
    const code = world.codes.next(form, one.data);
    const isTyped = form.definition.code?.typed && form.byProperty.has('code');
    const data = code && isTyped ? { ...one.data, code } : one.data;
    const place = placeOf(form, data, one.parent, world.library);
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
          now: world.now,
          by: one.by,
          province_id: place.province_id,
          accounts: world.accounts,
          comment: (action) => commentOn(world, form, action, one),
        },
        world.library,
        world.chance,
      ),
    };
  });
  const rows = await world.writer.write(finished);
  const made = rows.map((row, at): Made => {
    const from = drafts[at] as Draft;
    return { row, spot: from.spot, quality: world.chance.next() * 2 - 1, key: from.key };
  });
  world.made.set(name, [...(world.made.get(name) ?? []), ...made]);
  return made;
}

function commentOn({ plan, chance }: World, form: CompiledForm, action: string, { spot }: Draft) {
  const words = wordsFor(plan, form.definition.programme, action);
  if (!words) return {};
  const onFields =
    (plan.texts as unknown as Record<string, Record<string, { fa: string; ps: string }[]> | undefined>)[
      `${action}Fields`
    ] ?? {};
  const fields = Object.entries(onFields).filter(([name]) => form.fields.has(name));
  const comment = chance.pick(words)[spot.language];
  if (fields.length === 0 || chance.percent(50)) return { comment };
  const [field, list] = chance.pick(fields);
  return { comment, fields: [{ field, comment: chance.pick(list)[spot.language] }] };
}

function targetOf({ chance, today }: World, plan: RecordPlan, day: string): string {
  const isRecent = plan.recent && (daysBetween(day, today) ?? 0) <= plan.recent.months * 31;
  return chance.weighted(isRecent && plan.recent ? plan.recent.states : plan.states);
}

/**
 * Somebody of the plan's roles for the form's programme in the province; where there is nobody, somebody of these roles for
 * the programme elsewhere, then anybody of these roles, else the first account.
 */
function enteredBy({ accounts, chance }: World, form: CompiledForm, plan: RecordPlan, spot: Spot): PlannedAccount {
  const { programme } = form.definition;
  const holders = (isFor: (grant: PlannedAccount['grants'][number]) => boolean) =>
    accounts.filter(({ grants }) => grants.some((one) => (plan.by as string[]).includes(one.role) && isFor(one)));
  const isNear = ({ province_id }: PlannedAccount['grants'][number]) =>
    province_id === null || province_id === spot.province.id;
  const isOurs = (grant: PlannedAccount['grants'][number]) => grant.programme === null || grant.programme === programme;
  const lists = [
    holders((grant) => isOurs(grant) && isNear(grant)),
    holders(isOurs),
    holders(isNear),
    holders(() => true),
    accounts.slice(0, 1),
  ];
  return chance.pick(lists.find((list) => list.length > 0) as PlannedAccount[]);
}

function peopleOf({ made }: World, form: string, spot: Spot): readonly string[] {
  const all = made.get(form) ?? [];
  const near = all.filter((one) => one.row.province_id === spot.province.id);
  return (near.length > 0 ? near : all).map((one) => one.row.id);
}

/** Records made before that fit, those of the province if there are any. */
function recordsOf(
  { made }: World,
  { form, where, sibling, near: isNear }: NonNullable<Generator['record']>,
  spot: Spot,
  parent: Made | null,
): readonly string[] {
  const fitting = (made.get(form) ?? []).filter(
    ({ row }) =>
      (!sibling || row.parent_id === parent?.row.id) &&
      Object.entries(where ?? {}).every(([name, value]) => row.data[name] === value),
  );
  const near = fitting.filter(({ row }) => row.province_id === spot.province.id);
  return (isNear || near.length > 0 ? near : fitting).map(({ row }) => row.id);
}

/** People with an account for the province or for all. */
function helpersOf({ accounts }: World, spot: Spot): string[] {
  return accounts.flatMap((account) =>
    account.person_id && account.grants.some((grant) => grant.province_id === spot.province.id)
      ? [account.person_id]
      : [],
  );
}

/** Days of visits, spread over the plan's months with some irregularity, the last one recent. */
function daysOver({ chance, plan, today }: World, count: number): string[] {
  const length = plan.months * 30.44;
  return Array.from({ length: count }, (_, n) => {
    const back = Math.round(length * (1 - (n + 0.15 + chance.next() * 0.7) / count));
    return addDays(today, -Math.max(0, back)) ?? today;
  });
}

/** Some working hour within the days after a day, never in the future. */
function moment({ chance, now }: World, day: string, within: number): Date {
  const at = Date.parse(`${day}T03:30:00Z`) + chance.whole(0, within) * 86_400_000 + chance.whole(0, 8 * 3600) * 1000;
  return new Date(Math.min(at, now.getTime() - chance.whole(60, 7200) * 1000));
}

function pointOf(library: Library, row: RecordRow): Point | null {
  const form = library.form(row.form, row.form_version);
  for (const node of form?.fields.values() ?? []) {
    if (node.type !== 'geopoint') continue;
    const { latitude, longitude } = node.parts;
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
