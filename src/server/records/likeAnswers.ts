/**
 * Finds records that say the same as one that is saved (`sameAs` of the definition): a second visit of one site on one day.
 * Nobody is kept from saving: the writer is asked, and the revision says that they saved it all the same.
 */

import { type RawBuilder, sql } from 'kysely';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { newestAnswers } from '../../core/definitions/versions/upgrade.ts';
import type { DuplicateRecord } from '../../core/generated/api.ts';
import type { Actor } from '../../core/records/types.ts';
import type { EqualRecords } from '../../core/saving/types.ts';
import { duplicateKey, duplicateProperties } from '../../core/spreadsheet/duplicateKey.ts';
import { findRecords, peopleById } from '../db/rows.ts';
import type { RecordDeps } from './context.ts';
import { duplicateFilters } from './duplicates.ts';
import { andConditions, filterCondition } from './filters.ts';

/** Most rows that are compared, and most records that are named. */
const MOST_COMPARED = 200;
const MOST_SHOWN = 5;

/** Returns the other records with the same answers. Of those that the actor does not see it says only that there are some. */
export async function findEqualRecords(
  deps: RecordDeps,
  form: CompiledForm,
  { id, data }: { id: string; data: RecordData },
  actor: Actor,
): Promise<EqualRecords> {
  const { read, registry, projector, permission } = deps;
  // Columns and answers of other versions are compared as the newest one names them.
  const newest = registry.form(form.form) ?? form;
  const properties = duplicateProperties(newest);
  const said = newestAnswers(registry, { form: form.form, form_version: form.version, data });
  const key = duplicateKey(properties, said);
  const plan = projector.plan(form.form);
  const pending = projector.pending(plan);
  if (key === null || pending.has('*')) return { records: [], hidden: false };
  const filters = duplicateFilters(deps, newest, [{ data: said }], properties);
  const conditions: RawBuilder<unknown>[] = [
    sql`deleted = 0`,
    sql`id <> ${id}`,
    ...filters.map((filter) => filterCondition(plan, filter, pending)),
  ];
  const near = await sql<{ id: string }>`SELECT id FROM ${sql.table(plan.table)} WHERE ${andConditions(conditions)}
    ORDER BY created_at, id LIMIT ${sql.lit(MOST_COMPARED)}`.execute(read);
  const rows = await findRecords(
    read,
    near.rows.map((row) => row.id),
  );
  const same = near.rows
    .flatMap((row) => rows.get(row.id) ?? [])
    .filter((row) => duplicateKey(properties, newestAnswers(registry, row)) === key);
  const seen = same.filter((row) => permission.sees(row, actor)).slice(0, MOST_SHOWN);
  const makers = seen.map((row) => row.created_by);
  const person = await peopleById(read, makers);
  const records: DuplicateRecord[] = seen.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    at: row.created_at,
    by: person(row.created_by),
  }));
  return { records, hidden: same.some((row) => !permission.sees(row, actor)) };
}
