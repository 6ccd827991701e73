/**
 * What people do to the entries of a master table, and what has to follow in the background (`keptEdits.ts` says what all
 * edits share).
 */
import { Failure } from '../../core/errors/failure.ts';
import type { Handle } from '../db/database.ts';
import { type Choice, orderChoices } from './choices.ts';
import { addPendingWork } from './pendingWork.ts';
import {
  aliasesText,
  columnsOf,
  differences,
  editHistory,
  logEdit,
  type Named,
  namesTogether,
  type ReferenceEdit,
  type ReferenceEvent,
  writeEdit,
} from './referenceEdits.ts';

export type ChoiceAction =
  | 'choice_added'
  | 'choice_changed'
  | 'choice_retired'
  | 'choice_restored'
  | 'choice_merged'
  | 'choice_separated'
  | 'choices_ordered';

/** What a person may say about an entry. */
export interface ChoiceInput extends Named {
  category: string | null;
  valid_from: string | null;
  valid_to: string | null;
}

export interface Edit extends ReferenceEdit {
  list: string;
}

/** A new entry behind the others. */
export async function addChoice(edit: Edit, id: string, code: string, input: ChoiceInput): Promise<void> {
  await writeEdit(edit, async (trx) => {
    const { list, at } = edit;
    const last = await trx
      .selectFrom('choices')
      .select((query) => query.fn.max('position').as('position'))
      .where('list', '=', list)
      .executeTakeFirst();
    const position = last?.position === null || last?.position === undefined ? 0 : Number(last.position) + 1;
    const row = { list, id, position, code, parent: null, extra: null, merged_into: null, ...columnsOf(input) };
    await trx
      .insertInto('choices')
      .values({ ...row, updated_at: at })
      .execute();
    await log(trx, edit, 'choice_added', id, { after: input });
  });
}

/** Changes an entry that is still as the person saw it; `conflict` otherwise. */
export async function changeChoice(
  edit: Edit,
  before: Choice,
  input: ChoiceInput,
  action: ChoiceAction = 'choice_changed',
): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await update(trx, edit, before, columnsOf(input));
    await log(trx, edit, action, before.id, differences(before, input));
    await addPendingWork(trx, { kind: 'choice', list: edit.list, id: before.id });
  });
}

/** From now on another entry stands for this one; its names stay as other names of that entry. */
export async function mergeChoice(edit: Edit, double: Choice, into: Choice): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: into.id });
    await update(trx, edit, into, { aliases: aliasesText(namesTogether(into, double)) });
    await log(trx, edit, 'choice_merged', double.id, { into: into.id });
    await addPendingWork(trx, { kind: 'choice', list: edit.list, id: double.id });
  });
}

/** Two entries again. */
export async function separateChoice(edit: Edit, double: Choice): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: null });
    await log(trx, edit, 'choice_separated', double.id, { from: double.merged_into });
    await addPendingWork(trx, { kind: 'choice', list: edit.list, id: double.id });
    if (double.merged_into) await addPendingWork(trx, { kind: 'choice', list: edit.list, id: double.merged_into });
  });
}

export async function putInOrder(edit: Edit, ids: readonly string[]): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await orderChoices(trx, edit.list, ids);
    await log(trx, edit, 'choices_ordered', null, { ids });
  });
}

/** Who changed what in a list, newest first. */
export function choiceHistory(db: Handle, list: string, limit: number): Promise<ReferenceEvent<ChoiceAction>[]> {
  return editHistory(db, { prefix: 'choice', list }, limit);
}

async function update(trx: Handle, { list, at }: Edit, before: Choice, row: object): Promise<void> {
  const done = await trx
    .updateTable('choices')
    .set({ ...row, updated_at: at })
    .where('list', '=', list)
    .where('id', '=', before.id)
    .where('updated_at', '=', before.updated_at)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) throw new Failure('conflict');
}

function log(trx: Handle, edit: Edit, action: ChoiceAction, id: string | null, detail: object): Promise<void> {
  return logEdit(trx, edit, { action, list: edit.list, id }, detail);
}
