/**
 * Adopts records made before revisions stored the record's columns. An event stores the hash of their last revision and
 * their current columns. Their revisions stay unchanged. This runs once, in batches, and continues after a stop.
 */
import { changeCovered } from '../db/coveredRows.ts';
import type { Database, Handle } from '../db/database.ts';
import { groupIntoMap } from '../db/rows.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';
import { isParseable, parseDefinition } from '../definitions/compileServable.ts';
import { SNAPSHOT_COLUMNS } from '../records/history/chain.ts';
import { ADOPTED_ACTION } from './recordHistory.ts';

const PROGRESS = 'history.adopted';
const DONE = 'done';
const BATCH = 500;

/** Returns true if every old record has been adopted. */
export async function areRecordsAdopted(db: Handle): Promise<boolean> {
  return (await readSetting(db, PROGRESS)) === DONE;
}

/** Returns the forms whose records are log entries. Only the server writes them, many at a time and without events. */
export async function logForms(db: Handle): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('definitions').select(['form', 'definition']).execute();
  const isLog = (text: string) => isParseable(text) && parseDefinition(text).kind === 'log';
  return new Set(rows.filter(({ definition }) => isLog(definition)).map(({ form }) => form));
}

/** Returns the number of adopted records. `signal` stops it early. */
export async function adoptRecords(database: Database, now: () => Date, signal?: AbortSignal): Promise<number> {
  let adopted = 0;
  if (await areRecordsAdopted(database.read)) return adopted;
  const logs = await logForms(database.read);
  while (!signal?.aborted) {
    const { found, isLast } = await database.transaction((trx) => adoptSome(trx, logs, now().toISOString()));
    adopted += found;
    if (isLast) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return adopted;
}

async function adoptSome(trx: Handle, logs: ReadonlySet<string>, at: string) {
  const after = (await readSetting(trx, PROGRESS)) ?? '';
  if (after === DONE) return { found: 0, isLast: true };
  const rows = await trx
    .selectFrom('records')
    .innerJoin('record_revisions', (join) =>
      join.onRef('record_revisions.record_id', '=', 'records.id').onRef('record_revisions.seq', '=', 'records.version'),
    )
    .select([
      'records.id',
      'records.version',
      'records.hash',
      ...SNAPSHOT_COLUMNS.map((name) => `records.${name}` as const),
    ])
    .select('record_revisions.record as told')
    .where('records.id', '>', after)
    .orderBy('records.id')
    .limit(BATCH)
    .execute();
  const last = rows.at(-1);
  if (!last) {
    await writeProgress(trx, DONE);
    return { found: 0, isLast: true };
  }
  const old = rows.filter(({ told, form }) => told === null && !logs.has(form));
  if (old.length > 0) {
    const ids = old.map(({ id }) => id);
    const rows = await trx
      .selectFrom('attachments')
      .select(['id', 'hash', 'record_id'])
      .where('record_id', 'in', ids)
      .execute();
    const files = groupIntoMap(rows, ({ record_id }) => record_id);
    const events = old.map(({ id: record_id, version: seq, hash, told: _told, ...columns }) => {
      const { form, province_id } = columns;
      const hashes = Object.fromEntries((files.get(record_id) ?? []).map((file) => [file.id, file.hash]));
      const detail = JSON.stringify({ ...columns, files: hashes });
      return { at, user_id: '', action: ADOPTED_ACTION, form, record_id, province_id, detail, seq, hash };
    });
    await trx.insertInto('events').values(events).execute();
  }
  await writeProgress(trx, last.id);
  return { found: old.length, isLast: false };
}

/** Who could reset this setting could have revisions without events accepted, so its changes are logged. */
async function writeProgress(trx: Handle, value: string): Promise<void> {
  await changeCovered(trx, [{ kind: 'setting', of: [PROGRESS] }], () => writeSetting(trx, PROGRESS, value));
}
