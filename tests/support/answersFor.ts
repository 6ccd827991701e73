/** Makes unchecked answers for any form from its definition and contract alone. */
import type { CompiledForm, RecordData } from '../../src/core/definitions/types.ts';
import { type AnswerContext, generateAnswer, orderDates } from '../../src/server/demo/answers.ts';

/** Percentage of the questions that are not required but get an answer. */
const FILLED = 75;

/** Returns raw answers, one per question. Those in `given` stay as they are. */
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
    Object.assign(data, generateAnswer(node, context));
  }
  return orderDates(form, data);
}
