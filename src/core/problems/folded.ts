/** Computes problems from the log entries of visits: the same for the problem tables of the server and for a device. */
import type { RecordData } from '../definitions/types.ts';
import {
  foldProblem,
  isOpenStatus,
  PROBLEM_STATUS,
  PROBLEM_TYPE,
  type ProblemEntry,
  type ProblemStatus,
  ROLE_PROPERTIES,
} from './log.ts';

/** A log entry with what its visit says about the problem. */
export interface ProblemLogEntry extends ProblemEntry {
  problem_id: string;
  /** Answers of the problem that are not in the log. */
  answers: RecordData;
  /** Day of the visit. */
  seen: string;
}

/** A problem as its log says. */
export interface FoldedProblem {
  id: string;
  type_id: string;
  answers: RecordData;
  status: ProblemStatus;
  open: boolean;
  date_identified: string;
  date_solved: string | null;
}

/** Returns the state of a problem. `day` is the day of the visit that found it, used if no entry has a date. */
export function problemStateOf(entries: readonly ProblemEntry[], answers: RecordData, day: string) {
  const state = foldProblem(entries);
  return {
    type_id: String(answers[PROBLEM_TYPE]),
    answers,
    status: state.problem_status_id,
    open: isOpenStatus(state.problem_status_id),
    date_identified: state.date_identified ?? day,
    date_solved: state.date_solved,
  };
}

/** Computes a problem from its log entries, in the order in which they were written. There must be at least one. */
export function foldEntries(entries: readonly ProblemLogEntry[]): FoldedProblem {
  const { answers } = entries.reduce((a, b) => (b.seen >= a.seen ? b : a));
  const [first] = entries as [ProblemLogEntry];
  return { id: first.problem_id, ...problemStateOf(entries, answers, first.date ?? first.seen) };
}

/** Returns the answers of a problem by property name, with the people of each role. */
export function problemAnswersOf(
  {
    id,
    type_id,
    status,
    date_identified,
    date_solved,
    answers,
  }: Omit<FoldedProblem, 'open' | 'status'> & { status: string },
  logs: readonly { role: number; person_id: string | null }[],
): RecordData {
  const people = Object.entries(ROLE_PROPERTIES).map(([role, name]) => [
    name,
    [...new Set(logs.flatMap((log) => (log.role === Number(role) && log.person_id ? [log.person_id] : [])))],
  ]);
  return {
    ...answers,
    ...Object.fromEntries(people),
    id,
    [PROBLEM_TYPE]: type_id,
    [PROBLEM_STATUS]: status,
    date_identified,
    date_solved,
  };
}
