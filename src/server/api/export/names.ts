/** The rows of an export, with the names of what their cells refer to. */
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { everyRow } from '../../records/everyRow.ts';
import type { ListQuery, ListRow } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { collectNames } from '../names.ts';
import { addAuditTimes } from './auditColumns.ts';

/** Rows whose names are read together. */
const BATCH = 200;

/** `isAll` adds names of what only older versions asked, `withTimes` what the columns of the audit read. */
interface Wanted {
  isAll: boolean;
  withTimes: boolean;
  most?: number;
}

export async function* rowsWithNames(
  call: Call,
  query: ListQuery,
  { isAll, withTimes, most }: Wanted,
): AsyncGenerator<{ row: ListRow; refs: Refs }> {
  let batch: ListRow[] = [];
  const named = async function* () {
    const refs = await namesIn(call, batch, isAll);
    if (withTimes) await addAuditTimes(call.services, batch);
    for (const row of batch) yield { row, refs };
    batch = [];
  };
  for await (const row of everyRow(call.services.records, query, call.actor, most)) {
    batch.push(row);
    if (batch.length >= BATCH) yield* named();
  }
  yield* named();
}

/** Returns the names of what the cells of these rows refer to. `isAll` adds what only older versions asked. */
export async function namesIn({ services, form }: Call, rows: Iterable<ListRow>, isAll: boolean): Promise<Refs> {
  const refs = collectNames(services);
  for (const { record, stored, columns: shown } of rows) {
    refs.addRecord(form, record);
    const captured = isAll && services.registry.form(record.form, record.form_version);
    if (captured) refs.addAnswers(captured, stored);
    refs.addRecordId(record.id);
    for (const value of Object.values(shown)) refs.addPlace(value);
  }
  return refs.load();
}
