/**
 * What is shown of one thing elsewhere follows it. Lists are sorted and searched by the names of people, places and items
 * of master tables, and a record's name comes from the answers its definition lists; when one of these changes, the rows
 * concerned are made anew in the background. What is due stands in the database, so that a stopped process forgets nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { Database, Handle } from '../db/database.ts';
import type { PendingWorkTable } from '../db/referenceTables.ts';
import { writeSetting } from '../db/storedSettings.ts';
import { onceAvailable } from '../db/unavailable.ts';
import type { FormRegistry, Renamed } from '../definitions/registry.ts';
import type { PlannedColumn } from '../projections/columns.ts';
import type { ProjectionPlan } from '../projections/plan.ts';
import { addNames, type Projector, type ReadAnswers, type RecordRow } from '../projections/projector.ts';
import { addPendingWork } from '../reference/pendingWork.ts';
import { updateDescendants } from './descendants.ts';
import { followPlace } from './history/placeEvents.ts';
import { organizationList, ownOrganization } from './organization.ts';
import { placeOf } from './prepare.ts';
import { formsNamedIn, nameOf, namesNeeded } from './recordName.ts';
import { findRecords } from './rows.ts';

const NAMED = 'named.';
const BATCH = 200;
const PLACE_COLUMNS = ['province_id', 'district_id', 'village_id'] as const;

export interface RenamePropagation {
  /** Inside the write that gave a record another name. */
  renamed(trx: Handle, record: RecordRow): Promise<void>;
  /** Do what is due; called after that write. */
  start(): void;
  /** Resolves when nothing is due any more. */
  idle(): Promise<void>;
}

export interface RenamePropagationDeps {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
  answers: ReadAnswers;
  now: () => Date;
}

