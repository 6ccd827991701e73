/** Lists: sorting, filters, search, pages, scope, and what children show of their site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/core/records/types.ts';
import type { Reads } from '../../src/core/views/reads.ts';
import { childCounts } from '../../src/core/views/record/show.ts';
import { everyListRow } from '../../src/server/records/list.ts';
import type { Filter, ListQuery } from '../../src/server/records/types.ts';
import { actor, BAMYAN, CHIEF, failure, KABUL, MONITOR, openWorld, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

for (const kind of databases()) {
  describe(`lists on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    const sites: Record<string, string> = {};
    let person = '';

    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database);
      for (const [title, province, pupils] of [
        ['لیسه آفتاب', 'bam', 9],
        ['لیسه باران', 'bam', 120],
        ['ښوونځی', 'kab', 30],
        ['Zebra school', 'her', undefined],
        ['alpha school', 'kab', 7],
      ] as const) {
        sites[title] = await world.site(title, province, {
          ...(pupils !== undefined && { pupils }),
          kind: province === 'bam' ? 'small' : 'big',
        });
      }
      const made = await world.records.create(
        world.form('person'),
        { given: 'نمونه', family: 'يوسفي', province_id: 'bam' },
        {},
        { actor: CHIEF },
      );
      person = made.record.id;
      let day = 1;
      for (const site of Object.values(sites)) {
        for (let n = 0; n < 4; n += 1) {
          await world.visit(site, {
            visit_date: `2026-03-${String(day).padStart(2, '0')}`,
            round: n === 0 ? 'one' : 'two',
            boys: day,
            ...(n === 1 && { water: 'good', seen_by: person }),
            ...(n === 2 && { remarks: 'The کتابخانه needs a 100% new_roof' }),
          });
          day += 1;
        }
      }
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    const list = (form: string, more: Partial<ListQuery> = {}, by: Actor = CHIEF) =>
      world.records.list({ form: world.form(form), filters: [], sort: [], page: 1, per_page: 20, ...more }, by);
    const titles = async (more: Partial<ListQuery> = {}, by: Actor = CHIEF) =>
      (await list('site', more, by)).rows.map((row) => row.record.data.title);
    const found = async (...filters: Filter[]) => (await list('visit', { filters })).total;

    it('sorts by the alphabet of the languages, by number and by place', async () => {
      expect(await titles()).toEqual(
        ['alpha school', 'Zebra school', 'ښوونځی', 'لیسه آفتاب', 'لیسه باران'].map((title) => title),
      );
      expect(await titles({ sort: ['-pupils'] })).toEqual([
        'لیسه باران',
        'ښوونځی',
        'لیسه آفتاب',
        'alpha school',
        'Zebra school',
      ]);
      expect((await titles({ sort: ['province', '-pupils'] })).slice(0, 2)).toEqual(['لیسه باران', 'لیسه آفتاب']);
      expect(await titles({ sort: ['-kind', 'pupils'] })).toEqual([
        'Zebra school',
        'alpha school',
        'ښوونځی',
        'لیسه آفتاب',
        'لیسه باران',
      ]);
      expect((await list('visit')).rows[0]?.record.data.visit_date).toBe('2026-03-20');
      expect((await list('visit', { sort: ['visit_date'] })).rows[0]?.record.data.visit_date).toBe('2026-03-01');
      expect((await failure(list('visit', { sort: ['nonsense'] }))).code).toBe('bad_filter');
    });

    it('sorts codes by their number', async () => {
      const codes = (await list('visit', { sort: ['code'] })).rows.map((row) =>
        Number(row.record.code?.replace(/\D/g, '')),
      );
      expect(codes).toEqual([...codes].sort((a, b) => a - b));
      expect(codes).toHaveLength(20);
    });

    it('filters by every operator', async () => {
      expect(await found({ field: 'province_id', op: 'eq', value: 'bam' })).toBe(8);
      expect(await found({ field: 'province_id', op: 'in', value: ['bam', 'her'] })).toBe(12);
      expect(await found({ field: 'status', op: 'ne', value: 'submitted' })).toBe(0);
      expect(await found({ field: 'water', op: 'eq', value: 'good' })).toBe(5);
      expect(await found({ field: 'water', op: 'empty', value: true })).toBe(15);
      expect(await found({ field: 'water', op: 'empty', value: false })).toBe(5);
      expect(await found({ field: 'seen_by', op: 'eq', value: person })).toBe(5);
      expect(await found({ field: 'seen_by', op: 'contains', value: 'یوسفی' })).toBe(5);
      expect(await found({ field: 'remarks', op: 'contains', value: '100%' })).toBe(5);
      expect(await found({ field: 'remarks', op: 'contains', value: '1_0%' })).toBe(0);
      expect(await found({ field: 'remarks', op: 'not_contains', value: 'كتابخانة' })).toBe(15);
      expect(await found({ field: 'score', op: 'gte', value: '5' }, { field: 'score', op: 'lte', value: 8 })).toBe(4);
      expect(await found({ field: 'date', op: 'gte', value: '2026-03-19' })).toBe(2);
      expect(await found({ field: 'visit_date', op: 'eq', value: '2026-03-19' })).toBe(1);
      expect(await found({ field: 'created_at', op: 'lte', value: '2026-06-01' })).toBe(20);
      expect(await found({ field: 'created_at', op: 'lte', value: '2026-05-31' })).toBe(0);
      expect(await found({ field: 'parent.pupils', op: 'gte', value: 100 })).toBe(4);
      expect(await found({ field: 'parent.name', op: 'contains', value: 'آفتاب' })).toBe(4);
      expect(await found({ field: 'round', op: 'eq', value: 'one' })).toBe(5);
      for (const wrong of [
        { field: 'nothing', op: 'eq', value: 1 },
        { field: 'score', op: 'gte', value: 'many' },
        { field: 'water', op: 'gte', value: 'x' },
      ] as Filter[]) {
        expect((await failure(list('visit', { filters: [wrong] }))).code).toBe('bad_filter');
      }
    });

    it('finds words in any spelling, several at once, short ones too', async () => {
      const search = async (text: string) => (await list('visit', { text })).total;
      expect(await search('كتابخانه')).toBe(5);
      expect(await search('کتابخانه roof')).toBe(5);
      expect(await search('کتابخانه cellar')).toBe(0);
      expect(await search('يوسفى')).toBe(5);
      expect(await search('آفتاب')).toBe(4);
      expect(await search('VISIT_7')).toBe(1);
      expect(await search('0%')).toBe(5);
      expect(await search('"\' OR 1=1 --')).toBe(0);
      expect(await search('')).toBe(20);
      expect((await list('site', { text: 'school' })).total).toBe(2);
    });

    it('pages by number and by key meet every record once', async () => {
      for (const sort of [
        [],
        ['visit_date'],
        ['-parent.name'],
        ['water', '-visit_date'],
        ['status'],
        ['-seen_by', 'code'],
      ]) {
        const byNumber: string[] = [];
        for (let page = 1; page <= 4; page += 1)
          byNumber.push(...(await list('visit', { sort, page, per_page: 6 })).rows.map((row) => row.record.id));
        const byKey: string[] = [];
        for (let after: string | null | undefined; after !== null; ) {
          const page = await list('visit', { sort, per_page: 6, ...(after && { after }) });
          byKey.push(...page.rows.map((row) => row.record.id));
          after = page.next_cursor;
        }
        expect(new Set(byNumber).size).toBe(20);
        expect(byKey).toEqual(byNumber);
      }
      expect(await list('visit', { page: 99 })).toMatchObject({ rows: [], total: 20, last_page: 1, capped: false });
      expect((await failure(list('visit', { after: 'rubbish' }))).code).toBe('bad_filter');
    });

    it('a page behind a cursor repeats and skips nothing, whatever is added and deleted between', async () => {
      const site = sites['alpha school'] as string;
      const add = (visit_date: string) => world.visit(site, { visit_date });
      const remove = (id: string) => world.records.remove(world.form('visit'), id, undefined, { actor: CHIEF });
      const page = async (number: number, after?: string | null, per_page = 12) => {
        const asked = { sort: ['-visit_date'], per_page, page: number, ...(after && { after }) };
        const { rows, ...numbers } = await list('visit', asked);
        return { ids: rows.map((row) => row.record.id), ...numbers };
      };
      for (const day of ['2025-01-01', '2025-01-02']) await add(day);
      const made = [await add('2026-04-01'), await add('2026-04-02')];
      const first = await page(1);
      expect(first).toMatchObject({ total: 24, current_page: 1, last_page: 2 });
      await remove(made.shift() as string);
      made.push(await add('2026-04-03'), await add('2026-04-04'));
      const second = await page(2, first.next_cursor);
      expect(new Set([...first.ids, ...second.ids]).size).toBe(24);
      expect(second).toMatchObject({ total: 25, current_page: 2, last_page: 2, next_cursor: null });
      // By its number alone, the page has again the row that was pushed down.
      expect((await page(2)).ids[0]).toBe(first.ids.at(-1));
      // More rows are left than a page has, and none.
      const part = await page(2, first.next_cursor, 5);
      expect(part).toMatchObject({ ids: second.ids.slice(0, 5), current_page: 2, last_page: 5 });
      const rest = await page(3, part.next_cursor, 7);
      expect(rest).toMatchObject({ ids: second.ids.slice(5), last_page: 3, next_cursor: null });
      await remove(second.ids.at(-1) as string);
      const short = await page(3, part.next_cursor, 6);
      expect(short).toMatchObject({ ids: second.ids.slice(5, 11), last_page: 3, next_cursor: null });
      const last = await page(2, first.next_cursor, 10);
      expect(last).toMatchObject({ last_page: 3, next_cursor: expect.any(String) });
      await remove(second.ids[10] as string);
      expect(await page(3, last.next_cursor, 10)).toMatchObject({ ids: [], current_page: 3, last_page: 2 });
      for (const id of made) await remove(id);
    });

    it('reading everything ends with the last row, or after as many as are wanted', async () => {
      const query = { form: world.form('visit'), filters: [], sort: ['visit_date'] };
      const read = async (most?: number) => {
        const ids: string[] = [];
        for await (const { record } of everyListRow(world.records, query, CHIEF, most)) ids.push(record.id);
        return ids;
      };
      const all = await read();
      expect(all).toHaveLength(20);
      for (const most of [1, 7, 20, 21]) expect(await read(most), `${most}`).toEqual(all.slice(0, most));
    });

    it('everybody sees their own places only', async () => {
      expect((await list('visit', {}, BAMYAN)).total).toBe(8);
      expect((await list('visit', {}, KABUL)).total).toBe(8);
      const both = actor(
        'both',
        { role: 'writer', programme: 'testing', province_id: 'bam' },
        { role: 'writer', programme: 'testing', province_id: 'her' },
      );
      expect((await list('visit', {}, both)).total).toBe(12);
      expect((await list('visit', {}, actor('nobody'))).total).toBe(0);
      expect(
        (await list('visit', {}, actor('stranger', { role: 'chief', programme: 'other', province_id: null }))).total,
      ).toBe(0);
      expect((await list('visit', { filters: [{ field: 'province_id', op: 'eq', value: 'kab' }] }, BAMYAN)).total).toBe(
        0,
      );
      expect((await list('visit', {}, MONITOR)).total).toBe(0);
      const own = await world.visit(sites['لیسه آفتاب'] as string, {}, MONITOR);
      expect((await list('visit', {}, MONITOR)).rows.map((row) => row.record.id)).toEqual([own]);
      const elsewhere = { role: 'writer', programme: 'testing', province_id: 'her' };
      const also = actor('monitor', { role: 'monitor', programme: 'testing', province_id: 'bam' }, elsewhere);
      expect((await list('visit', {}, also)).total, 'their own one and the four of Herat').toBe(5);
      await world.records.remove(world.form('visit'), own, undefined, { actor: CHIEF });
    });

    it('counts what belongs to a site by kind', async () => {
      const reads: Pick<Reads, 'registry' | 'actor' | 'countBy'> = {
        registry: world.registry,
        actor: CHIEF,
        async countBy(form, filters, by) {
          const groups = await world.records.aggregate({ form, filters: [...filters], by: [by] }, CHIEF);
          return new Map(groups.map(({ keys: [key = ''], count }) => [key, count]));
        },
      };
      const counts = await childCounts(reads, world.form('site'), sites['Zebra school'] as string);
      expect(counts).toEqual({ visits: 4, first: 1 });
    });

    it('rows carry what they show of the site, and follow it', async () => {
      const site = sites['alpha school'] as string;
      const below = () => list('visit', { parent_id: site });
      expect((await below()).rows[0]?.columns).toMatchObject({ 'parent.name': 'alpha school', 'parent.pupils': 7 });
      await world.update(
        world.form('site'),
        site,
        { title: 'Beta school', pupils: 77, province_id: 'bam', district_id: 'bam-1' },
        1,
        { actor: CHIEF },
      );
      const after = await below();
      expect(after.rows.map((row) => row.columns['parent.name'])).toEqual(Array(4).fill('Beta school'));
      expect(after.rows.map((row) => row.columns['parent.pupils'])).toEqual(Array(4).fill(77));
      expect(after.rows.map((row) => row.record.province_id)).toEqual(Array(4).fill('bam'));
      expect((await list('visit', { parent_id: site }, KABUL)).total).toBe(0);
      expect((await list('visit', { text: 'beta' })).total).toBe(4);
      expect((await list('visit', { text: 'alpha' })).total).toBe(0);
      await world.update(
        world.form('site'),
        site,
        { title: 'alpha school', pupils: 7, kind: 'big', province_id: 'kab', district_id: 'kab-1' },
        2,
        { actor: CHIEF },
      );
    });

    it('finds rare words beside common ones among many, pages them, and tells how many there are', async () => {
      const form = world.form('person');
      const rows = Array.from({ length: 150 }, (_, n) => ({
        id: `rare-${n}`,
        data: { given: `Worker_no_${1000 + n}`, family: 'کارگر', province_id: 'kab' },
      }));
      await world.records.createAll(form, rows, { actor: CHIEF });
      await opened.database.dialect.analyze(opened.database.kysely);
      const hits = async (text: string, more: Partial<ListQuery> = {}) => {
        const page = await list('person', { text, per_page: 4, ...more });
        return [page.total, page.rows.length];
      };
      expect(await hits('worker_no_1042')).toEqual([1, 1]);
      expect(await hits('no_1042 کارگر')).toEqual([1, 1]);
      expect(await hits('worker 1042 1043')).toEqual([0, 0]);
      expect(await hits('no_104 worker')).toEqual([10, 4]);
      expect(await hits('no_104 worker', { page: 3 })).toEqual([10, 2]);
      expect(await hits('no_104 worker', { page: 9 })).toEqual([10, 0]);
      expect(await hits('کارگر')).toEqual([150, 4]);
      expect(await hits('workers')).toEqual([0, 0]);
    });

    it('a rebuilt projection answers the same', async () => {
      const look = async () =>
        JSON.stringify([
          await list('visit', { text: 'کتابخانه' }),
          await list('site', { sort: ['-pupils'] }),
          await list('visit', { sort: ['seen_by'] }),
        ]);
      const before = await look();
      await world.projector.rebuild();
      expect(await look()).toBe(before);
    });

    it('orders the records of a province by the second field, whatever their districts', async () => {
      await world.site('Of no district', 'bam', { pupils: 60, district_id: undefined });
      const { rows } = await list('site', { sort: ['province', '-pupils'] });
      const ofBamyan = rows.filter(({ record }) => record.province_id === 'bam');
      expect(ofBamyan.map(({ record }) => record.data.pupils)).toEqual(
        ofBamyan.map(({ record }) => Number(record.data.pupils)).sort((a, b) => b - a),
      );
      expect(ofBamyan.length).toBeGreaterThan(2);
    });
  });
}
