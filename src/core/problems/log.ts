/**
 * A problem continues across visits. Each visit adds entries to its log: who identified, solved or advocated it, when, in
 * which record. Status, dates and people of the problem are computed from that log.
 */
import type { RecordData } from '../definitions/types.ts';
import { cleanText, isBlank } from '../text/letters.ts';

/** Properties of a problem that the log and the rules read by name. All others come from the definition. */
export const PROBLEM_TYPE = 'problem_type_id';
export const PROBLEM_STATUS = 'problem_status_id';
export const PROBLEM_DETAILS = 'problem_details';

/** 1 identified, 2 solved, 3 advocated. */
export type ProblemRole = 1 | 2 | 3;
/** The property that holds the people of each role. */
export const ROLE_PROPERTIES = { 1: 'identified_by_id', 2: 'solved_by_id', 3: 'advocated_by_id' } as const;
const STATUSES = ['ongoing', 'advocated', 'solved', 'dropped'] as const;
export type ProblemStatus = (typeof STATUSES)[number];
export const SOLVED_STATUS = 'solved' satisfies ProblemStatus;
export const DROPPED_STATUS = 'dropped' satisfies ProblemStatus;

export interface ProblemEntry {
  role: ProblemRole;
  person_id: string | null;
  /** ISO date. */
  date: string | null;
  /** Record of the visit in which it was written. */
  record_id: string;
  /** Order among entries of the same day and role. */
  seq?: number;
  /** True if the problem is given up with this entry. */
  dropped?: boolean;
  /** Day of the visit, and the status that it says the problem has. Entries of older versions lack them. */
  seen?: string;
  status?: ProblemStatus;
}

export interface ProblemState {
  problem_status_id: ProblemStatus;
  date_identified: string | null;
  date_solved: string | null;
  identified_by_id: string[];
  solved_by_id: string[];
  advocated_by_id: string[];
}

/** A problem as a row of a visit: the source of the log entries, and the other answers of its definition. */
export interface SheetProblem extends RecordData {
  id?: string;
  problem_type_id: string;
  problem_status_id?: ProblemStatus;
  date_identified?: string;
  date_solved?: string;
  identified_by_id?: string[];
  solved_by_id?: string[];
  advocated_by_id?: string[];
}

const NOBODY: ProblemState = {
  problem_status_id: 'ongoing',
  date_identified: null,
  date_solved: null,
  identified_by_id: [],
  solved_by_id: [],
  advocated_by_id: [],
};

/**
 * Computes status, dates and people from a log. The status is the one that the newest visit says. Where it says none (entries
 * of older versions), a problem found again after it was solved or dropped is ongoing again.
 */
export function foldProblem(entries: readonly ProblemEntry[]): ProblemState {
  const state = structuredClone(NOBODY);
  let droppedOn = '';
  for (const entry of inTime(entries)) {
    if (entry.role === 1) {
      if (!entry.dropped) state.date_identified ??= entry.date;
      if (state.problem_status_id === SOLVED_STATUS && (entry.date ?? '') > (state.date_solved ?? '')) reopen(state);
      if (state.problem_status_id === DROPPED_STATUS && !entry.dropped && (entry.date ?? '') > droppedOn) reopen(state);
    } else if (entry.role === 2) {
      state.problem_status_id = SOLVED_STATUS;
      state.date_solved = entry.date ?? state.date_solved;
    } else if (state.problem_status_id === 'ongoing') {
      state.problem_status_id = 'advocated';
    }
    if (entry.dropped) {
      state.problem_status_id = DROPPED_STATUS;
      droppedOn = entry.date ?? droppedOn;
    }
    const list = state[ROLE_PROPERTIES[entry.role]];
    if (entry.person_id !== null && !list.includes(entry.person_id)) list.push(entry.person_id);
  }
  return asLastSaid(state, entries);
}

/** Takes the status of the newest visit. Of several visits on one day, the one that was written last decides. */
function asLastSaid(state: ProblemState, entries: readonly ProblemEntry[]): ProblemState {
  const last = entries.reduce<ProblemEntry | undefined>(
    (newest, one) => ((one.seen ?? '') >= (newest?.seen ?? '') ? one : newest),
    undefined,
  );
  if (last?.status === undefined || last.status === state.problem_status_id) return state;
  if (state.problem_status_id === SOLVED_STATUS) reopen(state);
  state.problem_status_id = last.status;
  if (last.status === SOLVED_STATUS) state.date_solved ??= last.seen ?? null;
  return state;
}

function reopen(state: ProblemState): void {
  state.problem_status_id = 'ongoing';
  state.date_solved = null;
  state.solved_by_id.length = 0;
}

