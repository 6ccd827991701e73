/** Reads and changes the problems of a visit. */
import { v7 } from 'uuid';
import type { RecordData } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import {
  newProblem,
  numberByGroup,
  PROBLEM_STATUS,
  PROBLEM_TYPE,
  type ProblemStatus,
  ROLE_PROPERTIES,
  type SheetProblem,
  withProblemStatus,
} from '../../../core/problems/log.ts';
import type { PickItem } from '../source.ts';
import type { FormStore } from '../store.ts';

export interface NumberedProblem {
  /** Counted from 1 across all groups. */
  number: number;
  /** Index in the stored list. */
  index: number;
  problem: RecordData;
  type: PickItem | undefined;
}

/** Sorts by the order of the types' list, then by the order of entry. */
export function inTypeOrder(rows: RecordData[], types: readonly PickItem[]): NumberedProblem[] {
  return numberByGroup(
    rows as SheetProblem[],
    (row) => row[PROBLEM_TYPE],
    types.map((type) => type.id),
  ).map(({ number, index, group }) => ({
    number,
    index,
    problem: rows[index]!,
    type: types.find((one) => one.id === group),
  }));
}

/** Returns the day of the visit, or today. */
function dayOf({ form, data }: FormStore, today: string): string {
  const date = form.definition.date ? data[form.definition.date] : undefined;
  return typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : today;
}

/** Returns the answers that a new problem of this visit starts with. */
export function initialProblem(store: FormStore, today: string): RecordData {
  return newProblem(dayOf(store, today));
}

/** Says that a problem was solved by the day of the visit. How, and by whom, is asked in its questions. */
export function markProblemSolved(store: FormStore, index: number, today: string): void {
  changeProblem(store, index, { [PROBLEM_STATUS]: 'solved' satisfies ProblemStatus, date_solved: dayOf(store, today) });
}

/** Gives a problem up. */
export function markProblemDropped(store: FormStore, index: number): void {
  changeProblem(store, index, { [PROBLEM_STATUS]: 'dropped' satisfies ProblemStatus });
}

/** Returns true if the problem comes from an earlier visit. A stored visit also holds those that it found itself. */
export function isEarlierProblem(store: FormStore, { id, date_identified: found }: RecordData): boolean {
  if (id === undefined || !store.knownProblems.some((one) => one.id === id)) return false;
  return store.isNew || (typeof found === 'string' && found < dayOf(store, found));
}

/** Adds a problem of a type. Its id is made on the device, so that it is the same offline and online. */
export function addProblem(store: FormStore, typeId: string, today: string, more: RecordData = {}): void {
  const added = { id: v7(), [PROBLEM_TYPE]: typeId, ...initialProblem(store, today), ...more };
  put(store, [...problemRows(store.form, store.data), added]);
}

export function changeProblem(store: FormStore, index: number, patch: RecordData): void {
  const rows: RecordData[] = problemRows(store.form, store.data);
  const next = { ...rows[index], ...patch };
  // Somebody in advocacy changes the status that the row began with, and the question shows it.
  const answers = Object.entries(Object.hasOwn(patch, PROBLEM_STATUS) ? next : withProblemStatus(next)).filter(
    ([, value]) => value !== undefined,
  );
  put(
    store,
    rows.map((row, at) => (at === index ? Object.fromEntries(answers) : row)),
  );
}

/**
 * Makes a new problem of this visit the one that was known already: it takes what was newly said, and stays as old as it is.
 */
export function mergeWithEarlierProblem(
  store: FormStore,
  id: string,
  known: { id: string; date_identified: string },
): void {
  const rows: RecordData[] = problemRows(store.form, store.data);
  const added = rows.find((row) => row.id === id);
  if (!added) return;
  const before = rows.find((row) => row.id === known.id);
  const { [PROBLEM_STATUS]: status, [ROLE_PROPERTIES[1]]: found, ...said } = added;
  const first = before ?? { [PROBLEM_STATUS]: status, ...(found !== undefined && { [ROLE_PROPERTIES[1]]: found }) };
  const joined = { ...first, ...said, id: known.id, date_identified: known.date_identified };
  put(
    store,
    rows.flatMap((row) => (row === added ? [joined] : row === before ? [] : [row])),
  );
}

export function removeProblem(store: FormStore, index: number): void {
  put(
    store,
    problemRows(store.form, store.data).filter((_, at) => at !== index),
  );
}

/** Puts a removed problem back where it was. */
export function restoreProblem(store: FormStore, index: number, problem: RecordData): void {
  const rows: RecordData[] = problemRows(store.form, store.data);
  put(store, [...rows.slice(0, index), problem, ...rows.slice(index)]);
}

function put(store: FormStore, rows: RecordData[]): void {
  const field = store.form.definition.problems?.field;
  if (field) store.set({ [field]: rows.length > 0 ? rows : undefined });
}
