/** A problem lives across the visits of a site: found, advocated, solved, found again. Its log follows the sheets. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { problemCodes } from '../../src/server/problems/log.ts';
import { BAMYAN, CHIEF, failure, openWorld, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

const ID = '0197b000-0000-7000-8000-00000000000';

for (const kind of databases()) {
  describe(`problems on ${kind.name}`, () => {
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

    const visit = () => world.form('visit');
    const problem = async (id: string) => {
      const found = await opened.database.read
        .selectFrom('problems')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return found && { ...found, ...JSON.parse(found.answers) };
    };
    const logs = (id: string) =>
      opened.database.read.selectFrom('problem_logs').selectAll().where('problem_id', '=', id).orderBy('id').execute();
    const row = (id: string, more: Record<string, unknown> = {}) => ({
      id,
      problem_type_id: '1',
      problem_details: 'The well is dry',
      ...more,
    });
    const person = async (given: string) =>
      (await world.records.create(world.form('person'), { given, province_id: 'bam' }, {}, { actor: CHIEF })).record.id;

    it('names only people: somebody unknown, another record or a person the writer may not see is refused', async () => {
      const site = await world.site('People of problems');
      const [seen, hidden] = [await person('Seen'), await person('Hidden')];
      const refused = async (more: Record<string, unknown>, actor = CHIEF) => {
        const made = world.records.create(
          visit(),
          { visit_date: '2026-01-10', problems: [row(`${ID}8`, more)] },
          { parent_id: site },
          { actor },
        );
        return Object.entries((await failure(made)).errors ?? {}).map(([at, [error]]) => `${at} ${error?.code}`);
      };
      const nobody = '0197b000-0000-7000-8000-0000000000ff';
      expect(await refused({ identified_by_id: [seen, nobody] })).toEqual([
        '/problems/0/identified_by_id record_missing',
      ]);
      expect(await refused({ solved_by_id: [site] })).toEqual(['/problems/0/solved_by_id record_missing']);
      expect(await refused({ trouble_shooter_id: nobody })).toEqual(['/problems/0/trouble_shooter_id record_missing']);
      // A user who cannot see this person may continue the problem, because it already names the person.
      await world.visit(site, { visit_date: '2026-01-10', problems: [row(`${ID}9`, { identified_by_id: [hidden] })] });
      await opened.database.kysely
        .updateTable('records')
        .set({ province_id: 'her' })
        .where('id', '=', hidden)
        .execute();
      expect(await refused({ advocated_by_id: [hidden] }, BAMYAN)).toEqual([
        '/problems/0/advocated_by_id record_missing',
      ]);
      const carried = await world.records.create(
        visit(),
        {
          visit_date: '2026-02-10',
          problems: [row(`${ID}9`, { date_identified: '2026-01-10', identified_by_id: [hidden] })],
        },
        { parent_id: site },
        { actor: BAMYAN },
      );
      expect(carried.record.version).toBe(1);
    });

    it('is identified, advocated and solved by the sheets of three visits', async () => {
      const site = await world.site('Three visits');
      const [finder, helper] = [await person('Finder'), await person('Helper')];
      await world.visit(site, { visit_date: '2026-01-10', problems: [row(`${ID}1`, { identified_by_id: [finder] })] });
      expect(await problem(`${ID}1`)).toMatchObject({
        site_id: site,
        province_id: 'bam',
        status: 'ongoing',
        open: 1,
        date_identified: '2026-01-10',
      });
      await world.visit(site, {
        visit_date: '2026-02-10',
        problems: [
          row(`${ID}1`, { date_identified: '2026-01-10', identified_by_id: [finder], advocated_by_id: [helper] }),
        ],
      });
      expect(await problem(`${ID}1`)).toMatchObject({ status: 'advocated', open: 1 });
      const solved = row(`${ID}1`, {
        date_identified: '2026-01-10',
        problem_status_id: 'solved',
        date_solved: '2026-03-09',
        solved_by_id: [helper],
        resolution_steps: 'A new pump',
      });
      await world.visit(site, { visit_date: '2026-03-10', problems: [solved] });
      expect(await problem(`${ID}1`)).toMatchObject({
        status: 'solved',
        open: 0,
        date_solved: '2026-03-09',
        resolution_steps: 'A new pump',
        date_identified: '2026-01-10',
      });
      expect(new Set((await logs(`${ID}1`)).map((log) => `${log.role} ${log.person_id}`))).toEqual(
        new Set([`1 ${finder}`, `1 null`, `3 ${helper}`, `2 ${helper}`]),
      );
    });

    it('removing the sheet that solved it opens it again; removing the last one removes it', async () => {
      const site = await world.site('Removing');
      const first = await world.visit(site, { visit_date: '2026-01-10', problems: [row(`${ID}2`)] });
      const second = await world.visit(site, {
        visit_date: '2026-02-10',
        problems: [row(`${ID}2`, { problem_status_id: 'solved', problem_details: 'Dry, now repaired' })],
      });
      expect(await problem(`${ID}2`)).toMatchObject({ status: 'solved', problem_details: 'Dry, now repaired' });
      await world.records.remove(visit(), second, undefined, { actor: CHIEF });
      expect(await problem(`${ID}2`)).toMatchObject({
        status: 'ongoing',
        problem_details: 'The well is dry',
        date_solved: null,
      });
      await world.records.restore(visit(), second, { actor: CHIEF });
      expect(await problem(`${ID}2`)).toMatchObject({ status: 'solved' });
      await world.records.remove(visit(), second, undefined, { actor: CHIEF });
      await world.records.remove(visit(), first, undefined, { actor: CHIEF });
      expect(await problem(`${ID}2`)).toBeUndefined();
      expect(await logs(`${ID}2`)).toEqual([]);
    });

    it('editing a sheet replaces its entries', async () => {
      const site = await world.site('Editing');
      const made = await world.visit(site, {
        problems: [row(`${ID}3`), row(`${ID}4`, { problem_type_id: '2', problem_details: 'Roof' })],
      });
      const before = (await logs(`${ID}3`)).length;
      const data = (problems: unknown[]) => ({ site_id_answer: site, visit_date: '2026-05-20', problems });
      await world.update(visit(), made, data([row(`${ID}3`, { problem_details: 'Still dry' })]), 1, {
        actor: CHIEF,
      });
      expect(await problem(`${ID}3`)).toMatchObject({ problem_details: 'Still dry' });
      expect((await logs(`${ID}3`)).length).toBe(before);
      expect(await problem(`${ID}4`)).toBeUndefined();
      await world.update(visit(), made, data([]), 2, { actor: CHIEF });
      expect(await problem(`${ID}3`)).toBeUndefined();
    });

    it('what a store of an older version holds of it is read under the names of its definition', async () => {
      const site = await world.site('Upgraded');
      const photo = ['0197b000-0000-7000-8000-0000000000aa'];
      const said = { problem_type_id: '1', problem_details: 'Said “dry”', resolution_steps: 'Dig', photo };
      await world.visit(site, { problems: [row(`${ID}7`)] });
      const { database } = opened;
      const [{ entry } = { entry: '{}' }] = await logs(`${ID}7`);
      const { seen } = JSON.parse(entry);
      const old = { type_id: '1', details: 'Said “dry”', steps: 'Dig', trouble_shooter_id: null, photo, seen };
      await database.transaction(async (trx) => {
        for (const name of ['details', 'steps', 'trouble_shooter_id', 'photo'])
          await sql`ALTER TABLE problems ADD COLUMN ${sql.ref(name)} text`.execute(trx);
        await sql`ALTER TABLE problems DROP COLUMN answers`.execute(trx);
        await sql`UPDATE problems SET details = ${old.details}, steps = 'Dig', photo = ${JSON.stringify(photo)}
          WHERE id = ${`${ID}7`}`.execute(trx);
        const before = JSON.stringify({ ...old, dropped: true });
        await trx.updateTable('problem_logs').set({ entry: before }).where('problem_id', '=', `${ID}7`).execute();
        await trx.deleteFrom('migrations').where('name', '=', '0016-problem-answers').execute();
      });
      await migrate(database);
      expect(JSON.parse((await problem(`${ID}7`))?.answers)).toEqual(said);
      expect((await logs(`${ID}7`)).map((log) => JSON.parse(log.entry))).toEqual([
        { answers: said, seen, dropped: true },
      ]);
    });

    it('a problem of another site is not taken over, and nothing is written', async () => {
      const here = await world.site('Here');
      const there = await world.site('There');
      await world.visit(here, { problems: [row(`${ID}5`)] });
      const refused = await failure(world.visit(there, { problems: [row(`${ID}5`, { problem_status_id: 'solved' })] }));
      expect(refused.errors).toEqual({ '/problems/0/id': [{ code: 'record_missing' }] });
      expect(await problem(`${ID}5`)).toMatchObject({ site_id: here, status: 'ongoing' });
      const { total } = await world.records.list(
        { form: visit(), filters: [], sort: [], page: 1, per_page: 5, parent_id: there },
        CHIEF,
      );
      expect(total).toBe(0);
    });

    it('has a code at its site for good, never the same twice, also for visits saved at once and after an upgrade', async () => {
      const [site, other] = [await world.site('Numbers'), await world.site('Other numbers')];
      const many = (at: number, from: number) =>
        Array.from({ length: at }, (_, n) => row(`0197b000-0000-7000-8000-0000000001${from + n}`));
      const codes = async (ids: string[]) => {
        const found = await problemCodes(opened.database.read, ids);
        return ids.map((id) => found.get(id));
      };
      const [one, two] = [many(2, 10), many(1, 20)];
      const first = await world.visit(site, { visit_date: '2026-01-10', problems: one });
      await world.visit(other, { problems: two });
      const ids = [...one, ...two].map(({ id }) => id);
      expect(await codes(ids)).toEqual(['P-1', 'P-2', 'P-1']);
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          world.visit(site, { visit_date: '2026-02-10', problems: many(2, 30 + 2 * n) }),
        ),
      );
      const crowd = many(16, 30).map(({ id }) => id);
      expect(new Set(await codes(crowd))).toEqual(new Set(Array.from({ length: 16 }, (_, n) => `P-${n + 3}`)));
      // The visit comes back with the same codes; what was found meanwhile did not get them.
      await world.records.remove(visit(), first, undefined, { actor: CHIEF });
      expect(await problem(one[0]?.id as string)).toBeUndefined();
      await world.visit(site, { visit_date: '2026-03-10', problems: many(1, 60) });
      await world.records.restore(visit(), first, { actor: CHIEF });
      expect(await codes([...ids, many(1, 60)[0]?.id as string])).toEqual(['P-1', 'P-2', 'P-1', 'P-19']);

      await opened.database.transaction(async (trx) => {
        await sql`DROP TABLE problem_numbers`.execute(trx);
        await trx.deleteFrom('code_sequences').where('pattern', 'like', 'problem %').execute();
        await trx.deleteFrom('migrations').where('name', '=', '0026-problem-numbers').execute();
      });
      await migrate(opened.database);
      expect(await codes(ids)).toEqual(['P-1', 'P-2', 'P-1']);
      expect(await codes([many(1, 60)[0]?.id as string]), 'the last one found').toEqual(['P-19']);
      await world.visit(site, { visit_date: '2026-04-10', problems: many(1, 70) });
      expect(await codes([many(1, 70)[0]?.id as string])).toEqual(['P-20']);
    });

    it('a site that moves takes its problems along', async () => {
      const site = await world.site('Moving');
      await world.visit(site, { problems: [row(`${ID}6`)] });
      await world.update(world.form('site'), site, { title: 'Moving', province_id: 'kab', district_id: 'kab-1' }, 1, {
        actor: CHIEF,
      });
      expect((await problem(`${ID}6`))?.province_id).toBe('kab');
    });
  });
}
