/**
 * Decides by field types which answers identify a person, so that it holds for every form. When the record of a person is
 * anonymised, these are removed: words (text, longtext, phone, email, url), images and files, exact dates and points (a date
 * of birth, a home), all restricted answers, and texts joined from these. What statistics need stays: closed options and
 * open lists (gender, role, organisation), numbers and years, the place, the code, and references to other records.
 */
import { derivationInputs } from '../definitions/inputs.ts';
import type { CompiledForm, FieldNode } from '../definitions/types.ts';
import { everyNode } from '../records/restricted.ts';
import type { FieldType } from './types/fieldType.ts';
import { FIELD_TYPES } from './types/index.ts';

/** Returns the ids of questions that identify the person of a record. `restricted` questions are always included. */
export function personalQuestions(versions: readonly CompiledForm[], restricted: ReadonlySet<string>): Set<string> {
  const found = questionsOf(versions, ({ personal }) => personal !== undefined, restricted);
  // Derived fields come after their inputs, so that texts joined from joined texts are found too.
  for (const form of versions)
    for (const node of form.derived) if (isPutTogether(form, node, found)) found.add(node.id);
  return found;
}

/** Returns the ids of questions, in any record, whose answers may name a person. */
export function freeTextQuestions(versions: readonly CompiledForm[], restricted: ReadonlySet<string>): Set<string> {
  return questionsOf(versions, ({ personal }) => personal === 'words', restricted);
}

function questionsOf(
  versions: readonly CompiledForm[],
  isMeant: (type: FieldType) => boolean,
  restricted: ReadonlySet<string>,
): Set<string> {
  const found = new Set(restricted);
  for (const { fields } of versions)
    for (const node of everyNode(fields.values())) if (isMeant(FIELD_TYPES[node.type])) found.add(node.id);
  return found;
}

function isPutTogether(form: CompiledForm, node: FieldNode, personal: ReadonlySet<string>): boolean {
  const isText = node.def.derived?.concat ?? (node.def.derived?.expr && node.schema.type === 'string');
  if (!isText) return false;
  return derivationInputs(node.def).some((name) => {
    const input = form.fields.get(name) ?? form.byProperty.get(name);
    return input && [input, ...(input.columns ?? [])].some(({ id }) => personal.has(id));
  });
}
