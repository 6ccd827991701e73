/** Whether a label would only repeat the heading above it. */
import type { CompiledForm, FieldNode } from '../../core/definitions/types.ts';
import { text } from './words.ts';

/** True for the only field of a section that is named like the section. */
export function saysTheHeading(node: FieldNode, { fields, def }: CompiledForm['sections'][number]): boolean {
  return fields.length === 1 && fields[0] === node && text(node.def.label) === text(def.title);
}
