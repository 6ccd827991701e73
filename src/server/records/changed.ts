/**
 * Reads whole records for devices: in the order in which they last changed, or by their ids. What a person sees is the same
 * as in lists and, for single ids, as when the record is opened.
 */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { ChangeView } from '../../core/generated/api.ts';
import { PERMISSION_COLUMNS, visiblePlaces } from '../../core/records/permission.ts';
import { isCorrectionState } from '../../core/records/steps.ts';
import type { Actor, StoredRecord } from '../../core/records/types.ts';
import { findRecords, fromRecordsTable, rowsById, toStoredRecord } from '../db/rows.ts';
import type { RecordsTable } from '../db/tables.ts';
import type { RecordDeps } from './context.ts';
import { andConditions, filterCondition, readyPlan, type SqlCondition, visibleCondition } from './filters.ts';
import { searchWordConditions } from './list.ts';
import type { Filter } from './types.ts';

/** Records of a form, as a list shows them with these filters and search words. */
interface SyncForm {
  form: CompiledForm;
  filters: readonly Filter[];
  text?: string;
}

export interface SyncQuery {
  forms: readonly SyncForm[];
  /** Only records of these provinces, and those without a province. */
  provinces?: readonly string[];
  /** Only these records. Read by `measureSync` alone. */
  ids?: readonly string[];
}

/** A place in the order of changes. */
export interface ChangePosition {
  change: number;
  id: string;
}

export interface ChangedRecordsQuery extends SyncQuery {
  after: ChangePosition;
  most: number;
}

/** A record with its answers as they are stored, in the version that it was captured with. */
export interface RecordForSync {
  record: StoredRecord;
  name: string;
  /** The transition into its state, if it was sent back with comments. */
  review?: ChangeView;
}

export interface ChangedRecordsPage {
  rows: RecordForSync[];
  /** Position of the last row. Null if there is none. */
  last: ChangePosition | null;
  /** Before this number every change is in this page or was before it. Transactions that still run may add others. */
  complete: number;
}

/** Returns the next records in the order in which they last changed. Deleted ones are left out. */
export async function changedRecords(
  deps: RecordDeps,
  query: ChangedRecordsQuery,
  actor: Actor,
): Promise<ChangedRecordsPage> {
  const { database, read } = deps;
  // Read before the rows: what is committed in between is then read again the next time, and never missed.
  const complete = await database.dialect.nextChange(read);
  const scope = await scopeOfForms(deps, query, actor);
  if (scope.length === 0) return { rows: [], last: null, complete };
  const { change, id } = query.after;
  const where = andConditions([
    sql`(c.change, c.record_id) > (${change}, ${id})`,
    sql`r.deleted_at IS NULL`,
    sql`(${sql.join(scope, sql` OR `)})`,
    ...(query.provinces ? [inProvinces(query.provinces)] : []),
  ]);
  const { rows } = await sql<RecordsTable & { change: number }>`SELECT c.change, r.* FROM record_changes c
    JOIN records r ON r.id = c.record_id WHERE ${where} ORDER BY c.change, c.record_id LIMIT ${sql.lit(query.most)}`.execute(
    read,
  );
  const last = rows.at(-1);
  const found = rows.map(({ change: _change, ...row }) => {
    const record = fromRecordsTable(row);
    return { record: toStoredRecord(record), name: record.name };
  });
  return {
    rows: await withReviews(deps, found),
    last: last ? { change: Number(last.change), id: last.id } : null,
    complete,
  };
}

/** Returns those of the records that the actor sees, of any form. Deleted ones are left out. */
export async function recordsById(deps: RecordDeps, ids: readonly string[], actor: Actor): Promise<RecordForSync[]> {
  const found = await findRecords(deps.read, ids);
  const rows = [...found.values()]
    .filter((record) => deps.permission.sees(record, actor))
    .map((record) => ({ record: toStoredRecord(record), name: record.name }));
  return withReviews(deps, rows);
}

