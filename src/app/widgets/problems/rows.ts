/** Reads and changes the problems of a visit. */
import { v7 } from 'uuid';
import type { RecordData } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import { newProblem, numbered, type SheetProblem, TYPE } from '../../../core/problems/log.ts';
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
export function inOrder(rows: RecordData[], types: readonly PickItem[]): NumberedProblem[] {
  return numbered(
    rows as SheetProblem[],
    (row) => row[TYPE],
    types.map((type) => type.id),
  ).map(({ number, index, group }) => ({
    number,
    index,
    problem: rows[index]!,
    type: types.find((one) => one.id === group),
  }));
}

/** Returns the answers that a new problem of this visit starts with. */
export function freshProblem(store: FormStore, today: string): RecordData {
  const date = store.form.definition.date ? store.data[store.form.definition.date] : undefined;
  const day = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : today;
  return newProblem(day);
}

/** Adds a problem of a type. Its id is made on the device, so that it is the same offline and online. */
export function addProblem(store: FormStore, typeId: string, today: string, more: RecordData = {}): void {
  const added = { id: v7(), [TYPE]: typeId, ...freshProblem(store, today), ...more };
  put(store, [...problemRows(store.form, store.data), added]);
}

export function changeProblem(store: FormStore, index: number, patch: RecordData): void {
  const rows: RecordData[] = problemRows(store.form, store.data);
  const answers = Object.entries({ ...rows[index], ...patch }).filter(([, value]) => value !== undefined);
  put(
    store,
    rows.map((row, at) => (at === index ? Object.fromEntries(answers) : row)),
  );
}

export function removeProblem(store: FormStore, index: number): void {
  put(
    store,
    problemRows(store.form, store.data).filter((_, at) => at !== index),
  );
}

function put(store: FormStore, rows: RecordData[]): void {
  const field = store.form.definition.problems?.field;
  if (field) store.set({ [field]: rows.length > 0 ? rows : undefined });
}
