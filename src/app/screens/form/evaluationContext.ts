/** What the conditions and defaults of an open form read beside its answers. */
import type { EvaluationContext } from '../../../core/expressions/types.ts';
import { toExpressionUser } from '../../../core/form/evaluate.ts';
import type { SessionView } from '../../../core/generated/api.ts';
import { deviceClock } from '../../data/deviceClock.ts';

/** Returns the moment of a record with this state and province, opened by this user. */
export function evaluationContextOf(
  user: SessionView['user'],
  programme: string | undefined,
  status: string | undefined,
  province?: string,
): EvaluationContext {
  const record = { ...(status && { status }), ...(province && { province }) };
  return { today: deviceClock.dayOfForms(), user: toExpressionUser(user, programme), record };
}
