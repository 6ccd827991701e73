/** What people do to a master table besides what all kept things share (`referenceEdits.ts`). */
import { Failure } from '../../core/errors/failure.ts';
import { type Choice, orderChoices } from './choices.ts';
import { columnsOf, type KeptEdit, logEdit, type ReferenceEdit, writeEdit } from './referenceEdits.ts';

/** What a person may say about an entry. */
export type ChoiceInput = Pick<
  Choice,
  'name_en' | 'name_fa' | 'name_ps' | 'aliases' | 'category' | 'valid_from' | 'valid_to'
>;

export interface ChoiceEdit extends KeptEdit<Choice> {
  list: string;
}

export function choiceEdit(edit: ReferenceEdit, list: string): ChoiceEdit {
  return {
    ...edit,
    kind: 'choice',
    list,
    async update(trx, before, row) {
      const done = await trx
        .updateTable('choices')
        .set({ ...row, updated_at: edit.at })
        .where('list', '=', list)
        .where('id', '=', before.id)
        .where('updated_at', '=', before.updated_at)
        .executeTakeFirst();
      if (done.numUpdatedRows !== 1n) throw new Failure('conflict');
    },
  };
}

/** A new entry behind the others. */
export async function addChoice(edit: ChoiceEdit, id: string, code: string, input: ChoiceInput): Promise<void> {
  await writeEdit(edit, async (trx) => {
    const { list, at } = edit;
    const last = await trx
      .selectFrom('choices')
      .select((query) => query.fn.max('position').as('position'))
      .where('list', '=', list)
      .executeTakeFirst();
    const position = Number(last?.position ?? -1) + 1;
    await trx
      .insertInto('choices')
      .values({ list, id, position, code, ...columnsOf(input), updated_at: at })
      .execute();
    await logEdit(trx, edit, 'choice_added', id, { after: input });
  });
}

export async function putInOrder(edit: ChoiceEdit, ids: readonly string[]): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await orderChoices(trx, edit.list, ids);
    await logEdit(trx, edit, 'choices_ordered', null, { ids });
  });
}