export async function createRenamePropagation({
  database,
  registry,
  projector,
  answers,
  now,
}: RenamePropagationDeps): Promise<RenamePropagation> {
  let working: Promise<void> = Promise.resolve();
  let isAsked = false;

  /** Columns that show names of this kind of thing. */
  const columnsFor = (plan: ProjectionPlan, kind: string, of: string): PlannedColumn[] =>
    plan.answers.filter(({ kind: shown, field }) => {
      if (!field) return false;
      if (kind === 'choice') return field.def.choices === of && (shown === 'name' || shown === 'list');
      if (shown !== 'name') return false;
      const forms = formsNamedIn(field);
      return !field.def.choices && (forms === null || forms.includes(of));
    });

  const plans = () => registry.forms().map((form) => projector.plan(form.form));

  const conditionFor = (plan: ProjectionPlan, kind: string, id: string, of: string): RawBuilder<unknown> | null => {
    const columns =
      kind === 'place'
        ? [...PLACE_COLUMNS]
        : columnsFor(plan, kind, of)
            .filter((column) => column.kind === 'name')
            .map((column) => column.value);
    if (kind === 'choice' && organizationList(plan.form) === of) columns.push('organization_id');
    const lists = kind === 'choice' ? columnsFor(plan, kind, of).filter((column) => column.kind === 'list') : [];
    if (columns.length + lists.length === 0) return null;
    return sql`(${sql.join(
      [
        ...columns.map((column) => sql`${sql.ref(column)} = ${id}`),
        ...lists.map((column) => sql`${sql.ref(column.value)} LIKE ${`%|${id}|%`}`),
      ],
      sql` OR `,
    )})`;
  };

  /** Make rows anew: the name where it is another one now, the projection, and what stands below. */
  const refresh = async (trx: Handle, form: string, records: RecordRow[], onlyRenamed: boolean): Promise<void> => {
    const newest = registry.form(form);
    if (!newest) return;
    const read = new Map(records.map((record) => [record.id, answers(form, record.form_version, record.data)]));
    const names = new Map<string, string>();
    await addNames(
      trx,
      [...read.values()].flatMap((data) => namesNeeded(newest, data)),
      names,
    );
    const changed: RecordRow[] = [];
    for (const record of records) {
      const isElsewhere = await followPlaces(trx, record);
      const moved = (await followOrganization(trx, newest, record)) || isElsewhere;
      const name = nameOf(newest, read.get(record.id) ?? record.data, record.code, names);
      if (moved || name !== record.name) changed.push(record);
      if (name === record.name) continue;
      record.name = name;
      await trx.updateTable('records').set({ name }).where('id', '=', record.id).execute();
      await self.renamed(trx, record);
    }
    await projector.project(trx, form, onlyRenamed ? changed : records);
    await updateDescendants(trx, registry, projector, changed, now().toISOString());
  };

  /** Where a record lies are columns too: the places that stand for its own answers. Records below inherit them. */
  const followPlaces = async (trx: Handle, record: RecordRow): Promise<boolean> => {
    const form = registry.form(record.form, record.form_version);
    if (!form?.definition.place) return false;
    const { province_id, district_id, village_id } = placeOf(form, record.data, null, registry);
    if (province_id === null) return false;
    return followPlace(trx, record, { province_id, district_id, village_id }, now().toISOString());
  };

  /** A record's organisation is a column too: the one that stands for its answer. Records below inherit it. */
  const followOrganization = async (trx: Handle, form: CompiledForm, record: RecordRow): Promise<boolean> => {
    const organization_id = ownOrganization(form, record.data, registry);
    return organization_id !== undefined && followPlace(trx, record, { organization_id }, now().toISOString());
  };

  /** Rows of a projection that meet a condition, in batches that let others write in between. */
  const refreshWhere = async (
    plan: ProjectionPlan,
    condition: RawBuilder<unknown>,
    onlyRenamed = false,
  ): Promise<void> => {
    let after = '';
    for (;;) {
      const last = await database.transaction(async (trx) => {
        const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(plan.table)}
          WHERE ${condition} AND id > ${after} ORDER BY id LIMIT ${sql.lit(BATCH)}`.execute(trx);
        const records = await findRecords(
          trx,
          rows.map((row) => row.id),
        );
        if (records.size > 0) await refresh(trx, plan.form.form, [...records.values()], onlyRenamed);
        return rows.at(-1)?.id;
      });
      if (last === undefined) return;
      after = last;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const carryOut = async ({ kind, id, list: of }: PendingWorkTable): Promise<void> => {
    if (kind === 'form') {
      const form = registry.form(id);
      if (!form) return;
      await refreshWhere(projector.plan(id), sql`id <> ''`, true);
      await database.transaction((trx) => writeSetting(trx, `${NAMED}${id}`, namingOf(form.definition.name)));
      return;
    }
    for (const plan of plans()) {
      const condition = conditionFor(plan, kind, id, of);
      if (condition) await refreshWhere(plan, condition);
    }
  };

  const listDue = () =>
    database.read.selectFrom('pending_work').selectAll().orderBy('kind').orderBy('id').orderBy('list').execute();

  const work = async (): Promise<void> => {
    do {
      isAsked = false;
      if ((await listDue()).length === 0) continue;
      await projector.idle();
      await database.hold('follow', async () => {
        for (;;) {
          const [first] = await listDue();
          if (!first) return;
          await carryOut(first);
          // Asked for once more in the meantime: then the token is another one, and the row stays.
          await database.transaction((trx) =>
            trx
              .deleteFrom('pending_work')
              .where('kind', '=', first.kind)
              .where('list', '=', first.list)
              .where('id', '=', first.id)
              .where('token', '=', first.token)
              .execute(),
          );
        }
      });
    } while (isAsked);
  };

  const start = (): void => {
    if (isAsked) return;
    isAsked = true;
    working = working.catch(() => undefined).then(() => onceAvailable(work));
    // What is due stays due and is taken up at the next start; `idle` hands the reason to whoever waits.
    working.catch(() => undefined);
  };

  /** Forms whose definition names records by other answers than it did. */
  const compareNaming = async (): Promise<void> => {
    const rows = await database.read.selectFrom('settings').selectAll().where('key', 'like', `${NAMED}%`).execute();
    const known = new Map(rows.map((row) => [row.key.slice(NAMED.length), row.value]));
    const changed = registry.forms().filter((form) => known.get(form.form) !== namingOf(form.definition.name));
    if (changed.length === 0) return;
    await database.transaction(async (trx) => {
      for (const form of changed) {
        const first = await trx.selectFrom('records').select('id').where('form', '=', form.form).limit(1).execute();
        if (first.length > 0) await addPendingWork(trx, { kind: 'form', id: form.form });
        else await writeSetting(trx, `${NAMED}${form.form}`, namingOf(form.definition.name));
      }
    });
  };

  const noteWords = async ({ places, choices }: Renamed): Promise<void> => {
    if (places.length + choices.length === 0) return;
    await database.transaction(async (trx) => {
      for (const id of places) await addPendingWork(trx, { kind: 'place', id });
      for (const { list, id } of choices) await addPendingWork(trx, { kind: 'choice', list, id });
    });
  };

  const self: RenamePropagation = {
    async renamed(trx, record) {
      if (plans().some((plan) => columnsFor(plan, 'record', record.form).length > 0))
        await addPendingWork(trx, { kind: 'record', list: record.form, id: record.id });
    },
    start,
    idle: () => working,
  };

  await compareNaming();
  start();
  registry.afterServing(async (renamed) => {
    await compareNaming();
    await noteWords(renamed);
    start();
  });
  return self;
}

function namingOf(name: readonly string[] | undefined): string {
  return JSON.stringify(name ?? []);
}
