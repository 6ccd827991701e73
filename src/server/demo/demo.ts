/**
 * Makes a demonstration from a plan (`forms/demo`) in an empty store. It has places, people, accounts and records of any
 * form with their whole history, up to a given day. The same plan and day give the same data. No form is named here.
 */

import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { getOwn } from '../../core/json.ts';
import { periodOf } from '../../core/records/due.ts';
import { createPermission } from '../../core/records/permission.ts';
import { placeOfRecord } from '../../core/records/place.ts';
import { currentRecordName } from '../../core/saving/identity.ts';
import { addDays, daysBetween, kabulDay } from '../../core/text/dates.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { changeCovered } from '../db/coveredRows.ts';
import type { Database } from '../db/database.ts';
import { writeSetting } from '../db/storedSettings.ts';
import { codePattern } from '../records/codes.ts';
import { type PlannedAccount, planAccounts, writeAccounts } from './accounts.ts';
import {
  type DemoRecord,
  type RecordPlan,
  randomTime,
  type SeedContext,
  type SeedStores,
  spreadDates,
} from './context.ts';
import { type DraftRecord, draftRecord, type RecordStart } from './draftRecord.ts';
import { prepareGeography } from './geography.ts';
import { demoLogs } from './logs.ts';
import { drawPictures } from './pictures.ts';
import type { DemoPlan } from './plan.ts';
import type { DemoProblem } from './problems.ts';
import { seededRandom, seedFor } from './random.ts';
import { demoStepsOf } from './timeline.ts';
import { relativeDay } from './values.ts';
import { type FinishedRecord, writeDemoRecords } from './write.ts';

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
  const context: SeedContext = {
    plan,
    permission: createPermission(registry),
    random,
    today,
    now,
    registry,
    geography,
    accounts,
    pictures: await drawPictures(files, database.kysely, random, accounts[0]?.id ?? ''),
    codes: new Map(),
    made: new Map(),
    names: new Map(),
  };
  const counts: Record<string, number> = {};
  for (const [at, recordPlan] of plan.records.entries()) {
    const form = registry.form(recordPlan.form);
    if (!form) throw new Error(`the plan names the form ${recordPlan.form}, which is not there`);
    const turn = plan.records.slice(0, at).filter((one) => one.form === recordPlan.form).length;
    const own: SeedContext = { ...context, random: seededRandom(seedFor(plan.seed, `${recordPlan.form} ${turn}`)) };
    const drafts = await draftsOf(own, form, recordPlan);
    drafts.sort((a, b) => a.created.getTime() - b.created.getTime());
    const finished = drafts.map(finish);
    await database.transaction((trx) => context.pictures.flush(trx));
    const rows = await database.transaction((trx) => writeDemoRecords(stores, trx, finished));
    const made = rows.map((row, index): DemoRecord => {
      const { location, key } = drafts[index] as DraftRecord;
      return { row, location, quality: own.random.next() * 2 - 1, key };
    });
    for (const { row } of made) context.names.set(row.id, row.name);
    context.made.set(form.form, [...(context.made.get(form.form) ?? []), ...made]);
    counts[form.form] = (getOwn(counts, form.form) ?? 0) + made.length;
    await linkPeople(database, accounts, made);
  }
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  await demoLogs(stores, context.made, names, random, now);
  await database.transaction(async (trx) => {
    const sequences = [...context.codes].map(([pattern, last]) => ({ pattern, next: last + 1 }));
    if (sequences.length > 0) await trx.insertInto('code_sequences').values(sequences).execute();
    await writeSetting(trx, DEMO_MADE, now.toISOString());
  });
  await database.dialect.analyze(database.kysely);
  return counts;
}

