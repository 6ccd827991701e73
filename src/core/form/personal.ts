/**
 * Which answers tell who somebody is, decided by the types of questions, so that it holds for every form.
 *
 * In the record of a person these go when it is anonymised: words (text, longtext, phone, email, url), pictures and files,
 * exact days and points (a date of birth, a home), whatever is restricted, and words put together from these. What figures
 * are made of stays: closed options and open lists (gender, role, organisation), numbers and years, the place, the code,
 * and which other records it names.
 */
import { derivationInputs } from '../definitions/compile.ts';
import type { CompiledForm, FieldNode } from '../definitions/types.ts';
import { everyNode } from '../records/restricted.ts';
import type { FieldType } from './types/fieldType.ts';
import { FIELD_TYPES } from './types/index.ts';

/** Ids of the questions of a person's record that tell who it is; `restricted` are those that are so anyhow. */
export function personalQuestions(versions: readonly CompiledForm[], restricted: ReadonlySet<string>): Set<string> {
  const found = questionsOf(versions, ({ personal }) => personal !== undefined, restricted);
  // In the order of their dependence, so that words put together from such words are found too.
  for (const form of versions)
    for (const node of form.derived) if (isPutTogether(form, node, found)) found.add(node.id);
  return found;
}

/** Ids of the questions of any record in whose answers a person may be named. */
export function wordQuestions(versions: readonly CompiledForm[], restricted: ReadonlySet<string>): Set<string> {
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
  if (!node.def.derived || !('concat' in node.def.derived)) return false;
  return derivationInputs(node).some((name) => {
    const input = form.fields.get(name) ?? form.byProperty.get(name);
    return input !== undefined && personal.has(input.id);
  });
}
