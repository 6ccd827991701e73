/**
 * Each problem's row says what reports need to count it without reading its log: where its site lies, and the kinds of living
 * visits that it stands on, `form:state:province`, without repetition. Triggers empty `visits` whenever a visit, a log or the
 * site changes (`0070-problem-visits`). The write that changed it fills it again; whatever is left empty is counted by the log
 * itself, and filled at the next start.
 */
import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Handle } from '../db/database.ts';
import { parts } from '../db/slices.ts';
import { onceAvailable } from '../db/unavailable.ts';

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

async function write(trx: Handle, which: RawBuilder<unknown>): Promise<void> {
  await sql`UPDATE problems SET site_province_id = ${place('province')}, site_district_id = ${place('district')},
    site_village_id = ${place('village')}, site_organization_id = ${place('organization')},
    visits = COALESCE((SELECT string_agg(kind, ' ' ORDER BY kind) FROM (
      SELECT DISTINCT r.form || ':' || r.state || ':' || COALESCE(r.province_id, '') AS kind
      FROM problem_logs AS l JOIN records AS r ON r.id = l.record_id
      WHERE l.problem_id = problems.id AND r.deleted_at IS NULL) AS kinds), '')
    WHERE visits IS NULL AND ${which}`.execute(trx);
}

/** Fills problems that this transaction has changed. */
export async function fillVisits(trx: Handle, ids: readonly string[]): Promise<void> {
  for (const some of parts(ids, AT_ONCE)) await write(trx, sql`id IN (${sql.join(some)})`);
}

/** Fills the problems of sites whose place this transaction has changed, for themselves or for the visits below. */
export async function fillVisitsOfSites(trx: Handle, sites: readonly string[]): Promise<void> {
  for (const some of parts(sites, AT_ONCE)) await write(trx, sql`site_id IN (${sql.join(some)})`);
}

/** Fills all that are empty, in batches, so that others can write in between. After each it rests as long as that took. */
export async function fillAllVisits(database: Database): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    const began = performance.now();
    isLeft = await onceAvailable(() =>
      database.transaction(async (trx) => {
        // Locked before they are worked out, so that what another transaction has just changed is seen.
        const lock = database.engine === 'postgres' ? sql`FOR NO KEY UPDATE` : sql``;
        const { rows } = await sql<{ id: string }>`SELECT id FROM problems WHERE visits IS NULL
          LIMIT ${sql.lit(AT_ONCE)} ${lock}`.execute(trx);
        await fillVisits(
          trx,
          rows.map(({ id }) => id),
        );
        return rows.length > 0;
      }),
    );
    if (isLeft) await setTimeout(performance.now() - began);
  }
}
