/**
 * Each problem's row says what figures need to count it without reading its log: where its site lies, the kinds of living
 * visits that it stands on, `form:state:province`, without repetition, and what the visits that count say of it (`counted_*`).
 * Triggers empty `visits` whenever a visit, a log or the site changes (`0070-problem-visits`). The write that changed it fills
 * it again; whatever is left empty is counted by the log itself, and filled at the next start.
 */
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type CountingTest, problemCountingTest } from '../../core/records/counting.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { Database, Handle } from '../db/database.ts';
import { groupIntoMap, rowsById, splitInChunks } from '../db/rows.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';
import { retryUntilAvailable } from '../db/unavailable.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { foldProblemLog } from './fold.ts';
import {
  type CountedStates,
  countedStates,
  earlierCountingStates,
  logRestatedCounts,
  storeEarlierCounts,
} from './restated.ts';

const AT_ONCE = 200;

/** A kind of visit. Problems that stand on visits of the same kinds are visible to the same people. */
export interface VisitKind {
  form: string;
  state: string;
  province: string;
}

export function visitKinds(visits: string): VisitKind[] {
  return visits.split(' ').flatMap((kind) => {
    const [form, state, province = ''] = kind.split(':');
    return form && state ? [{ form, state, province }] : [];
  });
}

const place = (name: string) =>
  sql`COALESCE((SELECT ${sql.ref(`${name}_id`)} FROM records WHERE id = problems.site_id), '')`;

async function write(trx: Handle, which: RawBuilder<unknown>, counts: CountingTest): Promise<void> {
  const { rows } = await sql<{ id: string; visits: string }>`UPDATE problems SET
    site_province_id = ${place('province')}, site_district_id = ${place('district')},
    site_village_id = ${place('village')}, site_organization_id = ${place('organization')},
    visits = COALESCE((SELECT string_agg(kind, ' ' ORDER BY kind) FROM (
      SELECT DISTINCT r.form || ':' || r.state || ':' || COALESCE(r.province_id, '') AS kind
      FROM problem_logs AS l JOIN records AS r ON r.id = l.record_id
      WHERE l.problem_id = problems.id AND r.deleted_at IS NULL) AS kinds), ''),
    counted_status = status, counted_open = open, counted_type_id = type_id,
    counted_identified = date_identified, counted_solved = date_solved
    WHERE visits IS NULL AND ${which} RETURNING id, visits`.execute(trx);
  const others = rows.filter(({ visits }) => visitKinds(visits).some(({ form, state }) => !counts(form, state)));
  await foldCounting(
    trx,
    others.map(({ id }) => id),
    counts,
  );
}

/** Of a problem that no visit tells of, no status says that nothing is counted. */
const UNTOLD = { status: '', open: 0, type_id: '', date_identified: '', date_solved: null };

/** Computes problems of which some visits do not count from the entries of the others. */
async function foldCounting(trx: Handle, problems: readonly string[], counts: CountingTest): Promise<void> {
  for (const ids of splitInChunks(problems, AT_ONCE)) {
    const entries = await trx
      .selectFrom('problem_logs as l')
      .innerJoin('records as visit', 'visit.id', 'l.record_id')
      .selectAll('l')
      .select(['visit.form', 'visit.state'])
      .where('l.problem_id', 'in', ids)
      .where('visit.deleted_at', 'is', null)
      .orderBy('l.id')
      .execute();
    const counting = groupIntoMap(
      entries.filter(({ form, state }) => counts(form, state)),
      ({ problem_id }) => problem_id,
    );
    for (const id of ids) {
      const own = counting.get(id);
      const { status, open, type_id, date_identified, date_solved } = own ? foldProblemLog(own) : UNTOLD;
      await trx
        .updateTable('problems')
        .set({
          counted_status: status,
          counted_open: open,
          counted_type_id: type_id,
          counted_identified: date_identified,
          counted_solved: date_solved,
        })
        .where('id', '=', id)
        .execute();
    }
  }
}

