/** The data from which a demonstration is made, and searches for its people, records and days. */

import type { CompiledForm, RecordData, ValidatorModule } from '../../core/definitions/types.ts';
import type { Generator } from '../../core/generated/demo-records.ts';
import type { Permission } from '../../core/records/permission.ts';
import { addDays } from '../../core/text/dates.ts';
import type { RecordRow } from '../db/rows.ts';
import type { OpenServices } from '../services.ts';
import type { PlannedAccount } from './accounts.ts';
import type { DemoLocation, Geography } from './geography.ts';
import type { Pictures } from './pictures.ts';
import type { DemoPlan } from './plan.ts';
import type { Random } from './random.ts';

/** The stores that a seed fills. */
export type SeedStores = Pick<OpenServices, 'database' | 'registry' | 'projector' | 'files'>;

export type RecordPlan = DemoPlan['records'][number];

export interface DemoRecord {
  row: RecordRow;
  location: DemoLocation;
  /** Quality of the site, -1 to 1. */
  quality: number;
  key: string | undefined;
}

export interface SeedContext extends Pick<SeedStores, 'registry'> {
  plan: DemoPlan;
  /** Remembers what each account may do, which is asked for every step of every record. */
  permission: Permission;
  random: Random;
  /** Date of the demonstration. Nothing is dated later. */
  today: string;
  now: Date;
  geography: Geography;
  accounts: PlannedAccount[];
  pictures: Pictures;
  /** The last number of each code sequence. */
  codes: Map<string, number>;
  made: Map<string, DemoRecord[]>;
  /** Names of the records made so far, by id. */
  names: Map<string, string>;
}

/** A record being made: its form, place, time, author, and the answers so far. */
export interface DemoEntry extends SeedContext {
  form: CompiledForm;
  validator: ValidatorModule;
  rules: RecordPlan;
  location: DemoLocation;
  created: Date;
  /** The date of `created`. */
  day: string;
  by: PlannedAccount;
  parent: DemoRecord | null;
  data: RecordData;
}

/**
 * Picks a person with one of the plan's roles for the form's programme in the province. Falls back to the same programme
 * elsewhere, then any programme in the province, then any holder of these roles, then the first account.
 */
export function pickAuthor(
  { accounts, random }: SeedContext,
  form: CompiledForm,
  plan: RecordPlan,
  location: DemoLocation,
): PlannedAccount {
  const { programme } = form.definition;
  type Grant = PlannedAccount['grants'][number];
  const holders = (isFor: (grant: Grant) => boolean) =>
    accounts.filter(({ grants }) => grants.some((one) => (plan.by as string[]).includes(one.role) && isFor(one)));
  const isNear = ({ province_id }: Grant) => province_id === null || province_id === location.province.id;
  const isOurs = (grant: Grant) => grant.programme === null || grant.programme === programme;
  const lists = [
    holders((grant) => isOurs(grant) && isNear(grant)),
    holders(isOurs),
    holders(isNear),
    holders(() => true),
    accounts.slice(0, 1),
  ];
  return random.pick(lists.find((list) => list.length > 0) as PlannedAccount[]);
}

/** Returns the people of a form, those of the province if there are any. */
export function peopleOf({ made, location }: DemoEntry, form: string): readonly string[] {
  const all = made.get(form) ?? [];
  const near = all.filter((one) => one.row.province_id === location.province.id);
  return (near.length > 0 ? near : all).map((one) => one.row.id);
}

/** Returns matching records made so far, those of the province if there are any. */
export function recordsOf(
  { made, location, parent }: DemoEntry,
  { form, where, sibling, near: isNear }: NonNullable<Generator['record']>,
): readonly string[] {
  const fitting = (made.get(form) ?? []).filter(
    ({ row }) =>
      (!sibling || row.parent_id === parent?.row.id) &&
      Object.entries(where ?? {}).every(([name, value]) => row.data[name] === value),
  );
  const near = fitting.filter(({ row }) => row.province_id === location.province.id);
  return (isNear || near.length > 0 ? near : fitting).map(({ row }) => row.id);
}

/** Returns the people with an account for the province. */
export function helpersOf({ accounts, location }: DemoEntry): string[] {
  return accounts.flatMap((account) =>
    account.person_id && account.grants.some((grant) => grant.province_id === location.province.id)
      ? [account.person_id]
      : [],
  );
}

/** Returns dates of visits, spread irregularly over the plan's months, the last one recent. */
export function spreadDates({ random, plan, today }: SeedContext, count: number): string[] {
  const length = plan.months * 30.44;
  return Array.from({ length: count }, (_, n) => {
    const back = Math.round(length * (1 - (n + 0.15 + random.next() * 0.7) / count));
    return addDays(today, -Math.max(0, back)) ?? today;
  });
}

/** Returns a random working hour within so many days after a date, never in the future. */
export function randomTime({ random, now }: SeedContext, day: string, within: number): Date {
  const at = Date.parse(`${day}T03:30:00Z`) + random.whole(0, within) * 86_400_000 + random.whole(0, 8 * 3600) * 1000;
  return new Date(Math.min(at, now.getTime() - random.whole(60, 7200) * 1000));
}
