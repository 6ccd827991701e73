/** Detects that so many questions are open that saving may be a mistake. The constants set the limits. */
import type { CompiledForm, Constants } from '../../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import type { FormStore } from '../../../widgets/store.ts';

export interface UnansweredCount {
  open: number;
  total: number;
  /** Property name of the first open question. */
  first: string;
}

/** Counts the open visible fields of the types in `constants.unanswered`. Returns undefined if they are below the limits. */
export function countUnanswered(
  store: FormStore,
  form: CompiledForm,
  constants: Constants,
): UnansweredCount | undefined {
  const rule = constants.unanswered;
  if (!rule) return undefined;
  const asked = [...form.fields.values()].filter(
    (node) => rule.types.includes(node.type) && node.def.derived === undefined && !store.field(node.name).hidden,
  );
  const open = asked.filter((node) => FIELD_TYPES[node.type].isEmpty(node, store.data));
  const [first] = open;
  if (!first || open.length < rule.from || open.length / asked.length < rule.share) return undefined;
  return { open: open.length, total: asked.length, first: first.properties[0] ?? first.name };
}
