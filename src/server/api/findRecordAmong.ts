/** Finds a record by its id among records of several forms. */
import { Failure } from '../../core/errors/failure.ts';
import type { RecordWithScope } from '../../core/saving/types.ts';
import { rowsById } from '../db/rows.ts';
import type { ApiCall } from './call.ts';

/** Returns the form of a record if it is one of these forms; otherwise undefined. */
export async function formOfRecord({ services }: Pick<ApiCall, 'services'>, forms: readonly string[], id: string) {
  const rows = await rowsById(services.database.read, 'records', ['form'], [id]);
  const name = rows[0]?.form;
  return name !== undefined && forms.includes(name) ? services.registry.form(name) : undefined;
}

/** Loads a record of one of these forms. Throws `record_not_found` if the actor may not see it. */
export async function findRecordAmong(
  call: Pick<ApiCall, 'services' | 'actor'>,
  forms: readonly string[],
  id: string,
): Promise<RecordWithScope> {
  const form = await formOfRecord(call, forms, id);
  if (!form) throw new Failure('record_not_found');
  return call.services.records.get(form, id, call.actor);
}