async function draftsOf(context: SeedContext, form: CompiledForm, plan: RecordPlan): Promise<DraftRecord[]> {
  const { random, geography, today } = context;
  const drafts: DraftRecord[] = [];
  const add = async (start: RecordStart, version = form) => {
    drafts.push(await draftRecord(context, version, plan, start));
  };
  for (const { district, province, key, values } of plan.items ?? []) {
    const code = district ?? province;
    const place = code ? geography.byPcode(code) : undefined;
    const location =
      place?.level === 'district'
        ? geography.spotOf(place)
        : random.pick(geography.locations.filter((one) => !place || one.province.id === place.id));
    const created = randomTime(context, relativeDay(today, `-${context.plan.months + 1}m`), 20);
    await add({ location, created, given: values, key });
  }
  const dated = (day: string): RecordData => (plan.date ? { [plan.date]: day } : {});
  for (const day of spreadDates(context, plan.count ?? 0)) {
    const location = random.pick(geography.locations);
    await add({ location, created: randomTime(context, day, 3), given: dated(day) });
  }
  if (!plan.perParent) return drafts;
  for (const parent of context.made.get(plan.perParent.form) ?? []) {
    const { location } = parent;
    const problems: DemoProblem[] = [];
    const days = spreadDates(context, random.whole(plan.perParent.min, plan.perParent.max));
    for (const day of [...days.slice(0, -1), ...lastDay(context, form, plan, days.at(-1))]) {
      const created = randomTime(context, day, 3);
      await add({ location, created, parent, given: dated(day), problems }, versionOn(context, form, plan, day));
    }
  }
  return drafts;
}

/** Returns the day of the last visit: in the current period for as many parents as the plan states. */
function lastDay(
  { random, today }: SeedContext,
  form: CompiledForm,
  { perParent }: RecordPlan,
  day?: string,
): string[] {
  if (day === undefined) return [];
  const { due } = form.definition;
  if (!due || perParent?.current === undefined || !random.percent(perParent.current)) return [day];
  const { from } = periodOf(today, due);
  return [addDays(from, random.whole(0, daysBetween(from, today) ?? 0)) ?? day];
}

/** Returns the version in use on a date. It is the newest unless the plan names an older one. */
function versionOn({ registry, today }: SeedContext, form: CompiledForm, plan: RecordPlan, day: string): CompiledForm {
  const older = plan.versions?.find(({ until }) => day < relativeDay(today, until));
  if (!older) return form;
  const found = registry.form(form.form, older.version);
  if (!found) throw new Error(`the plan names version ${older.version} of ${form.form}, which is not there`);
  return found;
}

function finish(one: DraftRecord): FinishedRecord {
  const { form, registry, id, by, created, parent } = one;
  const code = nextCode(one);
  const data = code && form.definition.code?.typed && form.byProperty.has('code') ? { ...one.data, code } : one.data;
  const place = placeOfRecord(form, data, parent?.row ?? null, registry);
  const head = {
    id,
    form: form.form,
    form_version: form.version,
    code,
    name: currentRecordName(registry, form, data, code, one.names),
    ...place,
    started_at: null,
    captured_at: null,
    device_id: null,
    deleted_at: null,
    created_by: by.id,
    created_at: created.toISOString(),
  };
  return { form, head, steps: demoStepsOf(one, data, place.province_id) };
}

/** Returns the next code in the sequence of these answers. */
function nextCode({ codes, form, data }: DraftRecord): string | null {
  const pattern = codePattern(form, data);
  if (!pattern) return null;
  const number = (codes.get(pattern) ?? 0) + 1;
  codes.set(pattern, number);
  return pattern.replace('{seq}', String(number));
}

/** Links accounts to the person that their key names. */
async function linkPeople(database: Database, accounts: PlannedAccount[], made: DemoRecord[]): Promise<void> {
  const byKey = new Map(made.flatMap((one) => (one.key ? [[one.key, one.row.id]] : [])));
  await database.transaction(async (trx) => {
    for (const account of accounts) {
      const id = byKey.get(account.person);
      if (!id) continue;
      account.person_id = id;
      await changeCovered(trx, [{ kind: 'account', of: [account.id] }], () =>
        trx.updateTable('users').set({ person_id: id }).where('id', '=', account.id).execute(),
      );
    }
  });
}
