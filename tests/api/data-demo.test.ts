/** The demo is made once and completely. A start that was cut short leaves nothing that disturbs the next one. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import { ensureDemo } from '../../src/server/demo/ensure.ts';
import type { DemoPlan } from '../../src/server/demo/plan.ts';
import { FileStore } from '../../src/server/files/store.ts';
import { BAMYAN, CHIEF, openWorld, PERSON, SITE, VISIT, type World } from '../support/data-world.ts';
import { anyDatabase, type OpenedDatabase } from '../support/database.ts';

const words = (en: string) => ({ en, fa: `${en} فا`, ps: `${en} پښ` });
const TODAY = new Date('2026-06-01T07:30:00.000Z');

const PLAN = {
  note: words('Invented'),
  seed: 11,
  months: 6,
  password: 'a demonstration',
  provinces: [{ pcode: 'AF10', language: 'fa' }],
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
      username: 'deputy',
      person: 'deputy',
      name: words('Deputy'),
      language: 'en',
      role: 'chief',
      programme: null,
      province: null,
    },
  ],
  records: [
    {
      form: 'person',
      by: ['chief'],
      states: { submitted: 1 },
      values: { place: { place: 'district' } },
      items: [{ key: 'chief', district: 'AF1001', values: { given: 'Sample', family: 'Chief' } }],
    },
    {
      form: 'site',
      by: ['chief'],
      states: { verified: 50, submitted: 50 },
      values: { place: { place: 'district' } },
      items: ['First', 'Second', 'Third'].map((title) => ({ district: 'AF1001', values: { title } })),
    },
    {
      form: 'visit',
      by: ['chief'],
      perParent: { form: 'site', min: 3, max: 3 },
      date: 'visit_date',
      states: { verified: 70, submitted: 30 },
      values: { photo: { some: { share: 50, of: { file: 'photo' } } } },
      problems: { stages: { ongoing: 60, solved: 40 }, monthsToSolve: [1, 2], voluntary: 60 },
    },
  ],
  texts: { problems: { water: { details: [words('Dry')], steps: [words('Pump')] } } },
} as unknown as DemoPlan;

/** A plan that writes all its records and then fails before it is complete. */
const CUT_SHORT = {
  ...PLAN,
  seed: 12,
  records: [...PLAN.records, { ...PLAN.records[1], form: 'nowhere' }],
} as unknown as DemoPlan;

const district = (id: string, level: string, parent_id: string | null, pcode: string) => ({
  ...{ id, level, parent_id, pcode, name_en: id, name_fa: id, name_ps: id, aliases: [] },
  ...{ latitude: 34.5, longitude: 67.5 },
});