/** Sorts entries by day, then by role (identified, advocated, solved), then as they were written. */
function inTime(entries: readonly ProblemEntry[]): ProblemEntry[] {
  const turn: Record<ProblemRole, number> = { 1: 0, 3: 1, 2: 2 };
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => {
      const day = (a.entry.date ?? '').localeCompare(b.entry.date ?? '');
      return day || turn[a.entry.role] - turn[b.entry.role] || (a.entry.seq ?? a.index) - (b.entry.seq ?? b.index);
    })
    .map(({ entry }) => entry);
}

/**
 * Returns the status that a row means. Every row begins as ongoing, so people in advocacy override it. Solved and dropped
 * are always chosen, so they are kept. Without a chosen status, a date of solution means solved.
 */
export function problemStatusOf(row: {
  problem_status_id?: unknown;
  date_solved?: unknown;
  advocated_by_id?: unknown;
}): ProblemStatus {
  const { problem_status_id: chosen, date_solved, advocated_by_id } = row;
  if (chosen === SOLVED_STATUS || chosen === DROPPED_STATUS) return chosen;
  if (isBlank(chosen) && !isBlank(date_solved)) return SOLVED_STATUS;
  return chosen === 'advocated' || !isBlank(advocated_by_id) ? 'advocated' : 'ongoing';
}

/**
 * Returns the row with the status that it means, so that it says the same wherever it is read. A status that does not exist
 * stays, to be refused.
 */
export function withProblemStatus(row: RecordData): RecordData {
  if (!isBlank(row[PROBLEM_STATUS]) && !STATUSES.some((one) => one === row[PROBLEM_STATUS])) return row;
  const status = problemStatusOf(row);
  return status === (row[PROBLEM_STATUS] ?? 'ongoing') ? row : { ...row, [PROBLEM_STATUS]: status };
}

/**
 * Returns the log entries for a row of a visit. `date` is the day of the visit, used if the row has no date. `person_id` is
 * who wrote the visit, used if the row names nobody.
 */
export function problemEntriesOf(
  row: SheetProblem,
  sheet: { record_id: string; date: string; person_id: string | null },
): ProblemEntry[] {
  const entries: ProblemEntry[] = [];
  const add = (role: ProblemRole, date: string): void => {
    const people = row[ROLE_PROPERTIES[role]] ?? [];
    for (const person_id of people.length > 0 ? people : [sheet.person_id])
      entries.push({ role, person_id, date, record_id: sheet.record_id });
  };
  const status = problemStatusOf(row);
  add(1, row.date_identified ?? sheet.date);
  if (!isBlank(row.advocated_by_id) || status === 'advocated') add(3, sheet.date);
  if (status === SOLVED_STATUS) add(2, row.date_solved ?? sheet.date);
  // Name nobody, because giving up a problem does not identify it.
  if (status === DROPPED_STATUS)
    entries.push({ role: 1, person_id: null, date: sheet.date, record_id: sheet.record_id, dropped: true });
  return entries;
}

/** Returns the answers of a new problem. */
export function newProblem(day: string): RecordData {
  return { [PROBLEM_STATUS]: 'ongoing', date_identified: day };
}

/** Returns the answers of a row that are not in the log. The latest visit decides them. */
export function answersBesidesLog({ id: _id, ...row }: SheetProblem): RecordData {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !Object.hasOwn(NOBODY, name)));
}

/** Returns the first rows of a new visit: the site's open problems, without later people, solution date and photo. */
export function carryOverProblems(problems: readonly SheetProblem[]): SheetProblem[] {
  return problems
    .filter((problem) => isOpenStatus(problem.problem_status_id))
    .map(({ solved_by_id: _solved, advocated_by_id: _advocated, date_solved: _date, photo: _photo, ...kept }) => ({
      ...kept,
      problem_status_id: kept.problem_status_id ?? 'ongoing',
    })) as SheetProblem[];
}

/** Answers about how the problem was found, not about what happened to it later. */
const FOUND: ReadonlySet<string> = new Set(['id', 'date_identified', 'identified_by_id', 'photo']);

/** Returns true if the row is a known problem that the visit only carries over. Answers in FOUND may differ. */
export function isCarriedOver(row: RecordData, known: readonly RecordData[]): boolean {
  const before = row.id === undefined ? undefined : known.find((one) => one.id === row.id);
  if (!before || problemStatusOf(row) !== problemStatusOf(before)) return false;
  const said = (value: unknown) => (typeof value === 'string' ? cleanText(value) : JSON.stringify(value));
  return Object.entries(row).every(
    ([name, value]) =>
      name === PROBLEM_STATUS || FOUND.has(name) || isBlank(value) || said(value) === said(before[name]),
  );
}

export function isOpenStatus(status: ProblemStatus | undefined): boolean {
  return status === undefined || status === 'ongoing' || status === 'advocated';
}

/** Returns rows by group, in the order of the groups, numbered from 1 across groups. Rows without a group come last. */
export function numberByGroup<Row extends SheetProblem>(
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
