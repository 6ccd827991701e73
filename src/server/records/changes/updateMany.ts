/** Changes the answers of several records together, all or none: the corrected cells of a spreadsheet. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ErrorCode } from '../../../core/errors/catalogue.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { planUpdate } from '../../../core/saving/plan.ts';
import type { WriteContext } from '../../../core/saving/types.ts';
import { type RecordRow, toStoredRecord } from '../../db/rows.ts';
import { type RecordChangePlan, updateDependentRows } from '../change.ts';
import { commitChange, VersionConflict } from '../commit.ts';
import type { RecordDeps } from '../context.ts';
import { mustSeeRecord } from '../read.ts';
import { type OnRowProgress, type RecordToUpdate, RowsRefused } from '../types.ts';

interface Looked {
  errors: RecordErrors;
  /** Absent if the record has errors. */
  planned?: { before: RecordRow; form: CompiledForm; plan: RecordChangePlan };
}

/** Returns the errors of each record. Writes nothing. */
export async function checkUpdates(
  deps: RecordDeps,
  form: CompiledForm,
  rows: readonly RecordToUpdate[],
  context: WriteContext,
  onProgress?: OnRowProgress,
): Promise<RecordErrors[]> {
  return (await lookAt(deps, form, rows, context, onProgress)).map(({ errors }) => errors);
}

/**
 * Changes all records in one transaction. `comment` is what their history says. Throws `RowsRefused` with the errors of each
 * record, and `sheet_changed` if somebody else changes one of them meanwhile.
 */
export async function updateRecords(
  deps: RecordDeps,
  of: CompiledForm,
  rows: readonly RecordToUpdate[],
  context: WriteContext,
  comment: string,
  onProgress?: OnRowProgress,
): Promise<Pick<RecordRow, 'id' | 'code' | 'name'>[]> {
  const looked = await lookAt(deps, of, rows, context, onProgress);
  const planned = looked.flatMap((one) => one.planned ?? []);
  if (planned.length < rows.length) throw new RowsRefused(looked.map(({ errors }) => errors));
  const at = deps.now().toISOString();
  const written: RecordRow[] = [];
  try {
    await deps.database.transaction(async (trx) => {
      // The transaction may run again after a rollback.
      written.length = 0;
      for (const [index, { before, form, plan }] of planned.entries()) {
        const after = await commitChange(deps, trx, { ...plan, comment, form, before, context, at }).catch((error) => {
          throw error instanceof Failure && error.errors ? refusedAt(index, rows.length, error.errors) : error;
        });
        await updateDependentRows(deps, trx, before, after, at);
        written.push(after);
        await onProgress?.('write', written.length);
      }
    });
  } catch (error) {
    throw error instanceof VersionConflict ? new Failure('sheet_changed') : error;
  }
  if (written.some(({ name }, index) => name !== planned[index]?.before.name)) deps.renames.start();
  return written.map(({ id, code, name }) => ({ id, code, name }));
}

/** Two records of the file may be given the same unique value, which is found only when both are written. */
function refusedAt(index: number, rows: number, errors: RecordErrors): RowsRefused {
  return new RowsRefused(Array.from({ length: rows }, (_, at) => (at === index ? errors : {})));
}

async function lookAt(
  deps: RecordDeps,
  form: CompiledForm,
  rows: readonly RecordToUpdate[],
  context: WriteContext,
  onProgress?: OnRowProgress,
): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (const row of rows) {
    looked.push(await lookAtOne(deps, form, row, context));
    await onProgress?.('check', looked.length);
  }
  return looked;
}

/** Plans one update. A refused permission becomes an error of the whole record. */
async function lookAtOne(
  deps: RecordDeps,
  of: CompiledForm,
  { id, read }: RecordToUpdate,
  context: WriteContext,
): Promise<Looked> {
  try {
    const { record, scope } = await mustSeeRecord(deps, of, id, context.actor);
    const sent = read({ record: toStoredRecord(record), scope, name: record.name });
    if (sent.version !== record.version) throw new Failure('sheet_changed');
    const plan = await planUpdate(deps, record, sent, context);
    return { errors: {}, planned: { before: record, form: sent.form, plan } };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    if (error.code === 'sheet_changed') throw error;
    if (error.errors) return { errors: error.errors };
    const errors: RecordErrors = {};
    addError(errors, '', error.code as ErrorCode, error.params);
    return { errors };
  }
}
