/** Finds labels that only repeat the heading above them. */
import type { CompiledForm, FieldNode } from '../../core/definitions/types.ts';
import { text } from './words.ts';

/** Returns true for the only field of a section if its label is the section's title. */
export function repeatsSectionTitle(node: FieldNode, { fields, def }: CompiledForm['sections'][number]): boolean {
  return fields.length === 1 && fields[0] === node && text(node.def.label) === text(def.title);
}
