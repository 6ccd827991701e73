/** What making a demonstration works with, and who and what of it lies near a place or a day. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { Generator } from '../../../core/generated/demo-records.ts';
import { addDays } from '../../../core/text/dates.ts';
import type { RecordRow } from '../../db/records.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { PlannedAccount } from './accounts.ts';
import type { BulkWriter } from './bulk.ts';
import type { BulkCodes } from './codes.ts';
import type { Geography, Location } from './geography.ts';
import type { Pictures } from './pictures.ts';
import type { DemoPlan } from './plan.ts';
import type { Random } from './random.ts';

export type RecordPlan = DemoPlan['records'][number];

/** One record on its way. */
export interface Draft {
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

export interface Made {
  row: RecordRow;
  location: Location;
  quality: number;
  key: string | undefined;
}

export interface SeedContext {
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
  write: BulkWriter;
  made: Map<string, Made[]>;
}

/**
 * Somebody of the plan's roles for the form's programme in the province; where there is nobody, somebody of these roles for
 * the programme elsewhere, then anybody of these roles, else the first account.
 */
export function enteredBy(
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

export function peopleOf({ made }: SeedContext, form: string, location: Location): readonly string[] {
  const all = made.get(form) ?? [];
  const near = all.filter((one) => one.row.province_id === location.province.id);
  return (near.length > 0 ? near : all).map((one) => one.row.id);
}

/** Records made before that fit, those of the province if there are any. */
export function recordsOf(
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
export function helpersOf({ accounts }: SeedContext, location: Location): string[] {
  return accounts.flatMap((account) =>
    account.person_id && account.grants.some((grant) => grant.province_id === location.province.id)
      ? [account.person_id]
      : [],
  );
}

/** Days of visits, spread over the plan's months with some irregularity, the last one recent. */
export function daysOver({ random, plan, today }: SeedContext, count: number): string[] {
  const length = plan.months * 30.44;
  return Array.from({ length: count }, (_, n) => {
    const back = Math.round(length * (1 - (n + 0.15 + random.next() * 0.7) / count));
    return addDays(today, -Math.max(0, back)) ?? today;
  });
}

/** Some working hour within the days after a day, never in the future. */
export function moment({ random, now }: SeedContext, day: string, within: number): Date {
  const at = Date.parse(`${day}T03:30:00Z`) + random.whole(0, within) * 86_400_000 + random.whole(0, 8 * 3600) * 1000;
  return new Date(Math.min(at, now.getTime() - random.whole(60, 7200) * 1000));
}
