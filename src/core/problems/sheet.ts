/** Problems on a sheet: what a new one brings along, numbering, removal. */
import { isOpen, type SheetProblem } from './log.ts';

/** Rows a new sheet starts with: the open problems of the site, with who identified them and nothing of later roles. */
export function carryOver(problems: readonly SheetProblem[]): SheetProblem[] {
  return problems
    .filter((problem) => isOpen(problem.problem_status_id))
    .map(({ solved_by_id: _solved, advocated_by_id: _advocated, date_solved: _date, photo: _photo, ...kept }) => ({
      ...kept,
      problem_status_id: kept.problem_status_id ?? 'ongoing',
    }));
}

/** Rows in groups, in the order of the groups, numbered from 1 across them; rows of no group come last. */
export function numbered<Row extends SheetProblem>(
  rows: readonly Row[],
  groupOf: (row: Row) => string | undefined,
  groups: readonly string[],
): { number: number; group: string | undefined; row: Row; index: number }[] {
  const place = (group: string | undefined): number => {
    const at = group === undefined ? -1 : groups.indexOf(group);
    return at < 0 ? groups.length : at;
  };
  return rows
    .map((row, index) => ({ row, index, group: groupOf(row) }))
    .sort((a, b) => place(a.group) - place(b.group) || a.index - b.index)
    .map((one, at) => ({ number: at + 1, ...one }));
}
