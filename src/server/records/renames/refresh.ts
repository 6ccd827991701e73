/**
 * Rewrites rows that show something that has changed elsewhere. Lists are sorted and searched by the names of people, places
 * and choices. A record's name comes from the answers that its definition lists, and the newest version says how the answers
 * of older ones are read.
 */

import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/versions/upgrade.ts';
import type { PlannedColumn } from '../../../core/query/columns.ts';
import type { ProjectionPlan } from '../../../core/query/plan.ts';
import { organizationListOf, ownOrganization, placeOfRecord } from '../../../core/records/place.ts';
import { composeRecordName, formsReferencedBy, recordIdsInName } from '../../../core/saving/identity.ts';
import type { Database, Handle } from '../../db/database.ts';
import type { PendingWorkTable } from '../../db/referenceTables.ts';
import { findRecordNames, lockRecords, type RecordRow, repeatInSlices } from '../../db/rows.ts';
import { writeSetting } from '../../db/storedSettings.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { Projector } from '../../projections/projector.ts';
import { addPendingWork } from '../../reference/pendingWork.ts';
import { updateDescendants, writeRecordPlace } from '../descendants.ts';
import type { SqlCondition } from '../filters.ts';

export interface RefreshDeps {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
  now: () => Date;
  log?: Pick<FastifyBaseLogger, 'info'> | undefined;
}

const BATCH = 200;
/** A line in the log for so many records. */
const LOGGED = 10_000;
const PLACE_COLUMNS = ['province_id', 'district_id', 'village_id'] as const;
/** Prefix of a form's setting that holds how its records are read. */
export const READING_PREFIX = 'named.';

/** Returns what the rows of a form follow from: the answers it names records by, and how each version reads the one before. */
export function readingFingerprint({ definition, form, fields }: CompiledForm, registry: FormRegistry): string {
  const versions = registry.versions(form).map((one) => [one.version, one.definition.migrate ?? {}]);
  const name = (definition.name ?? []).map((field) => {
    const options = fields.get(field)?.def.options;
    return options ? { field, options: options.map(({ value, label }) => [value, label]) } : field;
  });
  return JSON.stringify(versions.length > 1 ? { name, versions } : name);
}

/** Carries out pending work: refreshes the rows that show a renamed thing, or all rows of a form that is read otherwise. */
export async function doPendingWork(deps: RefreshDeps, due: PendingWorkTable): Promise<void> {
  const { database, registry, projector } = deps;
  if (due.kind === 'form') {
    const form = registry.form(due.id);
    if (!form) return;
    const reading = readingFingerprint(form, registry);
    await refreshWhere(deps, projector.plan(due.id), sql`id <> ''`, true);
    await database.transaction((trx) => writeSetting(trx, `${READING_PREFIX}${due.id}`, reading));
    return;
  }
  for (const plan of plansOf(deps)) {
    const condition = showing(plan, due);
    if (condition) await refreshWhere(deps, plan, condition);
  }
}

/** Adds pending work if other rows show the record's name. Called inside the write that renamed the record. */
export async function queueRenameRefresh(deps: RefreshDeps, trx: Handle, { id, form }: RecordRow): Promise<void> {
  if (plansOf(deps).some((plan) => columnsFor(plan, 'record', form).length > 0 || isNamedByParent(plan, form)))
    await addPendingWork(trx, { kind: 'record', list: form, id });
}

function plansOf({ registry, projector }: RefreshDeps): ProjectionPlan[] {
  return registry.forms().map(({ form }) => projector.plan(form));
}

/** Returns the columns that show names of this form's records or of this choice list. */
function columnsFor(plan: ProjectionPlan, kind: 'choice' | 'record', of: string): PlannedColumn[] {
  return plan.answers.filter(({ kind: shown, field }) => {
    if (!field) return false;
    if (kind === 'choice') return field.def.choices === of && (shown === 'name' || shown === 'list');
    if (shown !== 'name') return false;
    const forms = formsReferencedBy(field);
    return !field.def.choices && (forms === null || forms.includes(of));
  });
}

/** Returns true if the name of the parent, which may be a record of this form, is part of the rows' own names. */
function isNamedByParent({ form: { definition } }: ProjectionPlan, of: string): boolean {
  const { parent, name = [] } = definition;
  return parent?.forms.includes(of) === true && name.includes(parent.field);
}

