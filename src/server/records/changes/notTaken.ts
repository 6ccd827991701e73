/**
 * Checks the answers that a writer gave up at a conflict, for the history: they could have been saved. Others are left out, so
 * that nobody can put a name that they may not see, or anything of another type, into the history.
 */
import type { RecordData } from '../../../core/definitions/types.ts';
import type { ErrorCode } from '../../../core/errors/catalogue.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import { canonicalJson } from '../../../core/json.ts';
import { type PreparedRecord, prepareRecord } from '../../../core/saving/prepareRecord.ts';
import { referencesInAnswers } from '../../../core/saving/references.ts';
import type { UpdateBody, WriteContext } from '../../../core/saving/types.ts';
import type { RecordRow } from '../../db/rows.ts';
import type { RecordDeps } from '../context.ts';

/** Errors that an answer only has beside other answers. It is itself one that can be given. */
const BESIDE_OTHERS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'problem_details',
  'problem_category_first',
  'constraint',
  'not_before',
  'rows_missing',
  'rows_surplus',
]);

export async function checkRejectedAnswers(
  deps: RecordDeps,
  record: RecordRow,
  { form, data, notTaken = {} }: UpdateBody,
  context: WriteContext,
): Promise<RecordData> {
  const isSame = (name: string, value: unknown) => canonicalJson(data[name] ?? null) === canonicalJson(value ?? null);
  const left = Object.entries(notTaken).filter(([name, value]) => {
    const node = form.byProperty.get(name);
    return node && !node.def.derived && !holdsFiles(node) && !isSame(name, value);
  });
  const given = Object.fromEntries(left);
  if (left.length === 0) return given;
  const prepared = await tried(() => {
    const parentId = undefined;
    return prepareRecord(deps, { form, id: record.id, data: { ...data, ...given }, before: record, parentId, context });
  });
  const wrong = new Set(
    Object.entries(prepared.errors).flatMap(([pointer, list]) =>
      list.every(({ code }) => BESIDE_OTHERS.has(code)) ? [] : [pointer.split('/')[1]],
    ),
  );
  // What other answers hide was not checked, so it must not name anything.
  const isChecked = (name: string, value: unknown) =>
    Object.hasOwn(prepared.data, name) || referencesInAnswers(form, { [name]: value }).records.length === 0;
  return Object.fromEntries(left.filter(([name, value]) => !wrong.has(name) && isChecked(name, value)));
}

async function tried(work: () => Promise<PreparedRecord>): Promise<{ data: RecordData; errors: RecordErrors }> {
  try {
    return { data: (await work()).data, errors: {} };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { data: {}, errors: error.errors ?? {} };
  }
}
