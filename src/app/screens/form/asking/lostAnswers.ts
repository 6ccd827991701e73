/** Finds answers that the stored record has and that saving would take away: a slip of the finger looks the same as a wish. */
import type { CompiledForm, FieldNode, RecordData } from '../../../../core/definitions/types.ts';
import { isAnswerable } from '../../../../core/form/types/question.ts';
import { isBlank } from '../../../../core/text/letters.ts';
import type { FormStore } from '../../../widgets/store.ts';

/** Questions that are not asked any more lose theirs by a rule, and are left out. */
export function lostAnswers(store: FormStore, form: CompiledForm, before: RecordData): FieldNode[] {
  return [...form.fields.values()].filter(
    (node) =>
      isAnswerable(node) &&
      !node.def.derived &&
      !store.field(node.name).hidden &&
      node.properties.some((name) => !isBlank(before[name]) && isBlank(store.stored[name])),
  );
}
