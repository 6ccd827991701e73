/**
 * The problems of a site as one person sees them. A problem is computed from its log, and a person sees only the log
 * entries of visits that they may see. So a person sees a problem if they see at least one of its visits, and only what
 * those visits say.
 */
import type { Selectable } from 'kysely';
import type { RecordData } from '../../core/definitions/types.ts';
import { answersOf } from '../../core/problems/folded.ts';
import type { Handle } from '../db/database.ts';
import { chunks, groupBy } from '../db/slices.ts';
import type { ProblemLogsTable, ProblemsTable } from '../db/tables.ts';
import { foldLog } from './fold.ts';

const MOST = 2000;
/** Ids per statement. */
const AT_ONCE = 400;

export interface SeenProblem {
  problem: ProblemsTable;
  logs: Selectable<ProblemLogsTable>[];
  /** Answers by property name, as the problem's definition asks for them. */
  data: RecordData;
}

/** Returns those of the records, of any form, that the person may see. */
type SeenAmong = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Returns the problems of a site in the order they were identified. */
export async function seenProblems(db: Handle, site: string, seenAmong: SeenAmong): Promise<SeenProblem[]> {
  const problems = await db
    .selectFrom('problems')
    .selectAll()
    .where('site_id', '=', site)
    .orderBy('date_identified')
    .orderBy('id')
    .limit(MOST)
    .execute();
  const seen = await seenOf(db, problems, seenAmong);
  return seen.sort(
    ({ problem: a }, { problem: b }) => compare(a.date_identified, b.date_identified) || compare(a.id, b.id),
  );
}

/** Returns those of the problems that the person may see, in the given order, each as the visits they see describe it. */
export async function seenOf(
  db: Handle,
  problems: readonly ProblemsTable[],
  seenAmong: SeenAmong,
): Promise<SeenProblem[]> {
  const found: SeenProblem['logs'] = [];
  for (const part of chunks(problems, AT_ONCE)) {
    const ids = part.map(({ id }) => id);
    const entries = db.selectFrom('problem_logs').selectAll().where('problem_id', 'in', ids);
    found.push(...(await entries.orderBy('id').execute()));
  }
  const logs = groupBy(found, ({ problem_id }) => problem_id);
  const records = await seenAmong([...new Set(found.map((log) => log.record_id))]);
  return problems.flatMap((problem) => {
    const all = logs.get(problem.id) ?? [];
    const seen = all.filter((log) => records.has(log.record_id));
    if (seen.length === 0) return [];
    const told = seen.length === all.length ? problem : { ...problem, ...foldLog(seen) };
    return [{ problem: told, logs: seen, data: answersOf({ ...told, answers: JSON.parse(told.answers) }, seen) }];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
