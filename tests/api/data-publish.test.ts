/** Publishing at run time: new versions, other processes, new columns in projections, contracts that must not change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { planProjection } from '../../src/core/query/plan.ts';
import { writeSetting } from '../../src/server/db/storedSettings.ts';
import { createFormRegistry } from '../../src/server/definitions/registry.ts';
import { ensureProjectionTables } from '../../src/server/projections/tables.ts';
import { createRecords } from '../../src/server/records/records.ts';
import { CHIEF, COMMON, failure, openWorld, PERSON, SITE, VISIT, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

/** Returns the next version of the sheet: a renamed question and a new one, both in the list. */
function secondVersion(): FormSource {
  const next = structuredClone(VISIT) as unknown as {
    definition: Record<string, unknown> & {
      fields: Record<string, unknown>;
      list: { columns: unknown[]; filters: unknown[] };
    };
    schema: { properties: Record<string, unknown> };
  };
  const { definition, schema } = next;
  definition.version = 2;
  definition.fields.notes = { ...(definition.fields.remarks as object) };
  schema.properties.notes = schema.properties.remarks;
  delete definition.fields.remarks;
  delete schema.properties.remarks;
  const label = { en: 'Meals', fa: 'غذا', ps: 'خواړه' };
  definition.fields.meals = { id: 'q_visit_meals', type: 'integer', label };
  schema.properties.meals = { type: 'integer', minimum: 0 };
  const section = (definition.sections as { fields: string[] }[])[0] as { fields: string[] };
  section.fields = [...section.fields.map((name) => (name === 'remarks' ? 'notes' : name)), 'meals'];
  definition.list = {
    ...definition.list,
    columns: [...definition.list.columns, 'meals', 'round'],
    filters: [...definition.list.filters, 'round'],
    search: ['notes', 'score'],
  } as never;
  definition.migrate = { rename: { remarks: 'notes' } };
  definition.changes = { from: 1, note: label };
  return next as unknown as FormSource;
}

for (const kind of databases()) {
  describe(`publishing on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database);
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    it('serves a version published while running, here and in the process beside it', async () => {
      const site = await world.site('Publishing');
      const old = await world.visit(site, { remarks: 'written in version one', round: 'one' });
      const database = opened.database;
      const beside = await createFormRegistry({
        database,
        sources: { forms: [SITE, VISIT, PERSON], common: COMMON },
        poll: false,
      });
      const recordsBeside = await createRecords({ database, registry: beside });
      const before = beside.revision();

      const published = await world.registry.publish(secondVersion(), { by: CHIEF.id });
      expect(published.version).toBe(2);
      expect(world.registry.form('visit')?.version).toBe(2);
      expect(world.registry.form('visit', 1)?.version).toBe(1);
      await world.projector.idle();

      expect(beside.form('visit')?.version).toBe(1);
      expect(await beside.refresh()).toBe(true);
      expect(beside.form('visit')?.version).toBe(2);
      expect(beside.revision()).toBeGreaterThan(before);
      await recordsBeside.projector.idle();

      const made = await recordsBeside.records.create(
        beside.form('visit') as never,
        { visit_date: '2026-05-21', meals: 30, notes: 'version two', round: 'two' },
        { parent_id: site },
        { actor: CHIEF },
      );
      expect(made.record.form_version).toBe(2);
      const list = (filters: { field: string; op: 'eq' | 'contains'; value: unknown }[], sort: string[] = []) =>
        world.records.list({ form: world.form('visit'), filters, sort, page: 1, per_page: 10 }, CHIEF);
      expect((await list([{ field: 'round', op: 'eq', value: 'one' }])).rows.map((one) => one.record.id)).toEqual([
        old,
      ]);
      expect(
        (await list([{ field: 'notes', op: 'contains', value: 'written' }])).rows.map((one) => one.record.id),
      ).toEqual([old]);
      expect((await list([], ['-meals'])).rows.map((one) => one.record.id)).toEqual([made.record.id, old]);
      const kept = await world.records.get(world.form('visit'), old, CHIEF);
      expect(kept.record).toMatchObject({ form_version: 1, data: { remarks: 'written in version one' } });
      beside.close();
    });

    it('a published contract stays as it is, words may be corrected', async () => {
      const changed = structuredClone(secondVersion()) as never as { schema: { properties: Record<string, unknown> } };
      changed.schema.properties.meals = { type: 'integer', minimum: 1 };
      expect((await failure(world.registry.publish(changed as never))) as unknown).toBeInstanceOf(Error);
      const worded = structuredClone(secondVersion()) as never as { definition: { title: { en: string } } };
      worded.definition.title.en = 'Corrected';
      await world.registry.publish(worded as never);
      expect(world.registry.form('visit')?.definition.title.en).toBe('Corrected');
      const shipped = structuredClone(SITE) as never as { schema: { required: string[] } };
      shipped.schema.required = ['title', 'pupils'];
      const registry = await createFormRegistry({
        database: opened.database,
        sources: { forms: [shipped as never, VISIT, PERSON], common: COMMON },
        poll: false,
      });
      const [held, ...others] = registry.held();
      expect(held?.message).toContain('site version 1');
      expect(held?.message).toContain('add version 2');
      expect(others).toEqual([]);
      expect(registry.form('site')?.contract, 'what was published is served').toEqual(SITE.schema);
      expect(registry.form('visit')?.version).toBe(2);
      registry.close();
    });

    it('columns that two versions add one after the other are pending together', async () => {
      const { database } = opened;
      const plan = planProjection(world.form('person'), { formOf: world.form, restrictedQuestions: () => new Set() });
      const added = { ...plan, physical: [...plan.physical, { name: 'f_added', sqlType: 'text' as const }] };
      await world.records.create(world.form('person'), { given: 'Nadia', province_id: 'bam' }, {}, { actor: CHIEF });
      await writeSetting(database.kysely, 'projection.pending.p_person', '["f_before"]');
      expect([...(await ensureProjectionTables(database, [added])).values()]).toEqual([['f_before', 'f_added']]);
      expect([...(await ensureProjectionTables(database, [added])).values()], 'until they are filled').toEqual([
        ['f_before', 'f_added'],
      ]);
    });

    it('a column that was added before a crash is filled at the next start', async () => {
      await opened.database.kysely
        .insertInto('settings')
        .values({ key: 'projection.pending.p_visit', value: '["f_q_visit_round"]' })
        .execute();
      await opened.database.kysely
        .updateTable('p_visit' as never)
        .set({ f_q_visit_round: '' } as never)
        .execute();
      const registry = await createFormRegistry({
        database: opened.database,
        sources: { forms: [SITE, VISIT, PERSON], common: COMMON },
        poll: false,
      });
      const { records, projector } = await createRecords({ database: opened.database, registry });
      await projector.idle();
      const page = await records.list(
        {
          form: registry.form('visit') as never,
          filters: [{ field: 'round', op: 'eq', value: 'one' }],
          sort: [],
          page: 1,
          per_page: 5,
        },
        CHIEF,
      );
      expect(page.total).toBe(1);
      registry.close();
    });
  });
}
