/**
 * What a person changed after the server refused a change of the same record is its correction: it is sent in place of what was
 * refused, because alone it could never be sent, and what was refused would be refused again.
 */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { readOtherProblems } from '../saving/prepareRecord.ts';
import { answersOfBody, formVersionOf, isTransition, localFilesIn, replaceAnswers } from './body.ts';
import { mergeOperation, type SyncForms } from './conflicts.ts';
import { hasConflict, mergedAnswers } from './merge.ts';
import type { Operation } from './types.ts';

export interface CorrectedOperation {
  operation: Operation;
  /** The later changes as they are now: those that it holds have nothing more to say. */
  later: Operation[];
}

/** `later` are the unsent changes of the record after the refused one. Undefined if none of them changes its answers. */
export async function correctOperation(
  refused: Operation,
  later: readonly Operation[],
  forms: SyncForms,
): Promise<CorrectedOperation | undefined> {
  const end = later.findIndex(({ kind, state }) => kind !== 'update' || state.is !== 'waiting');
  const held = end === -1 ? later : later.slice(0, end);
  const [first] = held;
  const last = held.findLast(({ within }) => within !== refused.id);
  const taken = first && last && (await answersAfter(refused, first, last, forms));
  if (!last || !taken) return undefined;
  const { body, form_version, data } = taken;
  const operation: Operation = { ...refused, body, files: localFilesIn(body), state: { is: 'waiting', attempts: 0 } };
  const at = held.indexOf(last);
  // Each takes its own step and no other's.
  const { transition: _step, ...answers } = last.body;
  return {
    operation,
    later: later.map((one, place) =>
      place > at || !one.base
        ? one
        : {
            ...one,
            within: refused.id,
            base: { ...one.base, form_version, data },
            body: { ...answers, ...(isTransition(one) && { transition: one.body.transition }) },
            files: [],
          },
    ),
  };
}

/** Returns what the person said, in one of both, about records and problems that may be the same. */
function saidIn(refused: Operation['body'], last: Operation['body']) {
  const others = [refused, last].flatMap((body) => readOtherProblems(body) ?? []);
  return {
    ...(last.same === 'save' && { same: last.same }),
    ...(others.length > 0 && { other_problems: [...new Set(others)] }),
  };
}

async function answersAfter(refused: Operation, first: Operation, last: Operation, forms: SyncForms) {
  const version = async (number = 0) => (await forms(refused.form, number, number))[0];
  const [written, form] = [await version(formVersionOf(refused)), await version(formVersionOf(last))];
  if (!written || !form) return undefined;
  const sent = (to: CompiledForm, data: RecordData) => {
    const answers = replaceAnswers({ form: to, written }, refused.body, data);
    const body = { ...answers, form_version: to.version, ...saidIn(refused.body, last.body) };
    return { body, data, form_version: to.version };
  };
  // A new record is changed by nobody else, and may have moved to an earlier version of its form.
  if (!refused.base) return sent(form, answersOfBody(form, last.body));
  const now = { ...refused.base, form_version: written.version, data: answersOfBody(written, refused.body) };
  const merge = await mergeOperation({ ...last, base: first.base }, now, forms);
  if (hasConflict(merge)) return undefined;
  return sent(merge.form, mergedAnswers(merge));
}