for (const kind of anyDatabase()) {
  describe(`the demonstration on ${kind.name}`, () => {
    const opened: OpenedDatabase[] = [];
    const worlds: World[] = [];
    const open = async (store: OpenedDatabase, again = false, forms?: FormSource[]) => {
      const database = again ? await store.reopen() : store.database;
      const world = await openWorld(database, forms);
      worlds.push(world);
      await world.registry.savePlaces([
        district('bam', 'province', null, 'AF10'),
        district('bam-1', 'district', 'bam', 'AF1001'),
      ] as never);
      const folder = join(store.config.dataDir, 'files');
      const files = new FileStore({ database, folder, limit: 10_000_000, now: () => TODAY });
      return { ...world, files };
    };
    const start = async (forms?: FormSource[]) => {
      const store = await kind.open();
      opened.push(store);
      return { store, world: await open(store, false, forms) };
    };
    afterEach(async () => {
      for (const world of worlds.splice(0)) await world.close();
      for (const store of opened.splice(0)) await store.dispose();
    });
    const count = async (world: World, table: 'users' | 'records' | 'attachments' | 'problems') =>
      (await world.database.read.selectFrom(table).selectAll().execute()).length;
    /** What happened to records. Rows outside them are written once, and taken in again after a demonstration was removed. */
    const recordEvents = async (world: World) =>
      (await world.database.read.selectFrom('events').select('id').where('record_id', 'is not', null).execute()).length;
    const everything = async (world: World) => {
      const rows = await world.database.read.selectFrom('records').selectAll().orderBy('id').execute();
      const page = { filters: [], sort: [], page: 1, per_page: 50 };
      const listed = await world.records.list({ form: world.form('visit'), ...page }, CHIEF);
      const tables = ['users', 'attachments', 'problems'] as const;
      return {
        answers: rows.map((row) => row.data),
        codes: rows.map((row) => row.code),
        listed: listed.rows.map((row) => row.record.id).sort(),
        counts: await Promise.all([...tables.map((table) => count(world, table)), recordEvents(world)]),
      };
    };

    it('is made anew when filling was cut short, as often as that happens', { timeout: 120_000 }, async () => {
      const { store, world } = await start();
      await expect(ensureDemo(world, TODAY, CUT_SHORT)).rejects.toThrow('nowhere');
      expect(await count(world, 'records')).toBeGreaterThan(5);
      await expect(ensureDemo(world, TODAY, CUT_SHORT)).rejects.toThrow('nowhere');
      await world.close();
      const next = await open(store, true);
      expect(await ensureDemo(next, TODAY, PLAN)).toEqual({ person: 1, site: 3, visit: 9 });
      expect(await ensureDemo(next, TODAY, PLAN), 'once').toBeNull();
      const { world: undisturbed } = await start();
      await ensureDemo(undisturbed, TODAY, PLAN);
      expect(await everything(next)).toEqual(await everything(undisturbed));
      expect((await verifyWholeHistory(next.database.read)).breaks).toEqual([]);
    });

    it('makes records without a parent, with words in the language of the place and references that fit', async () => {
      const { world } = await start();
      const words = [
        { en: 'Grey', fa: 'خاکستری', ps: 'خړ' },
        { en: 'Green', fa: 'سبز', ps: 'شین' },
      ];
      const [person] = PLAN.records;
      const site = { form: 'site', by: ['chief'], states: { submitted: 1 }, count: 6 };
      const plan = {
        ...PLAN,
        records: [
          person,
          {
            ...site,
            values: {
              place: { place: 'district' },
              title: { phone: 'Site ####' },
              kind: { weighted: { small: 50, big: 50 } },
            },
          },
          {
            ...{ form: 'visit', by: ['chief'], states: { submitted: 1 }, count: 8, date: 'visit_date' },
            values: { site_id_answer: { record: { form: 'site', where: { kind: 'big' } } }, remarks: { words } },
          },
        ],
      } as unknown as DemoPlan;
      expect(await ensureDemo(world, TODAY, plan)).toEqual({ person: 1, site: 6, visit: 8 });
      const rows = await world.database.read.selectFrom('records').selectAll().where('form', '=', 'visit').execute();
      const data = rows.map((row) => JSON.parse(row.data as string) as Record<string, string>);
      expect(new Set(data.map(({ remarks }) => remarks))).toEqual(new Set(['خاکستری', 'سبز']));
      for (const { site_id_answer } of data) {
        const { record } = await world.records.get(world.form('site'), site_id_answer as string, CHIEF);
        expect(record.data.kind).toBe('big');
      }
    });

    it('makes earlier visits with the earlier version, words of a programme, and rows whose sums stay right', async () => {
      const visit = VISIT.definition.fields;
      const number = { type: 'integer', minimum: 0 };
      const lines = {
        type: 'array',
        items: {
          type: 'object',
          properties: { what: { type: 'string' }, had: number, has: number, on: { type: 'string', format: 'date' } },
        },
      };
      const column = (name: string, type: string) => ({ id: `q_line_${name}`, type, label: words(name) });
      const second: FormSource = {
        definition: {
          ...VISIT.definition,
          version: 2,
          sections: [{ ...VISIT.definition.sections[0], fields: [...Object.keys(visit), 'lines'] }],
          fields: {
            ...visit,
            lines: {
              ...{ id: 'q_visit_lines', type: 'table', label: words('Lines') },
              columns: {
                what: column('what', 'text'),
                had: column('had', 'integer'),
                has: column('has', 'integer'),
                on: column('on', 'date'),
              },
            },
          },
        } as never,
        schema: { ...VISIT.schema, properties: { ...(VISIT.schema.properties as object), lines } },
      };
      const { world } = await start([SITE, VISIT, second, PERSON]);
      const [person, site] = PLAN.records;
      const desk = { en: 'Desk', fa: 'میز', ps: 'مېز' };
      const plan = {
        ...PLAN,
        records: [
          person,
          site,
          {
            ...{ form: 'visit', by: ['chief'], perParent: { form: 'site', min: 6, max: 6 }, date: 'visit_date' },
            ...{ states: { submitted: 1 }, versions: [{ version: 1, until: '-3m' }] },
            values: {
              remarks: { text: 'notes' },
              lines: {
                rows: {
                  each: [{ what: desk, had: 5, has: 5, on: { date: { from: '+3d', to: '+9d' } } }],
                  ...{ share: 100, times: [2, 4] },
                },
              },
            },
          },
        ],
        texts: { ...PLAN.texts, notes: [words('Of all')] },
        sentences: { testing: { notes: [words('Own')] } },
      } as unknown as DemoPlan;
      expect(await ensureDemo(world, TODAY, plan)).toMatchObject({ visit: 18 });
      const rows = await world.database.read.selectFrom('records').selectAll().where('form', '=', 'visit').execute();
      const made = rows.map((row) => ({ version: row.form_version, data: JSON.parse(row.data as string) }));
      expect(new Set(made.map(({ version }) => version))).toEqual(new Set([1, 2]));
      for (const { version, data } of made) {
        expect(version).toBe(data.visit_date < '2026-03-02' ? 1 : 2);
        expect(data.remarks).toBe('Own فا');
        expect(Object.hasOwn(data, 'lines')).toBe(version === 2);
        for (const line of data.lines ?? []) {
          expect(line.what).toBe('میز');
          expect([10, 15, 20]).toContain(line.had);
          expect(line.has).toBe(line.had);
          expect(line.on > data.visit_date).toBe(true);
        }
      }
    });

    it('is not made in a store that holds something else, and takes nothing from it', async () => {
      const { world } = await start();
      const site = await world.site('A real one');
      await expect(ensureDemo(world, TODAY, PLAN)).rejects.toThrow(/empty/);
      expect((await world.records.get(world.form('site'), site, BAMYAN)).name).toBe('A real one');
      expect(await count(world, 'users')).toBe(0);
    });
  });
}