/** Returns those of the visits that count. */
export async function countingVisitsAmong(
  db: Handle,
  ids: readonly string[],
  counts: CountingTest,
): Promise<Set<string>> {
  const visits = await rowsById(db, 'records', ['id', 'form', 'state'], ids);
  return new Set(visits.flatMap(({ id, form, state }) => (counts(form, state) ? id : [])));
}

/** Fills problems that this transaction has changed. */
export async function fillProblemVisits(trx: Handle, ids: readonly string[], counts: CountingTest): Promise<void> {
  for (const some of splitInChunks(ids, AT_ONCE)) await write(trx, sql`id IN (${sql.join(some)})`, counts);
}

/** Fills the problems of sites whose place this transaction has changed, for themselves or for the visits below. */
export async function fillVisitsOfSites(trx: Handle, sites: readonly string[], counts: CountingTest): Promise<void> {
  for (const some of splitInChunks(sites, AT_ONCE)) await write(trx, sql`site_id IN (${sql.join(some)})`, counts);
}

/** Setting with the visits that counted when the rows were filled. */
const COUNTED = 'problems.counted';
/** Setting with the states in which sites and activity counted then. */
const STATES = 'figures.counted';

interface Filling {
  registry: FormRegistry;
  counts: CountingTest;
  now: () => Date;
}

/** Empties all if other visits count than when they were filled. Keeps the figures if anything counts by another rule. */
async function emptyIfOthersCount({ transaction }: Database, { registry, counts, now }: Filling): Promise<void> {
  const forms = registry.forms().filter(({ definition }) => definition.problems);
  const counting = forms.map((form) => {
    const states = registry.workflow(form).states.filter(({ id }) => counts(form.form, id));
    return [form.form, ...states.map(({ id }) => id)].join(':');
  });
  const key = counting.sort().join(' ');
  const states = JSON.stringify(countedStates(registry));
  await transaction(async (trx) => {
    const [counted, were] = [await readSetting(trx, COUNTED), await readSetting(trx, STATES)];
    if (counted === key && were === states) return;
    // A store without the first setting counted before the rule was stated.
    const before = counted === null ? earlierCountingStates(registry) : (JSON.parse(were ?? states) as CountedStates);
    await storeEarlierCounts(trx, kabulDay(now()), before);
    if (counted !== key) await sql`UPDATE problems SET visits = NULL WHERE visits IS NOT NULL`.execute(trx);
    await writeSetting(trx, COUNTED, key);
    await writeSetting(trx, STATES, states);
  });
}

/** Fills all that are empty, in batches, so that others can write in between. After each it rests as long as that took. */
export async function fillAllProblemVisits(
  database: Database,
  registry: FormRegistry,
  { now = () => new Date(), log }: { now?: () => Date; log?: Pick<FastifyBaseLogger, 'warn'> | undefined } = {},
): Promise<void> {
  const counts = problemCountingTest(registry);
  await retryUntilAvailable(() => emptyIfOthersCount(database, { registry, counts, now }));
  for (let isLeft = true; isLeft; ) {
    const began = performance.now();
    isLeft = await retryUntilAvailable(() =>
      database.transaction(async (trx) => {
        // Locked before they are worked out, so that what another transaction has just changed is seen.
        const lock = database.engine === 'postgres' ? sql`FOR NO KEY UPDATE` : sql``;
        const { rows } = await sql<{ id: string }>`SELECT id FROM problems WHERE visits IS NULL
          LIMIT ${sql.lit(AT_ONCE)} ${lock}`.execute(trx);
        await fillProblemVisits(
          trx,
          rows.map(({ id }) => id),
          counts,
        );
        return rows.length > 0;
      }),
    );
    if (isLeft) await setTimeout(performance.now() - began);
  }
  await retryUntilAvailable(() => logRestatedCounts(database, countedStates(registry), log));
}
