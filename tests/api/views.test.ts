/**
 * Every view is the same from the server and from a device without network: one world, the twenty questions of screens, and
 * answers that are written here by hand.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/app/data/errors.ts';
import type { DataSource } from '../../src/app/data/source.ts';
import type { ListQuery } from '../../src/core/generated/api.ts';
import { HASHES_KEY } from '../../src/core/sync/reference.ts';
import type { LocalRecord } from '../../src/core/sync/types.ts';
import { pack, SOURCES, type SourceName } from '../support/bothSources.ts';
import { pull } from '../support/localDevice.ts';
import {
  FOCAL,
  ITEMS,
  NAMES,
  openViewsWorld,
  PLACES,
  RATINGS,
  SCHOOLS,
  SECRETS,
  TODAY,
  type ViewsWorld,
} from '../support/viewsWorld.ts';
import { type Json, ratingAnswers, schoolAnswers, VISIT_RATINGS } from './http-stage.ts';

const ADMIN = 'admin';
const COORDINATOR = 'coordinator.bamyan';
/** As filters name states. */
const inStates = (...value: string[]) => [{ field: 'status', op: 'in', value }];
/** Sees all records, and reads no restricted answer of a programme. */
const EVALUATOR = 'mande';

const { signal } = new AbortController();

describe('views', () => {
  let world: ViewsWorld;

  beforeAll(async () => {
    world = await openViewsWorld([FOCAL, ADMIN, COORDINATOR, EVALUATOR]);
  });
  afterAll(() => world?.close());

  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => world.called(id));
  /** Returns status and code of what was refused. */
  const refusal = async (asked: Promise<unknown>): Promise<unknown> => {
    const error = await asked.then(
      () => new Error('it was answered'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ApiError)) throw error;
    return [error.status, error.code];
  };

  describe.each(SOURCES)('of %s', (name) => {
    const source = (username = FOCAL): DataSource => world.sources.of(name, username);

    it.each<[string, ListQuery, string[]]>([
      ['in the order of the form', {}, ['alpha', 'zebra', 'aftab', 'baran', 'sample']],
      ['from the end', { sort: '-name' }, ['sample', 'baran', 'aftab', 'zebra', 'alpha']],
      ['the second page', { sort: 'code', per_page: 2, page: 2 }, ['baran', 'zebra']],
      ['a page that is not there', { page: 9 }, []],
      ['words in another spelling', { text: 'لیسه' }, ['aftab', 'baran']],
      ['a word of two', { text: 'school' }, ['alpha', 'zebra']],
      ['a state', { filters: [{ field: 'status', op: 'eq', value: 'verified' }] }, ['alpha']],
      ['letters of a name', { filters: [{ field: 'name', op: 'contains', value: 'SCHOOL' }] }, ['alpha', 'zebra']],
      ['two orders', { sort: 'monitoring_status,-code' }, ['zebra', 'baran', 'aftab', 'sample', 'alpha']],
      ['one province', { filters: [{ field: 'province', op: 'in', value: ['1'] }] }, []],
    ])('list: %s', async (_what, query, expected) => {
      expect(ids((await source().list(SCHOOLS, query)).data)).toEqual(expected);
    });

    it('list: a row with its rights, their reasons, its names and what lies below it', async () => {
      const { data, meta } = await source().list(SCHOOLS, { text: NAMES.baran, counts: true });
      expect(data).toMatchObject([
        {
          name: NAMES.baran,
          code: 'CBMS_S_3',
          version: 1,
          current_state: { id: 'submitted', label: { en: 'Waiting for check' } },
          created_by: { name: 'Test Focal B' },
          province: { name: 'Bamyan' },
          recordScope: { view: true, edit: true, delete: true },
          why_not: { verify: { code: 'role_needed' }, reopen: { code: 'transition_not_possible' } },
        },
      ]);
      expect(data[0]?.current_state.unsent).toBeUndefined();
      const { total, last_page, capped, counts } = meta;
      expect({ total, last_page, capped }).toEqual({ total: 1, last_page: 1, capped: false });
      expect(counts).toEqual({ [world.schools.baran]: { monitoring: 2 } });
      const visit = (await source().list(RATINGS, { sort: 'monitoring_date', per_page: 1 })).data[0] as Json;
      expect(visit.parent.name).toBe(NAMES.sample);
      expect(visit.columns).toEqual({
        // Good is 3 and fair 2, by section.
        'record.ratings': [[3, 2, 3, 3], [3, 3], [3, 3, 3, 3, 3, 3], [3, 3, 3], [3]],
      });
      expect(Object.keys(visit.data)).not.toContain('water');
      const all = { sort: 'monitoring_date', per_page: 1, fields: 'all' } as const;
      expect((await source().list(RATINGS, all)).data[0]?.data).toMatchObject({ water: 'good' });
    });

    it('list: by cursor and all pages at once every record once', async () => {
      const sort = 'monitoring_date';
      const expected = ['sampled', 'found', 'archived', 'solved', 'surveyed', 'today'];
      const all = ids(await source().listAll(RATINGS, { sort }));
      expect(new Set(all)).toEqual(new Set(expected));
      const walked: string[] = [];
      for (let after: string | null | undefined, at = 0; at < 9 && after !== null; at += 1) {
        const { data, meta } = await source().list(RATINGS, { sort, per_page: 4, ...(after && { after }) });
        walked.push(...ids(data));
        after = meta.next_cursor;
      }
      expect(walked).toEqual(all);
    });

    it.each<[string, ListQuery, [number, string]]>([
      ['an unknown question', { filters: [{ field: 'nothing', op: 'eq', value: 1 }] }, [400, 'bad_filter']],
      ['an unknown order', { sort: 'nothing' }, [400, 'bad_filter']],
      ['a cursor that is none', { after: 'zz' }, [400, 'bad_filter']],
      ['deleted records', { deleted: true }, [403, 'forbidden']],
    ])('list: refuses %s', async (_what, query, expected) => {
      expect(await refusal(source().list(SCHOOLS, query))).toEqual(expected);
    });

    it('totals', async () => {
      const totals = (username: string, query: ListQuery) => source(username).totals(ITEMS, query);
      const [amount, afghani, dollars] = [
        'purchase_price',
        { currency: 'AFN', count: 2, total: 1500.5 },
        { currency: 'USD', count: 1, total: 40 },
      ];
      expect(await totals(ADMIN, { columns: 'price' })).toEqual({
        data: [{ amount, groups: [afghani, dollars] }],
        partial: false,
      });
      const filters = [{ field: 'tag_number', op: 'eq' as const, value: 'T-2' }];
      expect((await totals(ADMIN, { columns: amount, filters })).data).toEqual([{ amount, groups: [dollars] }]);
      expect((await totals(ADMIN, {})).data).toEqual([]);
    });

    it('children', async () => {
      const page = (type: string) => source().children(SCHOOLS, world.schools.baran, type, 1);
      const { data, meta } = await page('monitoring');
      expect(ids(data)).toEqual(['solved', 'found']);
      expect(meta.total).toBe(2);
      expect((await page('baseline')).data).toEqual([]);
      expect(await refusal(page('nothing'))).toEqual([400, 'bad_filter']);
      const elsewhere = source().children(SCHOOLS, world.schools.elsewhere, 'monitoring', 1);
      expect(await refusal(elsewhere)).toEqual([404, 'record_not_found']);
    });

    it('find', async () => {
      const find = (words: string) => source().find(words, signal);
      // The Arabic kaf of another keyboard, without the hamza of the stored name.
      const { records, accounts } = await find('مكتب نمونه');
      expect(records.map(({ form, code }) => [form, code])).toEqual([
        ['school', 'CBMS_S_1'],
        ['school-rating', 'CBMS_MO_1'],
        ['school-survey', 'CBMS_BL_1'],
      ]);
      expect([records[0]?.province?.name_en, accounts]).toEqual(['Bamyan', []]);
      expect((await find('Kabul school')).records).toEqual([]);
      // Problems are numbered at their sites. Open ones come first.
      const [few, dry] = (await find('P-۱')).problems ?? [];
      expect(few).toMatchObject({ code: 'P-1', open: true, site: { id: world.schools.zebra } });
      const site = { id: world.schools.baran, form: 'school', name: NAMES.baran };
      expect(dry).toMatchObject({ id: world.problem, code: 'P-1', open: false, site });
      expect((await find('yaka')).places).toMatchObject([
        { name_en: 'Yakawlang', level: 'district', detail: 'Bamyan' },
      ]);
      expect(await refusal(find('م '))).toEqual([400, 'bad_filter']);
    });

    it('findRecords', async () => {
      const find = async (more: object) =>
        (await source().findRecords({ forms: ['local-monitor', 'staff', 'school'], ...more })).map((one) => one.name);
      expect(await find({ text: 'one' })).toEqual(['Monitor One', 'Staff One']);
      expect(await find({ ids: [world.schools.zebra, world.schools.elsewhere] })).toEqual([NAMES.zebra]);
      expect(await find({ roles: ['driver'], forms: ['staff'] })).toEqual([]);
    });

    it('findPlaces', async () => {
      const find = async (question: Parameters<DataSource['findPlaces']>[0]) =>
        (await source().findPlaces(question)).map(({ name_en, detail }) => [name_en, detail]);
      expect(await find({ text: 'یکه ولنگ', level: 'district' })).toEqual([['Yakawlang', 'Bamyan']]);
      expect(await find({ text: 'yaka', within: ['1'] })).toEqual([]);
    });

    it('options', async () => {
      const version = world.newest('school-rating');
      const body = { form: 'school-rating', version, field: 'cbms_school_id', text: 'school' };
      const { data, next } = await source().searchOptions(body);
      expect(data.map(({ name, detail }) => [name, detail])).toEqual([
        ['alpha School', 'Bamyan · CBMS_S_5'],
        ['Zebra school', 'Bamyan · CBMS_S_4'],
      ]);
      expect(next).toBeNull();
    });

    it('isUnique', async () => {
      const free = (value: string, id?: string) => source(ADMIN).isUnique(ITEMS, 'tag_number', value, id);
      expect([await free('t-1'), await free(' T-1 '), await free('T-9'), await free(' ')]).toEqual([
        false,
        false,
        true,
        true,
      ]);
      expect(await free('T-1', world.items[1])).toBe(true);
      expect(await free('T-3'), 'of a deleted one').toBe(true);
      expect(await source(ADMIN).isUnique(ITEMS, 'code', 'INV_1')).toBe(false);
      expect(await source(ADMIN).isUnique(ITEMS, 'name', 'Table'), 'many may have the same name').toBe(true);
      expect(await refusal(source(ADMIN).isUnique(ITEMS, 'nothing', 'x'))).toEqual([400, 'bad_filter']);
    });

    it('positions', async () => {
      const { alpha } = world.schools;
      expect(await source().positions(SCHOOLS, world.stage.province)).toEqual([
        { id: alpha, name: NAMES.alpha, latitude: 34.82, longitude: 67.82 },
      ]);
      expect(await refusal(source().positions(SCHOOLS, ''))).toEqual([400, 'bad_filter']);
      expect(await refusal(source().positions(RATINGS, '1'))).toEqual([404, 'route_not_found']);
    });

    it('provinces', async () => {
      const all = await source().provinces();
      expect(all).toHaveLength(34);
      expect(all.slice(0, 2).map(({ name }) => name)).toEqual(['Badakhshan', 'Badghis']);
    });

    it('districts', async () => {
      const names = (await source().districts(world.stage.province)).map(({ name }) => name);
      expect(names).toEqual(['Bamyan', 'Kahmard', 'Panjab', 'Sayghan', 'Shibar', 'Waras', 'Yakawlang']);
      expect(await refusal(source().districts(world.stage.district))).toEqual([404, 'record_not_found']);
    });

    it('villages', async () => {
      expect(await source().villages(world.stage.district)).toEqual([]);
      expect(await refusal(source().villages(world.stage.province))).toEqual([404, 'record_not_found']);
    });

    it('record', async () => {
      const { record, refs, formsCount } = await source().record(SCHOOLS, world.schools.baran);
      expect(record).toMatchObject({
        name: NAMES.baran,
        type: 'mixed',
        district: { name_en: 'Bamyan' },
        data: { monitoring_start_date: TODAY },
        recordScope: { edit: true },
        why_not: { archive: { code: 'role_needed' } },
      });
      expect(refs['school-type:mixed']).toMatchObject({ code: 'mixed' });
      expect(formsCount).toEqual({
        ...{ monitoring: 2, baseline: 0, endline: 0, annual: 0, quarterly: 0, assets: 0, outreach: 0 },
      });
      const { formsCount: surveyed } = await source().record(SCHOOLS, world.schools.aftab);
      expect(surveyed).toMatchObject({ monitoring: 1, baseline: 1, endline: 0 });
      const visit = (await source().record(RATINGS, world.visits.found)).record as Json;
      expect(visit.problems).toMatchObject([{ problem_details: 'The well is dry', code: 'P-1' }]);
      expect(await refusal(source().record(SCHOOLS, world.schools.elsewhere))).toEqual([404, 'record_not_found']);
    });

    it('record: what a person may not read counts nothing for them', async () => {
      const { id } = world.place;
      expect((await source(ADMIN).record(PLACES, id)).formsCount).toEqual({ all: 2, kept: 1 });
      expect((await source(EVALUATOR).record(PLACES, id)).formsCount).toEqual({ all: 2 });
      const counts = async (username: string) => (await source(username).list(PLACES, { counts: true })).meta.counts;
      expect(await counts(ADMIN)).toEqual({ [id]: { all: 2, kept: 1 } });
      expect(await counts(EVALUATOR)).toEqual({ [id]: { all: 2 } });
      const filters = [{ field: 'kind', op: 'eq' as const, value: 'x' }];
      expect((await source(ADMIN).list(SECRETS, { filters })).data).toHaveLength(1);
      expect(await refusal(source(EVALUATOR).list(SECRETS, { filters }))).toEqual([400, 'bad_filter']);
    });

    it('create', async () => {
      const begin = (query: Record<string, string>) => source().createForm(RATINGS, query);
      const { baran, alpha, elsewhere } = world.schools;
      expect(await begin({ school_id: baran })).toMatchObject({
        recordScope: { create: true },
        defaults: { monitoring_date: TODAY, cbms_school_id: baran },
        known: { last: { monitoring_date: '2026-06-01' } },
        parent: { id: baran, name: NAMES.baran, code: 'CBMS_S_3' },
        refs: { [baran]: { name: NAMES.baran } },
        // It was solved by a visit that was returned since.
        onGoingProblems: [],
      });
      const open = { problem_type_id: 'toilets', problem_details: 'Too few', problem_status_id: 'ongoing' };
      expect(await begin({ school_id: world.schools.zebra })).toMatchObject({ onGoingProblems: [open] });
      // Somebody else was there last. Without a school it is the person's own last visit.
      const { aftab, zebra } = world.schools;
      const there = { cbms_school_id: aftab, latitude: 34.82, longitude: 67.82, monitoring_date: TODAY };
      expect((await begin({ school_id: aftab })).known.last).toEqual({ ...there, ...VISIT_RATINGS });
      expect((await begin({})).known.last).toEqual({ cbms_school_id: zebra, monitoring_date: TODAY, ...VISIT_RATINGS });
      expect((await begin({ school_id: alpha })).parent).toMatchObject({ unvisited: expect.anything() });
      expect((await begin({ school_id: baran })).parent?.unvisited).toBeUndefined();
      expect(await refusal(begin({ school_id: elsewhere }))).toEqual([404, 'record_not_found']);
    });

    it('history', async () => {
      const { data, refs } = await source().history(RATINGS, world.visits.today);
      // Of what was before the last word of a reviewer, a device has nothing.
      const before = name === SOURCES[0] ? [{ seq: 1, action: 'create', by: { name: 'Test Focal B' } }] : [];
      expect(data).toMatchObject([
        {
          ...{ seq: 2, action: 'return', comment: 'Who saw it?', by: { name: 'Test Manager' } },
          ...{ from_state: 'submitted', to_state: 'returned', changes: [] },
        },
        ...before,
      ]);
      expect(refs[world.schools.zebra]).toMatchObject({ name: NAMES.zebra, form: 'school' });
      expect(refs[data[0]?.by.id ?? '']).toMatchObject({ name: 'Test Manager' });
    });

    it('review', async () => {
      const { previous, changed, before, flags, refs } = await source(COORDINATOR).review(RATINGS, world.visits.solved);
      const { found } = world.visits;
      const visit = { id: found, code: 'CBMS_MO_3', name: `${NAMES.baran} · 2026-05-01`, at: '2026-05-01' };
      expect({ previous, changed, flags }).toEqual({ previous: visit, changed: ['water'], flags: [] });
      expect([before.water, refs[world.problem]?.code]).toEqual(['bad', 'P-1']);
      const first = await source(COORDINATOR).review(RATINGS, world.visits.found);
      expect(first).toMatchObject({ previous: null, changed: [], before: {} });
    });

    it('attachments', async () => {
      const files = await source().attachments(RATINGS, world.visits.found);
      expect(files).toMatchObject([
        { ...world.file, media_type: 'text/plain', field: 'scan', by: { name: 'Test Focal B' } },
      ]);
      expect(await source().attachments(RATINGS, world.visits.today)).toEqual([]);
    });

    it('overview', async () => {
      const { baran, alpha } = world.schools;
      const { found } = world.visits;
      const ratings = [[3, 2, 1, 3], [3, 3], [3, 3, 3, 3, 3, 3], [3, 3, 3], [3]];
      expect(await source().overview(SCHOOLS, baran)).toEqual({
        // A returned visit says nothing.
        last_visit: { id: found, form: 'school-rating', date: '2026-05-01', by: 'Test Focal B', ratings },
        problems: { open: 1, total: 1 },
        // 14 times good (3), once fair (2), once bad (1).
        trend: [{ id: found, date: '2026-05-01', average: 2.81 }],
        position: null,
        people: [],
      });
      const unvisited = {
        last_visit: null,
        problems: null,
        trend: [],
        position: { latitude: 34.82, longitude: 67.82 },
      };
      expect(await source().overview(SCHOOLS, alpha)).toMatchObject(unvisited);
      expect(await refusal(source().overview(RATINGS, found))).toEqual([404, 'route_not_found']);
    });

    it('problems', async () => {
      const problems = async (filters: Parameters<DataSource['problems']>[2]) =>
        (await source().problems(SCHOOLS, world.schools.baran, filters)).data;
      expect(await problems({})).toMatchObject([
        {
          ...{ number: 1, code: 'P-1', problem_details: 'The well is dry', date_solved: '2026-06-01' },
          problem_status: { id: 'solved', open: false },
          identified_by: [{ name: 'Monitor One' }],
        },
      ]);
      expect(await problems({ status: 'ongoing' })).toEqual([]);
      expect(await problems({ from_date: '2026-05-02' })).toEqual([]);
      expect(await problems({ text: 'well' })).toHaveLength(1);
    });

    it('home', async () => {
      const { waiting, lines, due, dates, quick, cards } = await source().home();
      expect(waiting).toMatchObject([
        { key: 'to_correct', total: 2, forms: [{ form: 'school-rating', total: 2 }] },
        { key: 'to_verify', total: 0, forms: [], data: [] },
      ]);
      // What was returned last is the easiest to remember.
      expect(ids(waiting[0]?.data ?? [])).toEqual(['today', 'solved']);
      expect(waiting[0]?.data[0]).toMatchObject({
        ...{ name: `${NAMES.zebra} · ${TODAY}`, parent_name: NAMES.zebra, title: 'School monitoring' },
        asked: { by: 'Test Manager', comment: 'Who saw it?', questions: [] },
        ratings: [[3, 2, 3, 3], [3, 3], [3, 3, 3, 3, 3, 3], [3, 3, 3], [3]],
      });
      expect(lines.map(({ form, states }) => [form, ...states.map(({ state, count }) => [state.id, count])])).toEqual([
        ['school', ['submitted', 4]],
        ['school-rating', ['submitted', 3], ['returned', 2]],
        ['school-survey', ['submitted', 2]],
        ['test-place', ['submitted', 1]],
        ['test-secret', ['submitted', 2]],
      ]);
      // A visit of the last day of the month counts, a returned one does not.
      expect(due).toMatchObject([{ form: 'school-rating', from: '2026-08-23', to: TODAY, sites: 4, visited: 1 }]);
      expect(ids(due[0]?.data ?? [])).toEqual(['zebra', 'baran', 'sample']);
      const label = expect.objectContaining({ en: 'Baseline survey' });
      expect(dates.map(({ id, day, late, label: of }) => [world.called(id), day, late, of])).toEqual([
        ['baran', TODAY, false, label],
        ['zebra', TODAY, false, label],
      ]);
      expect(quick.slice(0, 3)).toEqual(['school-rating', 'school', 'school-survey']);
      expect(cards).toContain('sites-due');
    });

    it('home: the figures of the visits that most sites are due for', async () => {
      const { figures } = await source(EVALUATOR).home();
      expect(figures).toEqual([
        {
          ...{
            form: 'school-rating',
            site: 'school',
            every: 'month',
            calendar: 'solar',
            from: '2026-08-23',
            to: TODAY,
          },
          // The suspended school is not due; the visit that was returned does not count.
          visits: {
            ...{ sites: 5, visited: 1 },
            filters: [
              { field: 'monitoring_date', op: 'gte', value: '2026-08-23' },
              { field: 'monitoring_date', op: 'lte', value: TODAY },
            ],
          },
          waiting: { total: 3, since: expect.stringMatching(/^2026-09-22T07:30/), filters: inStates('submitted') },
          // Returned visits tell neither that the well was mended nor of the toilets.
          problems: { open: 1, before: 1 },
          // Fifteen good answers and a fair one. The month before has no visit.
          average: { points: (15 * 3 + 2) / 16, before: null },
        },
      ]);
      expect((await source().home()).figures).toEqual([]);
    });

    it('list: what waits for the person, with the filters that show it', async () => {
      const waits = async (username: string) =>
        (await source(username).list(RATINGS, { per_page: 1, waits: true })).meta.waits;
      expect(await waits(FOCAL)).toEqual([
        {
          key: 'to_correct',
          total: 2,
          filters: [...inStates('returned'), { field: 'created_by', op: 'eq', value: expect.any(String) }],
        },
      ]);
      const [check, ...others] = (await waits(COORDINATOR)) ?? [];
      expect([check?.key, others]).toEqual(['to_verify', []]);
      const shown = await source(COORDINATOR).list(RATINGS, { filters: check?.filters ?? [] });
      expect(shown.meta.total).toBe(check?.total);
      expect([check?.filters, shown.data.length]).toEqual([
        [...inStates('submitted'), { field: 'work_of', op: 'ne', value: expect.any(String) }],
        3,
      ]);
      expect((await source().list(RATINGS, {})).meta).not.toHaveProperty('waits');
    });

    it('home: what waits for a reviewer, the oldest first', async () => {
      const [, waits] = (await source(COORDINATOR).home()).waiting;
      expect(waits).toMatchObject({ key: 'to_verify', total: 12 });
      expect(waits?.forms.map(({ form, total }) => [form, total])).toEqual([
        ['school', 4],
        ['school-rating', 3],
        ['school-survey', 2],
        ['test-place', 1],
        ['test-secret', 2],
      ]);
      expect(ids(waits?.data ?? []).slice(0, 2)).toEqual(['sample', 'sampled']);
    });
  });

  /** Compares pages of a device with those of the server to the last key. Returns the number of rows. */
  const comparePages = async (name: SourceName): Promise<number> => {
    const queries: ListQuery[] = [
      {},
      { sort: '-code', per_page: 2, page: 2 },
      { text: 'لیسه', counts: true },
      { fields: 'all', filters: [{ field: 'status', op: 'eq', value: 'submitted' }] },
      { filters: [{ field: 'name', op: 'contains', value: 'SCHOOL' }], sort: 'name,-created_at' },
      { filters: [{ field: 'province', op: 'in', value: [world.stage.province] }], per_page: 200 },
      { page: 9 },
    ];
    let compared = 0;
    for (const api of [SCHOOLS, RATINGS])
      for (const query of queries) {
        const page = (of: SourceName) => world.sources.of(of, FOCAL).list(api, query);
        const [servers, own] = [await page(SOURCES[0]), await page(name)];
        const said = `${api.base} ${JSON.stringify(query)}`;
        const { refs, next_cursor: _theirs, ...meta } = servers.meta as Json;
        expect(own.data, said).toEqual(servers.data);
        const { refs: ownRefs, next_cursor: _ours, ...ownMeta } = own.meta as Json;
        expect(ownMeta, said).toEqual(meta);
        for (const [id, ref] of Object.entries(refs)) expect(ownRefs[id], `${said} ${id}`).toMatchObject(ref as object);
        compared += own.data.length;
      }
    return compared;
  };

  it.each(SOURCES.slice(1))(
    'a page of %s has the rows, rights, reasons, names and options of the server',
    async (name) => {
      expect(await comparePages(name)).toBeGreaterThan(40);
    },
  );

  it.each(SOURCES.slice(1))('%s says that only the server can do the rest', async (name) => {
    const device = world.sources.of(name, FOCAL);
    expect(await refusal(device.figures(SCHOOLS, {}))).toEqual([409, 'offline_charts']);
    const body = { current_password: '', new_password: '', confirmation: '' };
    expect(await refusal(device.changePassword(body))).toEqual([409, 'offline_mode']);
    expect(await refusal(device.file('elsewhere'))).toEqual([404, 'file_not_here']);
    expect(await device.news()).toMatchObject({ count: 0 });
  });

  it.each(SOURCES.slice(1))('a list of %s names what only came along with a record', async (name) => {
    const { records } = world.sources.store(name, FOCAL);
    const before = (await records.get(world.schools.baran)) as LocalRecord;
    const { record, refs } = before;
    // A type of school that the reference data of the device does not have.
    const changed = { ...record, data: { ...record.data, type: 'gone' } };
    const came = { 'school-type:gone': { name: 'Madrasa' } };
    await records.put([{ ...before, record: changed, refs: { ...refs, ...came } }]);
    try {
      const { meta } = await world.sources.of(name, FOCAL).list(SCHOOLS, { text: NAMES.baran, fields: 'all' });
      expect(meta.refs).toMatchObject(came);
    } finally {
      await records.put([before]);
    }
  });

  it('packed columns stay right after records, those above them and reference data changed', async () => {
    const name = SOURCES[2];
    const { server, stage, schools } = world;
    const focal = server.person(FOCAL);
    const store = world.sources.store(name, FOCAL);
    const forms = ['school', 'school-rating'];
    const wholeForms = vi.spyOn(store.records, 'ofForm');
    /** Returns the forms of which all records were read for it. */
    const readWhole = async () => {
      wholeForms.mockClear();
      expect(await comparePages(name)).toBeGreaterThan(40);
      return wholeForms.mock.calls.map(([form]) => form).filter((form) => forms.includes(form));
    };
    expect(await readWhole()).toEqual([]);

    const school = await focal.must('GET', `schools/${schools.sample}`);
    const renamed = { ...schoolAnswers(stage, 'آخر'), version: school.data.version };
    await focal.must('PUT', `schools/${schools.sample}`, renamed);
    await focal.must('POST', 'schools/store', schoolAnswers(stage, 'Middle school'));
    const { monitoring: visit } = await focal.must('GET', `schools-rates/${stage.rating}`);
    const later = { ...ratingAnswers(stage, '2026-05-11'), version: visit.version };
    await focal.must('PUT', `schools-rates/${stage.rating}`, later);
    // Names of the records below follow a little later.
    await server.services.idle();
    await pull(store, focal, forms);
    expect(await readWhole()).toEqual([]);

    // What was worked out goes with a record that leaves the device, and lists then read the records.
    await store.records.remove([world.visits.archived]);
    const all = await world.sources.of(name, FOCAL).list(RATINGS, { per_page: 200 });
    expect(ids(all.data)).not.toContain('archived');
    expect(await store.derived.get(['rows/school/'])).toEqual([undefined]);
    await pull(store, focal, forms);
    await pack(store, forms);
    await store.documents.put(HASHES_KEY, { other: 'hash' });
    expect(await readWhole()).toContain('school');
  });

  it('home is worked out again after a change, and not without one', async () => {
    const store = world.sources.store(SOURCES[1], FOCAL);
    const device = world.sources.of(SOURCES[1], FOCAL);
    const wholeForms = vi.spyOn(store.records, 'ofForm');
    const first = await device.home();
    await vi.waitFor(async () => expect(await store.derived.get(['home'])).not.toEqual([undefined]));
    wholeForms.mockClear();
    expect(await device.home()).toEqual(first);
    expect(wholeForms).not.toHaveBeenCalled();
    const local = (await store.records.get(world.schools.baran)) as LocalRecord;
    await store.records.put([{ ...local, record: { ...local.record, deleted_at: '2026-05-20' } }]);
    expect(await device.home()).not.toEqual(first);
  });
});
