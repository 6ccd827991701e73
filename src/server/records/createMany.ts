/** Creates records together, all or none: the rows of an uploaded spreadsheet. */

import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { ErrorCode } from '../../core/errors/catalogue.ts';
import { Failure } from '../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../core/errors/recordErrors.ts';
import { fieldErrorParams } from '../../core/form/messages.ts';
import { uniqueValues } from '../../core/saving/identity.ts';
import { prepareNew, typedRecordCode } from '../../core/saving/plan.ts';
import type { PreparedRecord } from '../../core/saving/prepareRecord.ts';
import type { WriteContext } from '../../core/saving/types.ts';
import type { RecordRow } from '../db/rows.ts';
import type { RecordDeps } from './context.ts';
import { assignCode, insertNewRecord } from './create.ts';
import { isValueFree } from './read.ts';
import { type OnRowProgress, type RecordToCreate, RowsRefused } from './types.ts';

interface Looked {
  errors: RecordErrors;
  /** Absent if the row has errors. */
  prepared?: PreparedRecord;
}

/** Returns the errors of each row, including unique values that two rows share. Writes nothing. */
export async function checkNewRows(
  deps: RecordDeps,
  form: CompiledForm,
  rows: readonly RecordToCreate[],
  context: WriteContext,
): Promise<RecordErrors[]> {
  return (await lookAt(deps, form, rows, context)).map(({ errors }) => errors);
}

type MadeRow = Pick<RecordRow, 'id' | 'code' | 'name'>;

/** Creates all records in one transaction. Throws `RowsRefused` with the errors of each row. */
export async function createNewRows(
  deps: RecordDeps,
  form: CompiledForm,
  rows: readonly RecordToCreate[],
  context: WriteContext,
  onProgress?: OnRowProgress,
): Promise<MadeRow[]> {
  const looked = await lookAt(deps, form, rows, context, onProgress);
  const prepared = looked.flatMap((one) => one.prepared ?? []);
  if (looked.some(({ errors }) => Object.keys(errors).length > 0))
    throw new RowsRefused(looked.map(({ errors }) => errors));
  const at = deps.now().toISOString();
  const made: MadeRow[] = [];
  await deps.database.transaction(async (trx) => {
    // The transaction may run again after a rollback.
    made.length = 0;
    const untyped = prepared.map(({ data }) => data).filter((data) => typedRecordCode(form, data) === null);
    const given = await deps.codes.nextAll(trx, form, untyped);
    for (const [index, { id, same }] of rows.entries()) {
      const acknowledged = same ? (['same'] as const) : [];
      const one = prepared[index] as PreparedRecord;
      const code = await assignCode(trx, form, one.data, async () => given.shift() ?? null);
      const { name } = await insertNewRecord(deps, trx, { form, id, prepared: one, code, acknowledged, context, at });
      made.push({ id, code, name });
      await onProgress?.('write', index + 1);
    }
  });
  return made;
}

/** Prepares each row, or finds its errors. */
async function lookAt(
  deps: RecordDeps,
  form: CompiledForm,
  rows: readonly RecordToCreate[],
  context: WriteContext,
  onProgress?: OnRowProgress,
): Promise<Looked[]> {
  const looked: Looked[] = [];
  const seen = new Set<string>();
  for (const { id, data } of rows) {
    const one = await lookAtOne(deps, form, id, data, context);
    for (const { question, node, value } of uniqueValues(form, data)) {
      const key = `${question} ${value}`;
      const free = !seen.has(key) && (await isValueFree(deps, form, node.name, value, id));
      seen.add(key);
      if (!free) addError(one.errors, node.pointer, 'unique', fieldErrorParams(node, 'unique'));
    }
    looked.push(one);
    await onProgress?.('check', looked.length);
  }
  return looked;
}

/** Prepares one row. A refused permission becomes an error of the place. */
async function lookAtOne(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  data: RecordData,
  context: WriteContext,
): Promise<Looked> {
  try {
    return { errors: {}, prepared: await prepareNew(deps, form, id, data, undefined, context) };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    if (error.errors) return { errors: error.errors };
    const parts = form.fields.get(form.definition.place ?? '')?.parts;
    const errors: RecordErrors = {};
    addError(errors, parts?.province ? `/${parts.province}` : '', error.code as ErrorCode, error.params);
    return { errors };
  }
}
