/** The problems a sheet carries, and what may be done with them. */
import { v7 } from 'uuid';
import type { RecordData } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import { newProblem, numbered, type SheetProblem, TYPE } from '../../../core/problems/log.ts';
import type { PickItem } from '../source.ts';
import type { FormStore } from '../store.ts';

export interface NumberedProblem {
  /** From 1 across all groups. */
  number: number;
  /** Place in the stored list. */
  index: number;
  problem: RecordData;
  type: PickItem | undefined;
}

/** In the order of the types' list, then as they were entered. */
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

/** What a new problem of this sheet starts with. */
export function freshProblem(store: FormStore, today: string): RecordData {
  const date = store.form.definition.date ? store.data[store.form.definition.date] : undefined;
  const day = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : today;
  return newProblem(day);
}

/** Appends a problem of a type; the id is made here so that it stays the same offline and on. */
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