/** Adds what a reviewer wrote to records that wait for their correction. Nothing is read if none does. */
async function withReviews({ read, registry }: RecordDeps, rows: readonly RecordForSync[]): Promise<RecordForSync[]> {
  const sentBack = rows.filter(({ record: { form, state } }) => {
    const known = registry.form(form);
    return known && isCorrectionState(registry.workflow(known), state);
  });
  if (sentBack.length === 0) return [...rows];
  const revisions = await read
    .selectFrom('record_revisions')
    .select(['record_id', 'seq', 'action', 'at', 'by_id', 'by_name', 'comment', 'fields', 'form_version'])
    .select(['from_state', 'to_state'])
    .where(
      'record_id',
      'in',
      sentBack.map(({ record }) => record.id),
    )
    .where('from_state', 'is not', null)
    .whereRef('from_state', '<>', 'to_state')
    .orderBy('seq')
    .execute();
  const last = new Map(revisions.map((revision) => [revision.record_id, revision]));
  return rows.map((row) => {
    const revision = last.get(row.record.id);
    if (!revision || revision.to_state !== row.record.state) return row;
    const { record_id: _record, by_id, by_name, fields, ...rest } = revision;
    const review = {
      ...rest,
      by: { id: by_id, name: by_name },
      device_id: null,
      ...(fields && { fields: JSON.parse(fields) as { field: string; comment: string }[] }),
      changes: [],
      version: revision.seq,
    };
    return { ...row, review };
  });
}

/** Returns the versions of those of the records that the actor sees, by id. */
export async function visibleVersions(
  { read, permission }: RecordDeps,
  ids: readonly string[],
  actor: Actor,
): Promise<Map<string, number>> {
  const rows = await rowsById(read, 'records', [...PERMISSION_COLUMNS, 'version'], [...new Set(ids)]);
  return new Map(rows.filter((row) => permission.sees(row, actor)).map(({ id, version }) => [id, version]));
}

/**
 * Returns the last change of all that the actor sees and how many records that is. As long as both are the same, no record
 * was changed, came into what they see, or left it. Null while a transaction runs that may get an earlier number.
 */
export async function lastVisibleChange(
  deps: RecordDeps,
  query: SyncQuery,
  actor: Actor,
): Promise<{ change: number; records: number } | null> {
  const { database, registry, read } = deps;
  const complete = await database.dialect.nextChange(read);
  const scope = await scopeOfForms(deps, query, actor);
  if (scope.length === 0) return { change: 0, records: 0 };
  const { permissions } = registry.common();
  // Somebody who sees everything loses a record only by a change.
  const isAll = query.forms.every(({ form }) => visiblePlaces(actor, form, permissions).all);
  const counted = sql`SELECT max(c.change) AS last, sum(CASE WHEN r.deleted_at IS NULL THEN 1 ELSE 0 END) AS n
    FROM record_changes c JOIN records r ON r.id = c.record_id WHERE ${sql.join(scope, sql` OR `)}`;
  const { rows } = await sql<{
    last: number | null;
    n: number | null;
  }>`${isAll ? sql`SELECT max(change) AS last, 0 AS n FROM record_changes` : counted}`.execute(read);
  const [{ last, n } = { last: 0, n: 0 }] = rows;
  return Number(last) < complete ? { change: Number(last), records: Number(n) } : null;
}

export interface SyncSize {
  form: string;
  records: number;
  /** Of the records as JSON, before compression. */
  bytes: number;
  files: number;
  file_bytes: number;
  /** True if bytes and files were worked out from some of the records. */
  isEstimate: boolean;
}

/** Number of records of a form that are looked at to estimate the others. */
const SAMPLE = 200;
/** What a record needs besides its answers: ids, times and names. */
const ENVELOPE_BYTES = 900;

