/**
 * Records of every form that reports count, with everything that must not count among them: deleted and returned ones, an
 * older version of a form, problems that several visits log, other provinces. Everything is read back as it is stored.
 */
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CompiledForm, RecordData } from '../../src/core/definitions/types.ts';
import { newestAnswers } from '../../src/core/definitions/versions/upgrade.ts';
import { findRecords } from '../../src/server/db/rows.ts';
import { type FinishedRecord, writeDemoRecords } from '../../src/server/demo/write.ts';
import { foldProblemLog } from '../../src/server/problems/fold.ts';
import { fillAllProblemVisits } from '../../src/server/problems/visits.ts';
import type { OpenServices } from '../../src/server/services.ts';
import { seedVolume } from '../bench/volume.ts';

const DAY = 86_400_000;
const EACH = 8;

export interface Raw {
  id: string;
  form: string;
  state: string;
  province_id: string | null;
  organization_id: string | null;
  site_id: string | null;
  parent_id: string | null;
  created_by: string;
  created_at: string;
  isDeleted: boolean;
  data: RecordData;
}

export interface RawProblem {
  id: string;
  type_id: string;
  status: string;
  site_id: string | null;
  date_identified: string;
  date_solved: string | null;
  /** Ids of the records that log it. */
  on: string[];
}

export interface Stored {
  registry: OpenServices['registry'];
  records: Map<string, Raw>;
  problems: RawProblem[];
  events: { action: string; form: string; record_id: string; user_id: string; at: string }[];
  steps: { record_id: string; to_state: string; at: string }[];
}

/** Makes some records of each form, then deletes, returns and verifies some of them. */
export async function fillWorld(services: OpenServices, forms: readonly string[], records = EACH): Promise<void> {
  const { database, registry, projector } = services;
  await seedVolume(services, { records, forms, now: services.now() });
  await database.transaction(async (trx) => {
    const rows = await trx
      .selectFrom('records')
      .select(['id', 'form', 'created_at', 'created_by'])
      .orderBy('id')
      .execute();
    const changed = new Map<string, string[]>();
    const seen = new Map<string, number>();
    for (const { id, form: name, created_at, created_by } of rows) {
      const form = registry.form(name);
      const at = seen.get(name) ?? 0;
      seen.set(name, at + 1);
      const state = { 1: 'verified', 2: 'returned', 5: 'archived', 6: 'verified' }[at % 8];
      const isKnown = form && registry.workflow(form).states.some((one) => one.id === state);
      if (at % 8 === 4) await trx.updateTable('records').set({ deleted_at: created_at }).where('id', '=', id).execute();
      else if (state && isKnown) {
        const later = new Date(Date.parse(created_at) + (1 + (at % 5)) * DAY).toISOString();
        await trx.updateTable('records').set({ state }).where('id', '=', id).execute();
        await sql`INSERT INTO record_revisions (record_id, seq, action, at, by_id, by_name, form_version, to_state, patch,
          previous_hash, hash) VALUES (${id}, 2, ${state}, ${later}, ${created_by}, '', 1, ${state}, '[]', '', ${id})`.execute(
          trx,
        );
        await sql`INSERT INTO events (at, user_id, action, form, record_id, seal) VALUES (${later}, ${created_by},
          ${state === 'verified' ? 'verify' : 'return'}, ${name}, ${id}, 0)`.execute(trx);
      } else continue;
      changed.set(name, [...(changed.get(name) ?? []), id]);
    }
    for (const [form, ids] of changed) await projector.project(trx, form, [...(await findRecords(trx, ids)).values()]);
  });
  await fillAllProblemVisits(database, registry);
}

/** Stores records as an earlier version of their form wrote them. */
export async function storeOlder(
  services: OpenServices,
  key: { form: string; version: number },
  answers: readonly RecordData[],
): Promise<void> {
  const form = services.registry.form(key.form, key.version) as CompiledForm;
  const at = services.now().toISOString();
  const nowhere = {
    parent_id: null,
    site_id: null,
    province_id: null,
    district_id: null,
    village_id: null,
    organization_id: null,
  };
  const unsaid = { code: null, name: '', started_at: null, captured_at: null, device_id: null, deleted_at: null };
  const finished = answers.map(
    (data): FinishedRecord => ({
      form,
      head: {
        id: uuid(),
        form: form.form,
        form_version: form.version,
        ...nowhere,
        ...unsaid,
        created_by: 'older',
        created_at: at,
      },
      steps: [
        {
          action: 'create',
          at,
          by: { id: 'older', name: 'older' },
          state: services.registry.workflow(form).initial,
          data,
        },
      ],
    }),
  );
  await services.database.transaction((trx) => writeDemoRecords(services, trx, finished));
}

export async function readStored({ database, registry }: OpenServices): Promise<Stored> {
  const db = database.read;
  const rows = await db.selectFrom('records').selectAll().execute();
  const logs = await db.selectFrom('problem_logs').selectAll().orderBy('id').execute();
  const problems = await db.selectFrom('problems').selectAll().execute();
  const events = await db.selectFrom('events').select(['action', 'form', 'record_id', 'user_id', 'at']).execute();
  const steps = await db.selectFrom('record_revisions').select(['record_id', 'to_state', 'at']).execute();
  const records = rows.map(
    ({ deleted_at, ...row }): Raw => ({
      ...row,
      isDeleted: deleted_at !== null,
      data: newestAnswers(registry, { ...row, data: JSON.parse(row.data) as RecordData }),
    }),
  );
  return {
    registry,
    records: new Map(records.map((one) => [one.id, one])),
    // As the visits that count say: neither deleted, returned nor archived.
    problems: problems.flatMap(({ id, site_id }) => {
      const own = logs.filter((log) => {
        const visit = rows.find((row) => row.id === log.record_id);
        return log.problem_id === id && visit?.deleted_at === null && /^(submitted|verified)$/.test(visit.state);
      });
      return own.length === 0
        ? []
        : [{ id, site_id, ...foldProblemLog(own), on: own.map(({ record_id }) => record_id) }];
    }),
    events: events as Stored['events'],
    steps: steps as Stored['steps'],
  };
}
