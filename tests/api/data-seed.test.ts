/** Seeded data: repeatable, valid, with full histories, of any form, up to today. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { evaluateRecord } from '../../src/core/form/index.ts';
import { recordCheckContext } from '../../src/core/saving/references.ts';
import { verifyPassword } from '../../src/server/accounts/passwords.ts';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import { makeDemo } from '../../src/server/demo/demo.ts';
import type { DemoPlan } from '../../src/server/demo/plan.ts';
import { FileStore } from '../../src/server/files/store.ts';
import { createRecords } from '../../src/server/records/records.ts';
import { seedVolume } from '../bench/volume.ts';
import { CHIEF, formOf, openWorld, type World } from '../support/data-world.ts';
import { anyDatabase, type OpenedDatabase } from '../support/database.ts';

const words = (en: string) => ({ en, fa: `${en} فا`, ps: `${en} پښ` });
const TODAY = new Date('2026-06-01T07:30:00.000Z');

/** A table in which each row names a different group, while only one group exists. */
const MEETING = formOf(
  { form: 'meeting' },
  {
    attended: {
      type: 'table',
      id: 'q_attended',
      label: words('Attended'),
      required: true,
      columns: {
        group: {
          type: 'choice',
          id: 'q_group',
          label: words('Group'),
          once: true,
          options: [{ value: 'women', label: words('Women') }],
        },
      },
      schema: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['group'],
          properties: { group: { type: 'string', enum: ['women'] } },
        },
      },
    },
  },
);

/** An answer that no sample meets, and one that is asked and must be given wherever the first is left out. */
const RIDDLE = formOf(
  {
    form: 'riddle',
    constraints: [{ id: 'right', expr: 'guess == "a wheel"', at: 'guess', message: words('Wrong') }] as never,
  },
  { guess: {}, reason: { visibleWhen: { expr: 'guess == null' }, requiredWhen: { expr: 'guess == null' } } },
);

const PLAN = {
  note: words('Invented'),
  seed: 7,
  months: 12,
  password: 'a demonstration',
  provinces: [
    { pcode: 'AF10', language: 'fa' },
    { pcode: 'AF01', language: 'ps' },
  ],
  villages: { perDistrict: 1, names: [words('Village')] },
  accounts: [
    {
      username: 'chief',
      person: 'chief',
      name: words('Chief'),
      language: 'en',
      role: 'chief',
      programme: null,
      province: null,
    },
    {
      username: 'coordinator.one',
      person: 'coordinator.one',
      name: words('One'),
      language: 'fa',
      role: 'coordinator',
      programme: 'testing',
      province: 'AF10',
    },
  ],
  records: [
    {
      form: 'person',
      by: ['chief'],
      states: { submitted: 1 },
      values: { place: { place: 'district' } },
      items: [
        { key: 'chief', district: 'AF1001', values: { given: 'Sample', family: 'Chief' } },
        { key: 'coordinator.two', district: 'AF0101', values: { given: 'Sample', family: 'Two' } },
      ],
    },
    {
      form: 'site',
      by: ['coordinator'],
      states: { verified: 60, returned: 20, submitted: 20 },
      values: { place: { place: 'district' }, pupils: { range: [10, 90] } },
      items: [
        { district: 'AF1001', values: { title: 'First' } },
        { district: 'AF0101', values: { title: 'Second' } },
        { district: 'AF1001', values: { title: 'Third' } },
      ],
    },
    {
      form: 'visit',
      by: ['coordinator'],
      perParent: { form: 'site', min: 8, max: 8 },
      date: 'visit_date',
      states: { verified: 70, returned: 15, submitted: 15 },
      values: {
        water: { quality: { excellent: 20, good: 30, fair: 20, bad: 30 } },
        seen_by: { person: { form: 'person' } },
        boys: { range: [0, 40] },
        photo: { some: { share: 50, of: { file: 'photo' } } },
      },
      problems: {
        stages: { ongoing: 30, advocated: 20, solved: 40, dropped: 10 },
        monthsToSolve: [1, 3],
        voluntary: 20,
      },
    },
  ],
  texts: {
    problems: { water: { details: [words('Dry')], steps: [words('Pump')] } },
    return: [words('Again')],
    verify: [words('Fine')],
    'send-back': [words('Once more')],
  },
} as unknown as DemoPlan;