/** Counts what a device would receive, by form. `hiddenFiles` returns the questions whose files are not counted. */
export async function measureSync(
  deps: RecordDeps,
  query: SyncQuery,
  actor: Actor,
  hiddenFiles: (form: CompiledForm) => readonly string[] = () => [],
): Promise<SyncSize[]> {
  const { database, registry, read } = deps;
  const found: SyncSize[] = [];
  for (const asked of query.forms) {
    const { form } = asked;
    const { plan } = readyPlan(deps, form);
    const scope = visibleCondition(plan, actor, registry, database.dialect);
    if (!scope) continue;
    const rows = sql`FROM ${sql.table(plan.table)} WHERE ${andConditions([
      sql`deleted = 0`,
      ...scope,
      // The empty province of the table means none.
      ...(query.provinces ? [sql`province_id IN (${sql.join([...query.provinces, ''])})`] : []),
      ...(query.ids ? [sql`id IN (${sql.join(query.ids)})`] : []),
      ...(await chosenBy(deps, asked)),
    ])}`;
    const records = await numbers(sql`SELECT count(*) AS n, 0 AS bytes ${rows}`);
    if (records.n === 0) continue;
    const sample = sql`(SELECT id ${rows} LIMIT ${sql.lit(SAMPLE)})`;
    const answers = await numbers(
      sql`SELECT count(*) AS n, sum(length(data)) AS bytes FROM records WHERE id IN ${sample}`,
    );
    const hidden = hiddenFiles(form);
    const files = await numbers(
      sql`SELECT count(*) AS n, sum(size) AS bytes FROM attachments WHERE record_id IN ${sample}
        ${hidden.length > 0 ? sql`AND field NOT IN (${sql.join(hidden)})` : sql``}`,
    );
    const share = records.n / Math.max(1, answers.n);
    found.push({
      form: form.form,
      records: records.n,
      bytes: Math.round(answers.bytes * share) + records.n * ENVELOPE_BYTES,
      files: Math.round(files.n * share),
      file_bytes: Math.round(files.bytes * share),
      isEstimate: records.n > SAMPLE,
    });
    // Other requests run between two forms.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;

  async function numbers(query: SqlCondition): Promise<{ n: number; bytes: number }> {
    const { rows } = await sql<{ n: number; bytes: number | null }>`${query}`.execute(read);
    return { n: Number(rows[0]?.n ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
  }
}

/** Returns the conditions of the filters and search words of a form, on its typed columns. */
async function chosenBy(deps: RecordDeps, { form, filters, text = '' }: SyncForm): Promise<SqlCondition[]> {
  const { plan, pending } = readyPlan(deps, form);
  const { conditions } = await searchWordConditions(deps, form, plan, text);
  return [...filters.map((filter) => filterCondition(plan, filter, pending)), ...conditions];
}

/** Returns one condition for each form, or group of forms, of which the actor sees records. */
async function scopeOfForms(deps: RecordDeps, { forms }: SyncQuery, actor: Actor): Promise<SqlCondition[]> {
  const { permissions } = deps.registry.common();
  const plain = new Map<string, { forms: string[]; visible: SqlCondition | null }>();
  const conditions: SqlCondition[] = [];
  for (const asked of forms) {
    const { form, filters, text } = asked;
    const places = visiblePlaces(actor, form, permissions);
    if (!places.all && !places.own && places.provinces.length === 0) continue;
    const visible = places.all
      ? null
      : sql`(${sql.join(
          [
            ...(places.provinces.length > 0 ? [inProvinces(places.provinces)] : []),
            ...(places.own ? [sql`r.created_by = ${actor.id}`] : []),
          ],
          sql` OR `,
        )})`;
    if (filters.length === 0 && text === undefined) {
      const key = JSON.stringify(places);
      const group = plain.get(key) ?? { forms: [], visible };
      plain.set(key, group);
      group.forms.push(form.form);
      continue;
    }
    const { plan } = readyPlan(deps, form);
    const chosen = andConditions([sql`deleted = 0`, ...(await chosenBy(deps, asked))]);
    conditions.push(
      andConditions([
        sql`r.form = ${form.form}`,
        ...(visible ? [visible] : []),
        sql`r.id IN (SELECT id FROM ${sql.table(plan.table)} WHERE ${chosen})`,
      ]),
    );
  }
  for (const { forms: names, visible } of plain.values())
    conditions.push(andConditions([sql`r.form IN (${sql.join(names)})`, ...(visible ? [visible] : [])]));
  return conditions.map((condition) => sql`(${condition})`);
}

/** Records without a province belong to all of them. */
function inProvinces(provinces: readonly string[]): SqlCondition {
  return sql`(r.province_id IN (${sql.join([...provinces])}) OR r.province_id IS NULL)`;
}
