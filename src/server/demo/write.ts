/**
 * Inserts many finished records at once, by the same rules as single writes: revisions with hash chain, projections, unique
 * values, problems and events. Checks, permissions and codes are left to the caller.
 */

import type { CompiledForm } from '../../core/definitions/types.ts';
import { getOwn } from '../../core/json.ts';
import { problemCountingTest } from '../../core/records/counting.ts';
import { uniqueValues } from '../../core/saving/identity.ts';
import { referencesInAnswers } from '../../core/saving/references.ts';
import type { Handle } from '../db/database.ts';
import { insertObjects } from '../db/insert.ts';
import { type RecordRow, toRecordsTable } from '../db/rows.ts';
import { writeNewSheets } from '../problems/log.ts';
import type { LoadedRows } from '../projections/project.ts';
import { problemSheetOf, revisionEvent } from '../records/commit.ts';
import { fileHashes, nextRevision, type StoredRevision } from '../records/history/chain.ts';
import type { SeedStores } from './context.ts';
import type { DemoStep } from './timeline.ts';

export interface FinishedRecord {
  form: CompiledForm;
  /** What no step changes. */
  head: Omit<
    RecordRow,
    | 'version'
    | 'hash'
    | 'state'
    | 'data'
    | 'edited_by'
    | 'created_sent_by'
    | 'edited_sent_by'
    | 'updated_by'
    | 'updated_at'
  >;
  steps: readonly DemoStep[];
}

/** Writes records of one form, in any version. `known` holds data that the caller has already and need not be read. */
export async function writeDemoRecords(
  { database: { dialect }, registry, projector }: Pick<SeedStores, 'database' | 'registry' | 'projector'>,
  trx: Handle,
  finished: readonly FinishedRecord[],
  known: Pick<LoadedRows, 'parents' | 'names'> = {},
): Promise<RecordRow[]> {
  const named = finished.flatMap(({ form, steps }) => steps.flatMap(({ data }) => filesOf(form, data)));
  const hashes = await fileHashes(
    trx,
    named.map(({ id }) => id),
  );
  const made = finished.map((one) => ({ form: one.form, ...withHistory(one, hashes) }));
  const rows = made.map(({ row }) => row);
  const put = (table: string, objects: object[]) => insertObjects(trx, dialect, table, objects);
  await put('records', rows.map(toRecordsTable));
  await put(
    'record_revisions',
    made.flatMap(({ revisions }) => revisions),
  );
  await put(
    'events',
    made.flatMap(({ row, revisions }) => revisions.map((revision) => revisionEvent(row, revision))),
  );
  const unique: object[] = [];
  const sheets: Parameters<typeof writeNewSheets>[1] = [];
  for (const { form, row } of made) {
    for (const { question, value } of uniqueValues(form, row.data))
      unique.push({ form: row.form, question, value, record_id: row.id });
    for (const { id, field } of filesOf(form, row.data))
      await trx
        .updateTable('attachments')
        .set({ record_id: row.id, form: row.form, field })
        .where('id', '=', id)
        .execute();
    if (form.definition.problems) sheets.push({ ...problemSheetOf(form, row), data: row.data, now: row.created_at });
  }
  await put('unique_values', unique);
  await writeNewSheets(trx, sheets, problemCountingTest(registry));
  const [first] = rows;
  if (first) await projector.project(trx, first.form, rows, { ...known, isNew: true });
  return rows;
}

const filesOf = (form: CompiledForm, data: RecordRow['data']) => referencesInAnswers(form, data).files;

/** Returns a record as its steps leave it, and the revisions of those steps. */
function withHistory({ form, head, steps }: FinishedRecord, hashes: Record<string, string>) {
  const revisions: StoredRevision[] = [];
  let row: RecordRow | null = null;
  for (const { action, at, by, state, data, comment = null, fields = [] } of steps) {
    const edited_by: string = row === null || row.data !== data ? by.id : row.edited_by;
    const office = { created_sent_by: null, edited_sent_by: null };
    const after = { ...head, ...office, state, data, edited_by, updated_by: by.id, updated_at: at };
    const entry = {
      action,
      at,
      by_id: by.id,
      by_name: by.name,
      device_id: null,
      captured_at: null,
      comment,
      fields: fields.length > 0 ? JSON.stringify(fields) : null,
    };
    const files = Object.fromEntries(filesOf(form, data).map(({ id }) => [id, getOwn(hashes, id) as string]));
    const revision = nextRevision(row, after, entry, files);
    revisions.push(revision);
    row = { ...after, version: revision.seq, hash: revision.hash };
  }
  return { row: row as RecordRow, revisions };
}
