/** What visits tell of problems, taken together: a problem is as the newest visit says, since the day on which one found it. */
import type { Answers, Known } from './rows.ts';

export interface Told {
  visits: Known[];
  site: Known | undefined;
  type: string;
  found: string;
  /** Absent while the newest visit does not say that it is solved. */
  solved?: string;
  isGivenUp: boolean;
}

export function toldProblems(visits: readonly Known[]): Told[] {
  const rows = new Map<string, { visit: Known; row: Answers }[]>();
  for (const visit of visits)
    for (const row of (visit.data[visit.form.problems ?? ''] ?? []) as Answers[])
      rows.set(row.id, [...(rows.get(row.id) ?? []), { visit, row }]);
  return [...rows.values()].map((said) => {
    const inTurn = [...said].sort((a, b) =>
      a.visit.day === b.visit.day
        ? a.visit.written.localeCompare(b.visit.written)
        : a.visit.day.localeCompare(b.visit.day),
    );
    const newest = inTurn.at(-1) as (typeof inTurn)[number];
    const [found] = said.map(({ visit, row }) => (row.date_identified as string) ?? visit.day).sort();
    const status = newest.row.problem_status_id;
    return {
      visits: said.map(({ visit }) => visit),
      site: newest.visit.site,
      type: newest.row.problem_type_id,
      found: found as string,
      ...(status === 'solved' && { solved: newest.row.date_solved ?? newest.visit.day }),
      isGivenUp: status === 'dropped',
    };
  });
}
