/**
 * What changed in figures when they began to count by another rule: the store keeps the day and both numbers, the log names them,
 * and reports say from which day problems count by their rule. Old printed figures can then be told from new ones.
 */

import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { getOwn } from '../../core/json.ts';
import { countingStates, statesBeforeCounting } from '../../core/records/counting.ts';
import type { Registry } from '../../core/records/registry.ts';
import type { Database, Handle } from '../db/database.ts';
import { PARENT_MOVED_ACTION } from '../db/events.ts';
import { readSetting, removeSetting, writeSetting } from '../db/storedSettings.ts';

const RESTATED = 'problems.restated';
/** What is being counted anew: a form or a state more does not have to change a figure. */
const RESTATING = 'problems.restating';

/** What the log calls the figures. */
const FIGURES = {
  identified: 'problems identified',
  solved: 'problems solved',
  open: 'problems open',
  sites: 'sites',
  activity: 'activity',
};
type Figure = keyof typeof FIGURES;

/** Numbers by programme. */
type Totals = Record<string, Partial<Record<Figure, number>>>;

export interface RestatedCounts {
  /** Day in Kabul, ISO. */
  day: string;
  before: Totals;
  after: Totals;
}

/** States of a form's records in which it counts as a site, and in which what was done to it counts as activity. */
interface FormStates {
  programme: string;
  sites: readonly string[];
  activity: readonly string[];
}

/** By form. */
export type CountedStates = Record<string, FormStates>;

type Forms = Pick<Registry, 'forms' | 'workflow' | 'common'>;

export function countedStates(registry: Forms): CountedStates {
  return statesOf(registry, (form, of) => countingStates(registry, form, of));
}

export function earlierCountingStates(registry: Forms): CountedStates {
  return statesOf(registry, (form) => statesBeforeCounting(registry, form));
}

type Form = ReturnType<Forms['forms']>[number];

function statesOf(registry: Forms, states: (form: Form, of: 'sites' | 'activity') => string[]): CountedStates {
  const forms = registry.forms().filter(({ definition }) => definition.kind !== 'log');
  return Object.fromEntries(
    forms.map((form) => {
      const { kind, programme } = form.definition;
      const sites = kind === 'site' ? states(form, 'sites') : [];
      return [form.form, { programme, sites, activity: states(form, 'activity') }];
    }),
  );
}

async function totals(db: Handle, states: CountedStates): Promise<Totals> {
  const found = new Map<string, Partial<Record<Figure, number>>>();
  const add = (programme: string, figure: Figure, count: unknown) => {
    const own = found.get(programme) ?? {};
    found.set(programme, { ...own, [figure]: (own[figure] ?? 0) + Number(count) });
  };
  const { rows } = await sql<{ programme: string; identified: number; solved: number; open: number }>`
    SELECT programme, count(*) AS identified, sum(CASE WHEN counted_status = 'solved' THEN 1 ELSE 0 END) AS solved,
      sum(counted_open) AS open FROM problems WHERE counted_status <> '' GROUP BY programme`.execute(db);
  for (const { programme, ...figures } of rows)
    for (const figure of ['identified', 'solved', 'open'] as const) add(programme, figure, figures[figure]);
  for (const [form, { programme, sites, activity }] of Object.entries(states)) {
    for (const [figure, counting] of [
      ['sites', sites],
      ['activity', activity],
    ] as const) {
      if (counting.length === 0) continue;
      const counted = db
        .selectFrom('records')
        .where('records.form', '=', form)
        .where('records.deleted_at', 'is', null)
        .where('records.state', 'in', counting);
      const entries = counted
        .innerJoin('events', 'events.record_id', 'records.id')
        .where('events.form', '=', form)
        .where('events.action', '<>', PARENT_MOVED_ACTION);
      const { count } = await (figure === 'sites' ? counted : entries)
        .select((fn) => fn.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) > 0) add(programme, figure, count);
    }
  }
  return Object.fromEntries(found);
}

export async function readRestatedCounts(db: Handle): Promise<RestatedCounts | undefined> {
  const value = await readSetting(db, RESTATED);
  return value === null ? undefined : (JSON.parse(value) as RestatedCounts);
}

/** Keeps the numbers of before, in the transaction that empties them. A store without records has none to compare. */
export async function storeEarlierCounts(trx: Handle, day: string, states: CountedStates): Promise<void> {
  // A process that was ended in the middle had emptied some already.
  if ((await readSetting(trx, RESTATING)) !== null) return;
  const before = await totals(trx, states);
  if (Object.keys(before).length > 0)
    await writeSetting(trx, RESTATING, JSON.stringify({ day, before } satisfies Omit<RestatedCounts, 'after'>));
}

/** Compares with the numbers of now once all are counted anew, and logs each that changed. */
export async function logRestatedCounts(
  { transaction }: Database,
  states: CountedStates,
  log: Pick<FastifyBaseLogger, 'warn'> | undefined,
): Promise<void> {
  await transaction(async (trx) => {
    const value = await readSetting(trx, RESTATING);
    if (value === null) return;
    await removeSetting(trx, RESTATING);
    const { day, before } = JSON.parse(value) as Omit<RestatedCounts, 'after'>;
    const after = await totals(trx, states);
    const changed = Object.keys({ ...before, ...after }).flatMap((programme) =>
      (Object.keys(FIGURES) as Figure[]).flatMap((figure) => {
        const [then, now] = [before, after].map((all) => getOwn(all, programme)?.[figure] ?? 0) as [number, number];
        return then === now ? [] : [{ programme, figure, before: then, now }];
      }),
    );
    if (changed.length === 0) return;
    await writeSetting(trx, RESTATED, JSON.stringify({ day, before, after } satisfies RestatedCounts));
    for (const one of changed)
      log?.warn(
        one,
        `figures are counted by another rule since ${day}: ${FIGURES[one.figure]}, ${one.programme}: ${one.before} before, ${one.now} now`,
      );
  });
}
