/** Whether so many questions of a kind are open that saving is perhaps a slip; the constants say what counts. */
import type { CompiledForm, Constants } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import type { FormStore } from '../../widgets/store.ts';

export interface Unanswered {
  open: number;
  total: number;
  /** Stored name of the first open question. */
  first: string;
}

/** Nothing when there is nothing to ask. Counts the visible questions of the types that `constants.unanswered` names. */
export function unanswered(store: FormStore, form: CompiledForm, constants: Constants): Unanswered | undefined {
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
