/** Whether a sheet only carries a known problem along, or says something about it. */
import { isBlank } from '../records/blank.ts';

/** What is known of a problem before the sheet is filled: how the form was opened with it, or how it is stored. */
export interface KnownProblem {
  id?: string;
  problem_type_id?: string;
  problem_details?: string;
  problem_status_id?: string;
  [key: string]: unknown;
}

/** Said by whoever works on the problem; empty in a row that only stands there. */
const WORK = ['date_solved', 'resolution_steps', 'solved_by_id', 'advocated_by_id', 'trouble_shooter_id'] as const;

/** true when the row stands as it was known: same problem, type, details and status, and no work on it added. */
export function isCarried(row: KnownProblem, known: readonly KnownProblem[]): boolean {
  const before = row.id === undefined ? undefined : known.find((one) => one.id === row.id);
  if (!before) return false;
  return (
    row.problem_type_id === before.problem_type_id &&
    (row.problem_details ?? '').trim() === (before.problem_details ?? '').trim() &&
    (row.problem_status_id ?? 'ongoing') === (before.problem_status_id ?? 'ongoing') &&
    WORK.every((name) => isBlank(row[name]) || JSON.stringify(row[name]) === JSON.stringify(before[name]))
  );
}
