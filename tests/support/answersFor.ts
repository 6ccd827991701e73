/** Answers for any form that nothing has checked yet, from its definition and contract alone. */
import type { CompiledForm, RecordData } from '../../src/core/definitions/types.ts';
import { type AnswerContext, answerOf, inOrder } from '../../src/server/jobs/seed/answers.ts';

/** Share of questions that are not required and get an answer all the same. */
const FILLED = 75;

/** Raw answers: one per question, fixed ones as given. */
export function answersFor(form: CompiledForm, given: RecordData, context: AnswerContext): RecordData {
  const data: RecordData = { ...given };
  for (const node of form.fields.values()) {
    if (
      node.def.derived ||
      node.properties.length === 0 ||
      node.name === form.definition.problems?.field ||
      node.properties.some((name) => name in given)
    )
      continue;
    if (!node.required && !node.def.requiredWhen && !context.random.percent(FILLED)) continue;
    Object.assign(data, answerOf(node, context));
  }
  return inOrder(form, data);
}
