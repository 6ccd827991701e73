/** Problems of a site, worked out from its visits. A device has no problem tables, so it reads the visits that it has. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { problemRows } from '../form/index.ts';
import { type FoldedProblem, foldEntries, type ProblemLogEntry, problemAnswersOf } from '../problems/folded.ts';
import { answersBesidesLog, problemEntriesOf, problemStatusOf, type SheetProblem } from '../problems/log.ts';
import type { StoredRecord } from '../records/types.ts';

export interface Visit {
  form: CompiledForm;
  record: StoredRecord;
}

export interface VisitProblem {
  problem: FoldedProblem & { programme: string };
  logs: ProblemLogEntry[];
  /** Answers by property name, as the problem's definition asks for them. */
  data: RecordData;
}

/** Returns the day of a visit: that of its form's date, else the one it was entered on (UTC). */
function visitDay({ definition }: CompiledForm, { data, created_at }: Pick<StoredRecord, 'data' | 'created_at'>) {
  const dated = definition.date ? data[definition.date] : undefined;
  return typeof dated === 'string' ? dated : created_at.slice(0, 10);
}

/** Returns the log entries that the server writes for a visit. */
function entriesOfVisit({ form, record }: Visit): ProblemLogEntry[] {
  const date = visitDay(form, record);
  return (problemRows(form, record.data) as SheetProblem[]).flatMap((row) => {
    const said = {
      problem_id: row.id as string,
      answers: answersBesidesLog(row),
      seen: date,
      status: problemStatusOf(row),
    };
    return problemEntriesOf(row, { record_id: record.id, date, person_id: null }).map((entry) => ({
      ...entry,
      ...said,
    }));
  });
}

/** Returns the problems of these visits, in the order in which they were identified. */
export function problemsOfVisits(visits: readonly Visit[]): VisitProblem[] {
  const written = [...visits].sort(
    ({ record: a }, { record: b }) => compare(a.created_at, b.created_at) || compare(a.id, b.id),
  );
  const logs = new Map<string, ProblemLogEntry[]>();
  const programmes = new Map(written.map(({ form, record }) => [record.id, form.definition.programme]));
  for (const entry of written.flatMap(entriesOfVisit))
    logs.set(entry.problem_id, [...(logs.get(entry.problem_id) ?? []), entry]);
  return [...logs.values()]
    .map((own) => {
      const programme = programmes.get(own[0]?.record_id ?? '') ?? '';
      const problem = { ...foldEntries(own.map((entry, seq) => ({ ...entry, seq }))), programme };
      return { problem, logs: own, data: problemAnswersOf(problem, own) };
    })
    .sort(({ problem: a }, { problem: b }) => compare(a.date_identified, b.date_identified) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
