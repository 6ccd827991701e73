/** A record's name follows its definition, and everything that shows the name changes with it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { createFormRegistry } from '../../src/server/definitions/registry.ts';
import { createRecords } from '../../src/server/records/records.ts';
import type { ListQuery } from '../../src/server/records/types.ts';
import { CHIEF, COMMON, openWorld, PERSON, SITE, VISIT, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

/** The person form with another name rule, and a code as the fallback. */
function personNamedBy(name: string[] | undefined) {
  const { name: _name, ...definition } = structuredClone(PERSON.definition);
  return {
    ...PERSON,
    definition: { ...definition, code: { pattern: 'P_{seq}' }, ...(name && { name }) } as typeof PERSON.definition,
  };
}

/** The visit form, whose records are named by their site and day. */
const NAMED_VISIT = { ...VISIT, definition: { ...VISIT.definition, name: ['site_id_answer', 'visit_date'] } };

for (const kind of databases()) {
  describe(`names on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database, [SITE, NAMED_VISIT, personNamedBy(undefined)]);
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    const person = async (given: string, family: string) =>
      (await world.records.create(world.form('person'), { given, family, province_id: 'bam' }, {}, { actor: CHIEF }))
        .record.id;
    const nameOf = async (id: string) =>
      (await world.database.read.selectFrom('records').select('name').where('id', '=', id).executeTakeFirstOrThrow())
        .name;
    const codes = async (form: string, more: Partial<ListQuery>) =>
      (
        await world.records.list(
          { form: world.form(form), filters: [], sort: [], page: 1, per_page: 20, ...more },
          CHIEF,
        )
      ).rows.map((row) => row.record.code);

    it('a definition that begins to name its records names those that are there', async () => {
      const id = await person('Sample', 'Person');
      expect(await nameOf(id)).toMatch(/^P_\d+$/);
      const site = await world.site('A place to visit');
      await world.visit(site, { seen_by: id });
      for (const rule of [['given', 'family'], undefined, ['given', 'family']]) {
        const registry = await createFormRegistry({
          database: opened.database,
          sources: { forms: [SITE, NAMED_VISIT, personNamedBy(rule)], common: COMMON },
          poll: false,
        });
        const records = await createRecords({ database: opened.database, registry });
        await records.idle();
        registry.close();
        expect(await nameOf(id)).toMatch(rule ? /^Sample Person$/ : /^P_\d+$/);
      }
      await world.registry.refresh();
      await world.idle();
      expect(await nameOf(await person('Second', 'Person'))).toBe('Second Person');
      expect(await codes('visit', { sort: ['seen_by'], filters: [] })).toHaveLength(1);
      expect((await world.records.list({ ...listOf('person'), text: 'sample' }, CHIEF)).rows[0]?.record.id).toBe(id);
    });

    const listOf = (form: string): ListQuery => ({
      form: world.form(form),
      filters: [],
      sort: [],
      page: 1,
      per_page: 20,
    });

    it('a person who is renamed is sorted and found under the new name in lists of other forms', async () => {
      const [first, second] = [await person('Alpha', 'One'), await person('Beta', 'Two')];
      const site = await world.site('Renaming');
      const a = await world.records.get(world.form('visit'), await world.visit(site, { seen_by: first }), CHIEF);
      const b = await world.records.get(world.form('visit'), await world.visit(site, { seen_by: second }), CHIEF);
      const order = () => codes('visit', { sort: ['seen_by'], parent_id: site });
      expect(await order()).toEqual([a.record.code, b.record.code]);
      await world.update(world.form('person'), first, { given: 'Zeta', family: 'One', province_id: 'bam' }, 1, {
        actor: CHIEF,
      });
      await world.idle();
      expect(await order()).toEqual([b.record.code, a.record.code]);
      expect(await codes('visit', { text: 'zeta' })).toEqual([a.record.code]);
      expect(await codes('visit', { text: 'alpha' })).toEqual([]);
    });

    it('a record that is named by its site and day follows the site', async () => {
      const site = await world.site('Old Lycee');
      const visit = await world.visit(site, { visit_date: '2026-05-20' });
      expect(await nameOf(visit)).toBe('Old Lycee · 2026-05-20');
      const { record } = await world.records.get(world.form('site'), site, CHIEF);
      await world.update(world.form('site'), site, { ...record.data, title: 'New Lycee' }, 1, { actor: CHIEF });
      await world.idle();
      expect(await nameOf(visit)).toBe('New Lycee · 2026-05-20');
      expect((await world.records.list({ ...listOf('visit'), text: 'new lycee' }, CHIEF)).total).toBe(1);
    });

    it('a place that is renamed is sorted by its new name', async () => {
      const north = await world.site('Of Bamyan', 'bam');
      const south = await world.site('Of Kabul', 'kab');
      const ids = async () =>
        (await world.records.list({ ...listOf('site'), sort: ['province'], text: 'of ' }, CHIEF)).rows.map(
          (row) => row.record.id,
        );
      expect(await ids()).toEqual([north, south]);
      const { ...bamyan } = world.registry.place('bam');
      await world.registry.savePlaces([{ ...bamyan, name_en: 'Zabul' } as never]);
      await world.idle();
      expect(await ids()).toEqual([south, north]);
    });

    it('what is due when a process ends is done by the next one', async () => {
      const one = await person('Kappa', 'Late');
      const site = await world.site('Cut short');
      const { record } = await world.records.get(world.form('visit'), await world.visit(site, { seen_by: one }), CHIEF);
      await world.database.transaction(async (trx) => {
        await trx.updateTable('records').set({ name: 'Lambda Late' }).where('id', '=', one).execute();
        await trx
          .insertInto('pending_work')
          .values({ kind: 'record', list: 'person', id: one, token: 'left behind' })
          .execute();
      });
      const next = await createRecords({ database: opened.database, registry: world.registry });
      await next.idle();
      expect(await codes('visit', { text: 'lambda' })).toEqual([record.code]);
      expect(await world.database.read.selectFrom('pending_work').selectAll().execute()).toEqual([]);
    });

    it('what a store of an older version remembers to be due is taken over, and done', async () => {
      const one = await person('Omikron', 'Early');
      const site = await world.site('Upgraded');
      const { record } = await world.records.get(world.form('visit'), await world.visit(site, { seen_by: one }), CHIEF);
      const due = [`record ${one} person`, 'place her', 'choice c1 organization', 'form site'];
      const { database } = world;
      await database.transaction(async (trx) => {
        await sql`DROP TABLE pending_work`.execute(trx);
        await trx.deleteFrom('migrations').where('name', '=', '0015-pending-work').execute();
        await trx.updateTable('records').set({ name: 'Sigma Early' }).where('id', '=', one).execute();
        for (const what of due)
          await trx
            .insertInto('settings')
            .values({ key: `follow.${what}`, value: `token of ${what}` })
            .execute();
      });
      await migrate(database);
      const rows = await database.read.selectFrom('pending_work').selectAll().orderBy('kind').execute();
      expect(rows).toEqual([
        { kind: 'choice', list: 'organization', id: 'c1', token: 'token of choice c1 organization' },
        { kind: 'form', list: '', id: 'site', token: 'token of form site' },
        { kind: 'place', list: '', id: 'her', token: 'token of place her' },
        { kind: 'record', list: 'person', id: one, token: `token of record ${one} person` },
      ]);
      expect(await database.read.selectFrom('settings').selectAll().where('key', 'like', 'follow.%').execute()).toEqual(
        [],
      );
      const next = await createRecords({ database, registry: world.registry });
      await next.idle();
      expect(await codes('visit', { text: 'sigma' })).toEqual([record.code]);
      expect(await database.read.selectFrom('pending_work').selectAll().execute()).toEqual([]);
    });
  });
}
