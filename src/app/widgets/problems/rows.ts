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
  const field = store.form.definition.problems?.field;
  if (!field) return;
  store.set({
    [field]: [
      ...problemRows(store.form, store.data),
      { id: v7(), [TYPE]: typeId, ...freshProblem(store, today), ...more },
    ],
  });
}

export function changeProblem(store: FormStore, index: number, patch: RecordData): void {
  const field = store.form.definition.problems?.field;
  if (!field) return;
  store.set({
    [field]: problemRows(store.form, store.data).map((row, at) => {
      if (at !== index) return row;
      const next = { ...row, ...patch };
      for (const name of Object.keys(patch)) if (patch[name] === undefined) delete next[name];
      return next;
    }),
  });
}

export function removeProblem(store: FormStore, index: number): void {
  const field = store.form.definition.problems?.field;
  if (!field) return;
  const left = problemRows(store.form, store.data).filter((_, at) => at !== index);
  store.set({ [field]: left.length > 0 ? left : undefined });
}
