/**
 * A demonstration from a plan (`forms/demo`): places, people, accounts and records of any form with their whole
 * history, ending at a given day. The same plan and day make the same data. No form is named here.
 */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import type { Database } from '../../db/database.ts';
import { writeSetting } from '../../db/storedSettings.ts';
import { placeOf } from '../../records/place.ts';
import { nameOf } from '../../records/recordName.ts';
import { type PlannedAccount, planAccounts, writeAccounts } from './accounts.ts';
import { bulkWriter, type Finished, type SeedStores } from './bulk.ts';
import { bulkCodes } from './codes.ts';
import { type Draft, daysOver, type Made, moment, type RecordPlan, type SeedContext } from './context.ts';
import { draft } from './draft.ts';
import { prepareGeography } from './geography.ts';
import { demoLogs } from './logs.ts';
import { drawPictures } from './pictures.ts';
import type { DemoPlan } from './plan.ts';
import type { OpenProblem } from './problems.ts';
import { seededRandom, seedFor } from './random.ts';
import { stepsOf } from './timeline.ts';
import { relativeDay, wordsFor } from './values.ts';

export const DEMO_MADE = 'demo.made';

export async function makeDemo(stores: SeedStores, plan: DemoPlan, now: Date): Promise<Record<string, number>> {
  const { database, registry, files } = stores;
  const random = seededRandom(plan.seed);
  const today = kabulDay(now);
  const since = new Date(`${relativeDay(today, `-${plan.months + 2}m`)}T04:30:00Z`);
  const geography = await prepareGeography(registry, plan);
  const accounts = planAccounts(plan, geography, random, since);
  const password = await hashPassword(plan.password);
  await database.transaction((trx) => writeAccounts(trx, accounts, password, since.toISOString()));
  const codes = await bulkCodes(database);
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
    codes,
    write: bulkWriter(stores, codes),
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
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  await demoLogs(stores, context.made, names, random, now);
  await database.transaction((trx) => writeSetting(trx, DEMO_MADE, now.toISOString()));
  await database.dialect.analyze(database.kysely);
  return counts;
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
  const rows = await context.write(finished);
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
