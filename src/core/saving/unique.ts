/** Answers that no other record of the form may have. */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { foldAnswer } from '../text/fold.ts';

/** Returns unique values, folded, by question id. Two undeleted records of a form never have the same one. */
export function uniqueValues(
  form: CompiledForm,
  data: RecordData,
): { question: string; node: FieldNode; value: string }[] {
  return [...form.fields.values()].flatMap((node) => {
    const answer = node.def.unique ? data[node.properties[0] ?? node.name] : undefined;
    const value = typeof answer === 'string' ? foldAnswer(answer) : typeof answer === 'number' ? String(answer) : '';
    return value === '' ? [] : [{ question: node.id, node, value: value.replaceAll('\0', '') }];
  });
}
