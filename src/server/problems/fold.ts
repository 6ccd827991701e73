/** Computes the state of a problem from the entries of its log. */
import type { Selectable } from 'kysely';
import type { RecordData } from '../../core/definitions/types.ts';
import { problemStateOf } from '../../core/problems/folded.ts';
import type { ProblemEntry, ProblemStatus } from '../../core/problems/log.ts';
import type { ProblemLogsTable } from '../db/tables.ts';

/** What a log entry stores about its problem row. */
export interface LoggedAnswers {
  answers: RecordData;
  /** Day of the visit. */
  seen: string;
  dropped?: boolean;
  /** Absent in entries of older versions. */
  status?: ProblemStatus;
}

/** Returns the columns of a problem. */
export function foldedProblemColumns({ answers, open, ...state }: ReturnType<typeof problemStateOf>) {
  return { ...state, answers: JSON.stringify(answers), open: open ? 1 : 0 };
}

/** Computes the state of a problem from its log entries, in their order. There must be at least one. */
export function foldProblemLog(logs: readonly Selectable<ProblemLogsTable>[]) {
  const said = logs.map((log) => JSON.parse(log.entry) as LoggedAnswers);
  const entries = logs.map(
    (log, at): ProblemEntry => ({
      role: log.role as ProblemEntry['role'],
      person_id: log.person_id,
      date: log.date,
      record_id: log.record_id,
      seq: log.id,
      ...(said[at]?.dropped && { dropped: true }),
      ...(said[at]?.seen && { seen: said[at].seen }),
      ...(said[at]?.status && { status: said[at].status }),
    }),
  );
  const { answers } = said.reduce((a, b) => (b.seen >= a.seen ? b : a));
  return foldedProblemColumns(problemStateOf(entries, answers, (logs[0] as Selectable<ProblemLogsTable>).date));
}