const place = (id: string, level: 'province' | 'district', parent_id: string | null, pcode: string) => ({
  id,
  level,
  pcode,
  parent_id,
  name_en: id,
  name_fa: id,
  name_ps: id,
  aliases: [],
  latitude: 34.5,
  longitude: 67.5,
});

for (const kind of anyDatabase()) {
  describe(`seeding on ${kind.name}`, () => {
    const made: { opened: OpenedDatabase; world: World }[] = [];
    const start = async (forms?: FormSource[]) => {
      const opened = await kind.open();
      const world = await openWorld(opened.database, forms);
      await world.registry.savePlaces([
        place('bam', 'province', null, 'AF10'),
        place('kab', 'province', null, 'AF01'),
        place('bam-1', 'district', 'bam', 'AF1001'),
        place('kab-1', 'district', 'kab', 'AF0101'),
      ]);
      const files = new FileStore({
        database: opened.database,
        folder: join(opened.config.dataDir, 'files'),
        limit: 10_000_000,
        now: () => TODAY,
      });
      made.push({ opened, world });
      return { ...world, files };
    };
    const finish = async () => {
      for (const { opened, world } of made.splice(0)) {
        await world.close();
        await opened.dispose();
      }
    };
    const everything = (world: World) => world.database.read.selectFrom('records').selectAll().orderBy('id').execute();
    const mustBeValid = async (world: World) => {
      const rows = await everything(world);
      for (const row of rows) {
        const form = world.registry.form(row.form, row.form_version);
        if (!form) throw new Error(`no form ${row.form}`);
        const context = { today: TODAY.toISOString().slice(0, 10), ...recordCheckContext(form, world.registry) };
        const validator = await world.registry.validator(form);
        expect(evaluateRecord(form, validator, JSON.parse(row.data), context).errors).toEqual({});
        expect(row.updated_at <= TODAY.toISOString()).toBe(true);
      }
      expect((await verifyWholeHistory(world.database.read)).breaks).toEqual([]);
      return rows;
    };

    it('a plan makes the same valid records each time, in every state, with accounts that can log in', {
      timeout: 120_000,
    }, async () => {
      const one = await start();
      const two = await start();
      await makeDemo(one, PLAN, TODAY);
      await makeDemo(two, PLAN, TODAY);
      const rows = await mustBeValid(one);
      expect((await everything(two)).map((row) => row.data)).toEqual(rows.map((row) => row.data));
      const visits = rows.filter((row) => row.form === 'visit');
      expect(new Set(visits.map((row) => row.state))).toEqual(new Set(['verified', 'returned', 'submitted']));
      const days = (row: { updated_at: string }) => (TODAY.getTime() - Date.parse(row.updated_at)) / 86_400_000;
      const returned = visits.filter((row) => row.state === 'returned');
      expect(Math.max(...returned.map(days)), 'days that the oldest waits').toBeLessThan(91);
      const users = await one.database.read.selectFrom('users').selectAll().orderBy('username').execute();
      expect(users.map((user) => user.username)).toEqual(['chief', 'coordinator.one', 'coordinator.two']);
      expect(await verifyPassword(PLAN.password, users[0]?.password_hash)).toEqual({ right: true, outdated: false });
      expect(users[2]?.person_id).toBe(rows.find((row) => row.name === 'Sample Two')?.id);
      const problems = await one.database.read.selectFrom('problems').selectAll().execute();
      expect(new Set(problems.map((problem) => problem.open))).toEqual(new Set([0, 1]));
      const listed = await one.records.list(
        { form: one.form('visit'), filters: [], sort: [], page: 1, per_page: 100 },
        CHIEF,
      );
      expect(listed.total).toBe(visits.length);
      const next = await one.records.create(
        one.form('site'),
        { title: 'By hand', province_id: 'bam', district_id: 'bam-1' },
        {},
        { actor: CHIEF },
      );
      expect(rows.map((row) => row.code)).not.toContain(next.record.code);
      await finish();
    });

    it('volume of any form needs no plan', { timeout: 120_000 }, async () => {
      const world = await start();
      const count = await seedVolume(world, { records: 300, now: TODAY, seed: 3 });
      const rows = await mustBeValid(world);
      expect(rows.length).toBe(count);
      expect(new Set(rows.map((row) => row.form))).toEqual(new Set(['person', 'site', 'visit']));
      const again = await seedVolume(world, { records: 50, forms: ['visit'], now: TODAY });
      expect(again).toBe(50);
      const listed = await world.records.list(
        { form: world.form('visit'), filters: [], sort: [], page: 1, per_page: 5 },
        CHIEF,
      );
      expect(listed.total).toBe((await everything(world)).filter((row) => row.form === 'visit').length);
      await finish();
    });

    it('a seed that is cut short leaves no number to be given twice', { timeout: 120_000 }, async () => {
      const world = await start();
      const isKilled = () => {
        throw new Error('killed');
      };
      await expect(seedVolume(world, { records: 300, now: TODAY, seed: 3, report: isKilled })).rejects.toThrow(
        'killed',
      );
      const before = (await everything(world)).map((row) => row.code);
      expect(before.length).toBeGreaterThan(0);
      await seedVolume(world, { records: 300, now: TODAY, seed: 3 });
      const site = { title: 'By hand', province_id: 'bam', district_id: 'bam-1' };
      const { record } = await world.records.create(world.form('site'), site, {}, { actor: CHIEF });
      const codes = (await everything(world)).flatMap((row) => row.code ?? []);
      expect(codes).toContain(record.code);
      expect(new Set(codes).size).toBe(codes.length);
      await finish();
    });

    it('rows of a table that may not repeat an answer do not', { timeout: 120_000 }, async () => {
      const world = await start([MEETING]);
      await seedVolume(world, { records: 120, now: TODAY });
      for (const { data } of await mustBeValid(world)) expect(JSON.parse(data).attended).toEqual([{ group: 'women' }]);
      await finish();
    });

    it('what must be given because another answer is missing is given', { timeout: 120_000 }, async () => {
      const world = await start([RIDDLE]);
      await seedVolume(world, { records: 20, forms: ['riddle'], now: TODAY });
      for (const { data } of await mustBeValid(world)) expect(JSON.parse(data)).toEqual({ reason: expect.any(String) });
      await finish();
    });

    it('bulk work leaves every index behind, also when it was cut short', { timeout: 120_000 }, async () => {
      const world = await start();
      const { projector } = world;
      await projector.withoutIndexes(() => seedVolume(world, { records: 60, now: TODAY }));
      const search = async (records: World['records'], text: string) =>
        (await records.list({ form: world.form('site'), filters: [], sort: [], page: 1, per_page: 5, text }, CHIEF))
          .total;
      const title = (await everything(world)).find((row) => row.form === 'site')?.name ?? '';
      expect(await search(world.records, title)).toBe(1);
      const { dialect } = world.database;
      const { table, indexes } = projector.plan('site');
      await world.database.transaction((trx) => dialect.dropSearch(trx, table));
      const next = await createRecords({ database: world.database, registry: world.registry });
      const state = (await dialect.projections(world.database.read, table)).get(table);
      expect(state?.hasSearch).toBe(true);
      expect(await search(next.records, title)).toBe(1);
      expect(indexes.filter((index) => !state?.indexes.has(index.name))).toEqual([]);
      await finish();
    });
  });
}