/** Returns the condition for rows of a projection that show the thing. Null if none can. */
function showing(plan: ProjectionPlan, { kind, id, list: of }: PendingWorkTable): SqlCondition | null {
  const columns = kind === 'choice' || kind === 'record' ? columnsFor(plan, kind, of) : [];
  const names = columns.filter((column) => column.kind === 'name').map(({ value }) => value);
  if (kind === 'record' && isNamedByParent(plan, of)) names.push('parent_id');
  if (kind === 'place') names.push(...PLACE_COLUMNS);
  if (kind === 'choice' && organizationListOf(plan.form) === of) names.push('organization_id');
  const lists = columns.filter((column) => column.kind === 'list');
  const conditions = [
    ...names.map((name) => sql`${sql.ref(name)} = ${id}`),
    ...lists.map(({ value }) => sql`${sql.ref(value)} LIKE ${`%|${id}|%`}`),
  ];
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` OR `)})`;
}

/**
 * Refreshes the rows of a projection that meet a condition, in batches, so that others can write in between. With
 * `onlyChanged`, only those of older versions and those with another name.
 */
async function refreshWhere(
  deps: RefreshDeps,
  { table, form: { form } }: ProjectionPlan,
  condition: SqlCondition,
  onlyChanged = false,
): Promise<void> {
  let done = 0;
  await repeatInSlices((after) =>
    deps.database.transaction(async (trx) => {
      const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)}
        WHERE ${condition} AND id > ${after} ORDER BY id LIMIT ${sql.lit(BATCH)}`.execute(trx);
      const ids = rows.map(({ id }) => id);
      const records = await lockRecords(trx, deps.database.dialect, 'id', ids);
      if (records.length > 0) await refresh(deps, trx, form, records, onlyChanged);
      done += records.length;
      if (onlyChanged && done % LOGGED === 0 && ids.length > 0)
        deps.log?.info({ form, done }, 'records are read again');
      return ids.at(-1);
    }),
  );
  if (onlyChanged) deps.log?.info({ form, done }, 'records were read as the newest version');
}

/** Refreshes records: their name if it changed, their projection rows, and the records below them. */
async function refresh(
  deps: RefreshDeps,
  trx: Handle,
  form: string,
  records: RecordRow[],
  onlyChanged: boolean,
): Promise<void> {
  const { registry, projector, now } = deps;
  const newest = registry.form(form);
  if (!newest) return;
  const at = now().toISOString();
  const read = records.map((record) => ({ record, data: newestAnswers(registry, record) }));
  const names = await findRecordNames(
    trx,
    read.flatMap(({ data }) => recordIdsInName(newest, data)),
  );
  const changed: RecordRow[] = [];
  for (const { record, data } of read) {
    const isElsewhere = await followAnswers(deps, trx, newest, record, at);
    const name = composeRecordName(registry, newest, data, record.code, names);
    const isOlder = onlyChanged && record.form_version < newest.version;
    if (isElsewhere || isOlder || name !== record.name) changed.push(record);
    if (name === record.name) continue;
    record.name = name;
    await trx.updateTable('records').set({ name }).where('id', '=', record.id).execute();
    await queueRenameRefresh(deps, trx, record);
  }
  await projector.project(trx, form, onlyChanged ? changed : records);
  await updateDescendants(trx, deps, changed, at);
}

/** Updates the place and organisation columns to the canonical ids of the record's answers. Records below inherit them. */
async function followAnswers(
  { registry }: RefreshDeps,
  trx: Handle,
  newest: CompiledForm,
  record: RecordRow,
  at: string,
): Promise<boolean> {
  const form = registry.form(record.form, record.form_version);
  const {
    province_id = null,
    district_id,
    village_id,
  } = form?.definition.place ? placeOfRecord(form, record.data, null, registry) : {};
  const organization_id = ownOrganization(newest, record.data, registry);
  const place = {
    ...(province_id !== null && { province_id, district_id, village_id }),
    ...(organization_id !== undefined && { organization_id }),
  };
  return writeRecordPlace(trx, record, place, at);
}
