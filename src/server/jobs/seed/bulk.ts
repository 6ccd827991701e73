/**
 * Puts many finished records in at once, by the same rules as single writes: every record with its revisions and hash
 * chain, its projection, its unique values, problems and events, and the numbers their codes took. Only checks and
 * permissions are the caller's.
 */
import type { RecordData } from '../../../core/definitions/types.ts';
import type { Database, Handle } from '../../db/database.ts';
import { insertObjects } from '../../db/insert.ts';
import { type RecordRow, toTable } from '../../db/records.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { FileStore } from '../../files/store.ts';
import { writeNewSheets } from '../../problems/log.ts';
import type { Known as ProjectionKnown } from '../../projections/project.ts';
import type { Projector } from '../../projections/projector.ts';
import { eventOf, sheetOf, uniqueValues } from '../../records/commit.ts';
import { fileHashes, nextRevision, type Revision } from '../../records/history/chain.ts';
import { pointersOf } from '../../records/references.ts';
import type { BulkCodes } from './codes.ts';

/** One thing that happened to a record; the first one makes it. */
export interface Step {
  action: string;
  at: string;
  by: { id: string; name: string };
  state: string;
  data: RecordData;
  comment?: string;
  fields?: { field: string; comment: string }[];
}

export type Finished = Omit<
  RecordRow,
  'version' | 'hash' | 'state' | 'data' | 'created_by' | 'created_at' | 'updated_by' | 'updated_at'
> & {
  steps: [Step, ...Step[]];
};

const BATCH = 500;

/** Records and names that the caller has at hand and that need not be read. */
export type Known = Pick<ProjectionKnown, 'parents' | 'names'>;

/** What a seed fills. */
export interface SeedStores {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
  files: FileStore;
}

/** Writes records of any forms; parents before their children. */
export type BulkWriter = (records: Finished[], known?: Known) => Promise<RecordRow[]>;

export function bulkWriter(stores: SeedStores, codes: BulkCodes): BulkWriter {
  const { database, registry } = stores;
  return async (records, known = {}) => {
    const written: RecordRow[] = [];
    for (let at = 0; at < records.length; at += BATCH) {
      const part = records.slice(at, at + BATCH);
      const named = part.flatMap((one) => one.steps.flatMap((step) => filesOf(registry, one, step)));
      const hashes = await fileHashes(database.read, [...new Set(named)]);
      const made = part.map((one) => finish(one, (step) => hashesOf(filesOf(registry, one, step), hashes)));
      await database.transaction(async (trx) => {
        await codes.save(trx);
        await writeBatch(stores, trx, made, known);
      });
      for (const { row } of made) written.push(row);
    }
    return written;
  };
}

interface Made {
  row: RecordRow;
  revisions: Revision[];
}

function filesOf(registry: FormRegistry, { form, form_version }: Finished, { data }: Step): string[] {
  const compiled = registry.form(form, form_version);
  return compiled ? pointersOf(compiled, data).files.map(({ id }) => id) : [];
}

function hashesOf(ids: readonly string[], hashes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(ids.flatMap((id) => (hashes[id] === undefined ? [] : [[id, hashes[id]]])));
}

function finish({ steps, deleted_at, ...head }: Finished, filesOfStep: (step: Step) => Record<string, string>): Made {
  const revisions: Revision[] = [];
  const first = steps[0];
  let row: RecordRow | null = null;
  for (const [index, step] of steps.entries()) {
    const after = {
      ...head,
      state: step.state,
      data: step.data,
      created_by: first.by.id,
      created_at: first.at,
      updated_by: step.by.id,
      updated_at: step.at,
      deleted_at: index === steps.length - 1 ? deleted_at : null,
    };
    const entry = {
      action: step.action,
      at: step.at,
      by_id: step.by.id,
      by_name: step.by.name,
      device_id: null,
      captured_at: null,
      comment: step.comment ?? null,
      fields: step.fields && step.fields.length > 0 ? JSON.stringify(step.fields) : null,
    };
    const revision = nextRevision(row, after, entry, filesOfStep(step));
    revisions.push(revision);
    row = { ...after, version: revision.seq, hash: revision.hash };
  }
  return { revisions, row: row as RecordRow };
}

/** Statements go out for many records at once; what a single write does one by one is gathered first. */
async function writeBatch(
  { database, registry, projector }: SeedStores,
  trx: Handle,
  batch: Made[],
  known: Known,
): Promise<void> {
  const { dialect } = database;
  const put = (table: string, rows: object[]) => insertObjects(trx, dialect, table, rows);
  await put(
    'records',
    batch.map(({ row }) => toTable(row)),
  );
  await put(
    'record_revisions',
    batch.flatMap(({ revisions }) => revisions),
  );
  await put(
    'events',
    batch.flatMap(({ row, revisions }) => revisions.map((revision) => eventOf(row, revision))),
  );
  const byForm = new Map<string, RecordRow[]>();
  const unique: object[] = [];
  const sheets: Parameters<typeof writeNewSheets>[1] = [];
  for (const { row } of batch) {
    const form = registry.form(row.form, row.form_version);
    if (!form) throw new Error(`there is no form ${row.form} version ${row.form_version}`);
    const list = byForm.get(row.form);
    if (list) list.push(row);
    else byForm.set(row.form, [row]);
    const isLiving = row.deleted_at === null;
    if (isLiving)
      for (const { question, value } of uniqueValues(form, row.data))
        unique.push({ form: row.form, question, value, record_id: row.id });
    for (const { id, field } of pointersOf(form, row.data).files) {
      await trx
        .updateTable('attachments')
        .set({ record_id: row.id, form: row.form, field })
        .where('id', '=', id)
        .execute();
    }
    if (form.definition.problems && isLiving)
      sheets.push({ ...sheetOf(form, row), data: row.data, now: row.created_at });
  }
  await put('unique_values', unique);
  await writeNewSheets(trx, sheets);
  for (const [form, list] of byForm) await projector.project(trx, form, list, { ...known, isNew: true });
}
