/** The rows of an export, with the names of what their cells refer to. */
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { RecordedTransition } from '../../records/history/moves.ts';
import { everyListRow } from '../../records/list.ts';
import type { ListQuery, ListRow } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import { createNameCollector } from '../reads.ts';
import { addHistoryTimes } from './recordHistoryColumns.ts';

/** Rows whose names are read together. */
const BATCH = 200;

/** A record of an export. */
export interface ExportedRow {
  row: ListRow;
  refs: Refs;
  /** Its changes of state, the oldest first. Empty unless they are wanted. */
  transitions: readonly RecordedTransition[];
}

/** `isAll` adds names of what only older versions asked, `withTimes` what the columns of the audit read. */
interface Wanted {
  isAll: boolean;
  withTimes: boolean;
  withTransitions: boolean;
  most?: number;
}

export async function* rowsWithNames(
  call: ApiCall,
  query: ListQuery,
  { isAll, withTimes, withTransitions, most }: Wanted,
): AsyncGenerator<ExportedRow> {
  const { form, actor, services } = call;
  let batch: ListRow[] = [];
  const named = async function* () {
    const refs = await namesInRows(call, batch, isAll);
    if (withTimes) await addHistoryTimes(services, batch);
    const all = withTransitions ? await services.records.transitionsOf(form, batch, actor) : undefined;
    for (const row of batch) yield { row, refs, transitions: all?.get(row.record.id) ?? [] };
    batch = [];
  };
  for await (const row of everyListRow(services.records, query, actor, most)) {
    batch.push(row);
    if (batch.length >= BATCH) yield* named();
  }
  yield* named();
}

/** Returns the names of what the cells of these rows refer to. `isAll` adds what only older versions asked. */
export async function namesInRows({ services, form }: ApiCall, rows: Iterable<ListRow>, isAll: boolean): Promise<Refs> {
  const refs = createNameCollector(services);
  for (const { record, stored, columns: shown } of rows) {
    refs.addRecord(form, record);
    const captured = isAll && services.registry.form(record.form, record.form_version);
    if (captured) refs.addAnswers(captured, stored);
    refs.addRecordId(record.id);
    for (const value of Object.values(shown)) refs.addPlace(value);
  }
  return refs.load();
}
