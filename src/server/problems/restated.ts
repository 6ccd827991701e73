/**
 * What changed in the figures of problems when other visits began to count: the store keeps the day and both numbers, the log
 * names them, and reports say from which day they count by their rule. Old printed figures can then be told from new ones.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { getOwn } from '../../core/getOwn.ts';
import type { Database, Handle } from '../db/database.ts';
import { readSetting, removeSetting, writeSetting } from '../db/storedSettings.ts';

const RESTATED = 'problems.restated';
/** What is being counted anew: a form or a state more does not have to change a figure. */
const RESTATING = 'problems.restating';

const FIGURES = ['identified', 'solved', 'open'] as const;

/** Problems by programme. */
type Totals = Record<string, Record<(typeof FIGURES)[number], number>>;

export interface Restated {
  /** Day in Kabul, ISO. */
  day: string;
  before: Totals;
  after: Totals;
}

async function totals(db: Handle): Promise<Totals> {
  const { rows } = await sql<{ programme: string; identified: number; solved: number; open: number }>`
    SELECT programme, count(*) AS identified, sum(CASE WHEN counted_status = 'solved' THEN 1 ELSE 0 END) AS solved,
      sum(counted_open) AS open FROM problems WHERE counted_status <> '' GROUP BY programme ORDER BY programme`.execute(
    db,
  );
  return Object.fromEntries(
    rows.map(({ programme, identified, solved, open }) => [
      programme,
      { identified: Number(identified), solved: Number(solved), open: Number(open) },
    ]),
  );
}

export async function readRestated(db: Handle): Promise<Restated | undefined> {
  const value = await readSetting(db, RESTATED);
  return value === null ? undefined : (JSON.parse(value) as Restated);
}

/** Keeps the numbers of before, in the transaction that empties them. A store without problems has none to compare. */
export async function keepBefore(trx: Handle, day: string): Promise<void> {
  // A process that was ended in the middle had emptied some already.
  if ((await readSetting(trx, RESTATING)) !== null) return;
  const before = await totals(trx);
  if (Object.keys(before).length > 0)
    await writeSetting(trx, RESTATING, JSON.stringify({ day, before } satisfies Omit<Restated, 'after'>));
}

/** Compares with the numbers of now once all are counted anew, and logs each that changed. */
export async function concludeRestated(
  { transaction }: Database,
  log: Pick<FastifyBaseLogger, 'warn'> | undefined,
): Promise<void> {
  await transaction(async (trx) => {
    const value = await readSetting(trx, RESTATING);
    if (value === null) return;
    await removeSetting(trx, RESTATING);
    const { day, before } = JSON.parse(value) as Omit<Restated, 'after'>;
    const after = await totals(trx);
    const changed = Object.entries(before).flatMap(([programme, then]) => {
      const now = getOwn(after, programme) ?? { identified: 0, solved: 0, open: 0 };
      return FIGURES.flatMap((figure) =>
        then[figure] === now[figure] ? [] : [{ programme, figure, before: then[figure], now: now[figure] }],
      );
    });
    if (changed.length === 0) return;
    await writeSetting(trx, RESTATED, JSON.stringify({ day, before, after } satisfies Restated));
    for (const one of changed)
      log?.warn(
        one,
        `figures are counted by another rule since ${day}: problems ${one.figure}, ${one.programme}: ${one.before} before, ${one.now} now`,
      );
  });
}
