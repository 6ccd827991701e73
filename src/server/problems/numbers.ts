/**
 * The number of a problem at its site, given when it is first stored and never to another one: P-17 is the same in every
 * visit, list and file. A problem whose visits are deleted keeps it, because they can be restored.
 */
import { problemCode } from '../../core/problems/code.ts';
import type { Handle } from '../db/database.ts';
import { takeBlock } from '../db/sequences.ts';
import { groupBy, parts } from '../db/slices.ts';

/** Ids per statement. */
const AT_ONCE = 400;

/** Numbers new problems, in their order. Those that were numbered at this site before are left as they are. */
export async function numberProblems(
  trx: Handle,
  problems: readonly { id: string; site_id: string | null }[],
): Promise<void> {
  const placed = problems.flatMap(({ id, site_id }) => (site_id ? [{ id, site_id }] : []));
  const known = await numbersOf(
    trx,
    placed.map(({ id }) => id),
  );
  const fresh = placed.filter(
    ({ id, site_id }) => !known.some((one) => one.problem_id === id && one.site_id === site_id),
  );
  for (const [site_id, own] of groupBy(fresh, (one) => one.site_id)) {
    const { next } = await takeBlock(trx, `problem ${site_id}`, own.length);
    const rows = own.map(({ id }, at) => ({ problem_id: id, site_id, number: next + at }));
    // Another device may have sent the same problem a moment ago: its number stays.
    for (const part of parts(rows, AT_ONCE))
      await trx
        .insertInto('problem_numbers')
        .values(part)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

/** Returns the lasting codes of problems by id. Problems without a site have none. */
export async function problemCodes(db: Handle, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await numbersOf(db, ids)).map(({ problem_id, number }) => [problem_id, problemCode(number)]));
}

async function numbersOf(db: Handle, ids: readonly string[]) {
  const found: { problem_id: string; site_id: string; number: number }[] = [];
  for (const part of parts([...new Set(ids)], AT_ONCE))
    found.push(
      ...(await db
        .selectFrom('problem_numbers')
        .select(['problem_id', 'site_id', 'number'])
        .where('problem_id', 'in', part)
        .execute()),
    );
  return found;
}
