/** Notes the outcome of each submission in the entry log, without changing the outcome. */

import { QUESTIONS } from '../../../core/errors/catalogue.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { asId } from '../../../core/saving/envelope.ts';
import type { Submission } from '../../records/log/entry.ts';
import type { Call } from '../call.ts';

type Write = (call: Call, id: string) => Promise<Record<string, unknown>>;

/** Wraps a handler so that its submissions are logged, except server errors (5xx), which the sender did not cause. */
export function logged(write: Write): Write {
  return async (call, id) => {
    const { services, form, actor, body } = call;
    const given = id || asId(body.id);
    const about = (): Submission => ({
      form,
      actor,
      at: services.now().toISOString(),
      action: given ? 'edit' : 'create',
    });
    try {
      const answer = await write(call, id);
      services.entryLog.note({ ...about(), record_id: String(answer.id), version: Number(answer.version) });
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.status < 500 && !QUESTIONS.has(error.code)) {
        const { parent } = form.definition;
        const parentId =
          parent && asId(getOwn(body, parent.field) ?? getOwn(body, parent.param ?? '') ?? body.parent_id);
        services.entryLog.note({
          ...about(),
          failure: error,
          answers: body,
          ...(given && { record_id: given }),
          ...(parentId && { parent_id: parentId }),
        });
      }
      throw error;
    }
  };
}
