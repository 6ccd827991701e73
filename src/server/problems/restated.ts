/**
 * What changed in the figures of problems when other visits began to count: the store keeps the day and both numbers, the log
 * names them, and reports say from which day they count by their rule. Old printed figures can then be told from new ones.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { getOwn } from '../../core/getOwn.ts';
import type { Database, Handle } from '../db/database.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';

const RESTATED = 'problems.restated';

/** Problems by programme. */
type Totals = Record<string, { identified: number; solved: number; open: number }>;

export interface Restated {
  /** Day in Kabul, ISO. */
  day: string;
  before: Totals;
  /** Absent while the problems are being counted anew. */
  after?: Totals;
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
  const before = await totals(trx);
  if (Object.keys(before).length > 0)
    await writeSetting(trx, RESTATED, JSON.stringify({ day, before } satisfies Restated));
}

/** Adds the numbers of now once all are counted anew, and logs each that changed. */
export async function concludeRestated(
  { transaction }: Database,
  log: Pick<FastifyBaseLogger, 'warn'> | undefined,
): Promise<void> {
  await transaction(async (trx) => {
    const restated = await readRestated(trx);
    if (!restated || restated.after) return;
    const after = await totals(trx);
    await writeSetting(trx, RESTATED, JSON.stringify({ ...restated, after } satisfies Restated));
    for (const [programme, before] of Object.entries(restated.before)) {
      const now = getOwn(after, programme) ?? { identified: 0, solved: 0, open: 0 };
      for (const figure of ['identified', 'solved', 'open'] as const)
        if (before[figure] !== now[figure])
          log?.warn(
            { programme, figure, before: before[figure], now: now[figure] },
            `figures are counted by another rule since ${restated.day}: problems ${figure}, ${programme}: ${before[figure]} before, ${now[figure]} now`,
          );
    }
  });
}
