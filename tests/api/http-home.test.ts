/** The home screen: sites due, what waits, days that are near, reported problems; and the news of a person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomeView, PermissionTable } from '../../src/core/generated/api.ts';
import { periodOf } from '../../src/core/records/due.ts';
import { addDays } from '../../src/core/text/dates.ts';
import { clockAt } from '../support/clock.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers, type Stage, schoolAnswers, surveyAnswers } from './http-stage.ts';

const FORM = 'school-rating';

describe.each(ANY_DATABASE)('home on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let second: string;
  /** The last day of a month, and of a quarter, of the Solar calendar: 31 Shahrivar 1405. */
  const today = '2026-09-22';
  const clock = clockAt(`${today}T12:00:00+04:30`);
  const { from, to } = periodOf(today, { every: 'month' });

  beforeAll(async () => {
    server = await startTestServer(database, { now: clock.now });
    stage = await prepareStage(server);
    const focal = server.person('focal.bamyan');
    second = (await focal.must('POST', 'schools/store', schoolAnswers(stage, 'مکتب دوم'))).id;
    const stopped = { ...schoolAnswers(stage, 'مکتب بسته'), monitoring_status: 'stopped', monitoring_end_date: today };
    await focal.must('POST', 'schools/store', stopped);
  });
  afterAll(() => server?.stop());

  const home = (username: string): Promise<HomeView> => server.person(username).must('GET', 'home');
  const dueOf = async (username: string) => (await home(username)).due.find(({ form }) => form === FORM);
  const waitingOf = async (username: string, which: string) =>
    (await home(username)).waiting.find(({ key }) => key === which);

  it('names the sites of the own province without a visit in this month, until they have one', async () => {
    const focal = server.person('focal.bamyan');
    expect(await dueOf('focal.bamyan')).toMatchObject({ from, sites: 2, visited: 0, field: 'cbms_school_id' });
    // A visit of an earlier month, and one that was deleted, do not count.
    await focal.must('POST', 'schools-rates/store', { ...ratingAnswers(stage, addDays(from, -1) ?? '') });
    const { id } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, today));
    const due = await dueOf('focal.bamyan');
    expect(due).toMatchObject({ sites: 2, visited: 1, data: [{ form: 'school', id: second, name: 'مکتب دوم' }] });
    await server.person('admin').must('DELETE', `schools-rates/${id}`);
    expect((await dueOf('focal.bamyan'))?.data.map((site) => site.id)).toContain(stage.school);
  });

  it('counts visits from the first to the last day of the month, and begins anew with the midnight of Kabul', async () => {
    expect([from, to]).toEqual(['2026-08-23', today]);
    const focal = server.person('focal.bamyan');
    const visited = async () => (await dueOf('focal.bamyan'))?.visited;
    for (const [day, counted] of [
      ['2026-08-22', 0],
      ['2026-08-23', 1],
      [today, 1],
    ] as const) {
      const { id } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, day));
      expect([day, await visited()]).toEqual([day, counted]);
      if (day !== today) await server.person('admin').must('DELETE', `schools-rates/${id}`);
    }
    clock.set(`${today}T23:59:58+04:30`);
    expect(await dueOf('focal.bamyan')).toMatchObject({ from, visited: 1 });
    clock.set('2026-09-23T00:00:00+04:30');
    expect(await dueOf('focal.bamyan')).toMatchObject({ from: '2026-09-23', to: '2026-10-22', visited: 0 });
    clock.set(`${today}T12:30:00+04:30`);
    const [last] = (await focal.must('GET', `schools-rates?filters={"monitoring_date":"${today}"}`)).data;
    await server.person('admin').must('DELETE', `schools-rates/${last.id}`);
  });

  it('never names sites of another province, nor any to those who may not enter', async () => {
    expect(JSON.stringify(await home('focal.kabul'))).not.toContain(second);
    expect(await dueOf('focal.kabul')).toBeUndefined();
    expect((await home('finance')).due).toEqual([]);
    expect((await server.person('coordinator.kabul').must('GET', 'home')).due).toEqual([]);
  });

  it('shows a person whom a site names only the sites that name them', async () => {
    const { database: db } = server.services;
    const focal = await server.person('focal.bamyan').must('GET', 'session');
    const speakFor = (person_id: string | null) =>
      db.transaction((trx) => trx.updateTable('users').set({ person_id }).where('id', '=', focal.user.id).execute());
    await server
      .person('focal.bamyan')
      .must('PUT', `schools/${second}`, { ...schoolAnswers(stage, 'مکتب دوم'), local_monitor_id: stage.monitor });
    await speakFor(stage.monitor);
    const own = await server.fresh('focal.bamyan').then((person) => person.must('GET', 'home') as Promise<HomeView>);
    expect(own.due.find(({ form }) => form === FORM)?.data.map((site) => site.id)).toEqual([second]);
    await speakFor(stage.staff);
    const all = await server.fresh('focal.bamyan').then((person) => person.must('GET', 'home') as Promise<HomeView>);
    expect(all.due.find(({ form }) => form === FORM)?.sites).toBe(2);
    await speakFor(null);
  });

  it('tells managers of records that nobody may verify, and who gives roles in which form and province', async () => {
    const { database: db } = server.services;
    const [admin, manager] = [server.person('admin'), server.person('manager.schools')];
    const close = async (disabled: number, ...names: string[]) => {
      const ids = names.map((name) => server.person(name).id);
      await db.transaction((trx) => trx.updateTable('users').set({ disabled }).where('id', 'in', ids).execute());
    };
    const stuck = async () => (await waitingOf('manager.schools', 'to_nobody')) as HomeView['waiting'][number];
    const gaps = async () => {
      const { judging } = (await admin.must('GET', 'permissions')) as PermissionTable;
      return judging.find(({ form }) => form === FORM)?.gaps;
    };
    const { id } = await manager.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-06-05'));
    const { id: other } = await server
      .person('focal.bamyan')
      .must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-06-06'));
    expect(await stuck(), 'the coordinator may').toMatchObject({ total: 0, forms: [] });
    expect(await gaps()).toEqual([]);
    expect(await waitingOf('coordinator.bamyan', 'to_nobody'), 'told to managers alone').toBeUndefined();
    expect(await waitingOf('focal.bamyan', 'to_nobody')).toBeUndefined();
    await close(1, 'admin', 'mande', 'coordinator.bamyan');
    const { total, forms, data } = await stuck();
    expect({ total, ids: data.map((row) => row.id) }).toEqual({ total: 1, ids: [id] });
    const filters = encodeURIComponent(JSON.stringify(forms[0]?.filters));
    const list = await manager.must('GET', `schools-rates?filters=${filters}`);
    expect(
      list.data.map((row: { id: string }) => row.id),
      'the link lists what was counted',
    ).toEqual([id]);
    expectRefusal(
      await refusalOf(
        await manager.call('POST', 'schools-rates/change-record-status', { record_id: id, action: 'verify' }),
      ),
      'four_eyes',
    );

    await close(0, 'admin', 'mande', 'coordinator.bamyan');
    await close(1, 'mande', 'manager.schools', 'coordinator.bamyan');
    expect(await gaps()).toEqual([
      { only: { id: admin.id, name: 'Test Administrator' }, provinces: expect.any(Array), everywhere: false },
    ]);
    await close(1, 'coordinator.kabul');
    expect(await gaps()).toMatchObject([{ only: { id: admin.id }, everywhere: true }]);
    const { judging } = (await admin.must('GET', 'permissions')) as PermissionTable;
    expect(
      judging.map(({ form }) => form),
      'nobody judges a register',
    ).not.toContain('staff');
    await close(0, 'mande', 'manager.schools', 'coordinator.bamyan', 'coordinator.kabul');
    for (const record of [id, other]) await admin.must('DELETE', `schools-rates/${record}`);
  });

  it('counts what its link lists, and tells what was asked and since when', async () => {
    const focal = server.person('focal.bamyan');
    const coordinator = server.person('coordinator.bamyan');
    const { id } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-06-07'));
    await coordinator.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-06-08'));
    const check = (await waitingOf('coordinator.bamyan', 'to_verify'))?.forms.find(({ form }) => form === FORM);
    const filters = encodeURIComponent(JSON.stringify(check?.filters));
    const list = await coordinator.must('GET', `schools-rates?filters=${filters}`);
    expect(list.meta.total).toBe(check?.total);
    expect(list.meta.total).toBeGreaterThan(0);
    const scopes = list.data.map((row: { recordScope: Record<string, true> }) => row.recordScope.verify);
    expect(scopes, 'review goes through the same records').toEqual(scopes.map(() => true));
    const fields = [{ field: 'water', comment: 'کدام نل؟' }];
    await coordinator.must('POST', 'schools-rates/change-record-status', {
      record_id: id,
      action: 'return',
      comment: 'عکس نیست',
      fields,
    });
    const returned = await waitingOf('focal.bamyan', 'to_correct');
    expect(returned).toMatchObject({
      total: 1,
      data: [{ id, asked: { comment: 'عکس نیست', by: 'Test Coordinator B', questions: [{ comment: 'کدام نل؟' }] } }],
    });
    expect((await waitingOf('focal.kabul', 'to_correct'))?.total).toBe(0);
    const line = (await home('mande')).lines.find(({ form }) => form === FORM);
    expect(line?.states.map(({ state }) => state.id)).toEqual(['submitted', 'returned']);
  });

  it('has the days of complaints until they are answered, for those who may change them', async () => {
    const received = addDays(today, -29);
    const complaint = {
      subject: 'آب نیست',
      kind: 'complaint',
      category: server.services.registry.choices('complaint-category')[0]?.id,
      received_date: received,
      channel: 'phone',
      urgency: 'high',
      outcome: 'open',
      province_id: stage.province,
      details: 'آب نیست',
    };
    const answer = await server.person('admin').call('POST', 'mande-complaints', complaint);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const dates = (await home('mande')).dates.filter(({ form }) => form === 'complaint');
    expect(dates).toMatchObject([{ id: answer.body.id, day: addDays(today, 1), late: false }]);
    expect((await home('finance')).dates.filter(({ form }) => form === 'complaint')).toEqual([]);
  });

  it('offers the forms that a person fills most, else those of the configuration', async () => {
    expect((await home('focal.bamyan')).quick[0]).toBe(FORM);
    const { quick } = await home('volunteer.bamyan');
    expect(quick.length).toBeGreaterThan(0);
    expect(quick).not.toContain('school');
  });

  it('tells the news of the own records until they were looked at', async () => {
    const focal = server.person('focal.bamyan');
    const coordinator = server.person('coordinator.bamyan');
    const step = (record_id: string, action: string, comment: string) =>
      coordinator.must('POST', 'schools-rates/change-record-status', { record_id, action, comment });
    const { until } = await focal.must('GET', 'news');
    await focal.must('POST', 'news/seen', { until });
    expect(await focal.must('GET', 'news')).toMatchObject({ count: 0, groups: [] });
    const { id } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-07-01'));
    const { id: other } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-07-02'));
    expect((await focal.must('GET', 'news')).count, 'own changes are no news').toBe(0);
    await step(id, 'return', 'کدام روز؟');
    await step(other, 'verify', '');
    const news = await focal.must('GET', 'news');
    expect(news).toMatchObject({
      count: 2,
      groups: [
        { action: 'verify', count: 1, data: [{ id: other }] },
        { action: 'return', count: 1, data: [{ id, comment: 'کدام روز؟', by: 'Test Coordinator B' }] },
      ],
    });
    expect((await server.person('volunteer.bamyan').must('GET', 'news')).count).toBe(0);
    // A change that is written meanwhile may have an earlier moment than now, so only what was told counts as seen.
    expect(news.until).toBe(news.groups[0].data[0].at);
    // What was seen stays seen: neither an earlier moment nor one in the future is taken.
    expect((await focal.must('POST', 'news/seen', { until: news.until })).count).toBe(0);
    await focal.must('POST', 'news/seen', { until: '2020-01-01T00:00:00.000Z' });
    expect((await focal.must('GET', 'news')).since).toBe(news.until);
    const later = await focal.must('POST', 'news/seen', { until: '2999-01-01T00:00:00.000Z' });
    expect(Date.parse(later.since)).toBeLessThanOrEqual(clock.now().getTime());
    // Comments at single answers are told too. Whoever sends the record again knows of its return.
    const { id: third } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-07-03'));
    const fields = [{ field: 'water', comment: 'چرا؟' }];
    const back = { record_id: third, action: 'return', comment: '', fields };
    await coordinator.must('POST', 'schools-rates/change-record-status', back);
    const told = await focal.must('GET', 'news');
    expect(told.groups).toMatchObject([{ data: [{ id: third, comment: null, questions: [{ comment: 'چرا؟' }] }] }]);
    await focal.must('POST', 'schools-rates/change-record-status', { record_id: third, action: 'resubmit' });
    expect((await focal.must('GET', 'news')).count).toBe(0);
    // A problem is told when another visit takes it further, and not again when that visit is verified.
    const problem_type_id = server.services.registry.choices('problem-type.schools')[0]?.id;
    const row = { problem_type_id, problem_details: 'نل خشک است', date_identified: '2026-07-04' };
    const store = (who: typeof focal, day: string, problem: object) =>
      who.must('POST', 'schools-rates/store', { ...ratingAnswers(stage, day), problems: [problem] });
    const reported = await store(focal, '2026-07-04', row);
    const { id: problem } = (await focal.must('GET', `schools-rates/${reported.id}`)).monitoring.data.problems[0];
    const advocacy = { problem_status_id: 'advocated', advocated_by_id: [stage.staff] };
    const next = await store(server.person('volunteer.bamyan'), '2026-07-05', { ...row, ...advocacy, id: problem });
    const rings = await focal.must('GET', 'news');
    expect(rings.groups).toMatchObject([{ action: 'problem', count: 1, data: [{ id: next.id }] }]);
    await focal.must('POST', 'news/seen', { until: rings.until });
    await step(next.id, 'verify', '');
    expect((await focal.must('GET', 'news')).count).toBe(0);
    for (const until of [7, '', 'tomorrow', 'x'.repeat(2_000_000), { __proto__: null }])
      expectRefusal(await focal.call('POST', 'news/seen', { until }), 'validation_failed', undefined, until);
  });

  it('has the days of surveys until the site has one of that kind in its time', async () => {
    const focal = server.person('focal.bamyan');
    const begun = async (name: string, ago: number) => {
      const answers = { ...schoolAnswers(stage, name), monitoring_start_date: addDays(today, -ago) };
      return (await focal.must('POST', 'schools/store', answers)).id as string;
    };
    const datesOf = async (school: string) =>
      (await home('focal.bamyan')).dates.filter(({ id }) => id === school).map(({ label, day }) => [label.en, day]);
    const survey = async (school: string, type: string, ago: number): Promise<string> => {
      const answers = { ...surveyAnswers({ ...stage, school }), type, filling_date: addDays(today, -ago) };
      return (await focal.must('POST', 'schools-surveys/store', answers)).id;
    };
    const fresh = await begun('مکتب تازه', 3);
    const year = await begun('مکتب یک‌ساله', 360);
    const third = await begun('مکتب سه‌ساله', 3 * 365 + 5);
    expect(await datesOf(fresh)).toEqual([['Baseline survey', addDays(today, -3)]]);
    expect(await datesOf(year)).toEqual([['Annual survey', addDays(today, 5)]]);
    expect(await datesOf(third)).toEqual([['Annual survey', addDays(today, -5)]]);
    expect((await home('focal.kabul')).dates.filter(({ form }) => form === 'school')).toEqual([]);
    // Surveys of another kind, or of the year before, change nothing.
    await survey(fresh, 'annual', 1);
    await survey(year, 'baseline', 1);
    await survey(third, 'annual', 365);
    expect([await datesOf(fresh), await datesOf(year), await datesOf(third)].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
    const done = await survey(fresh, 'baseline', 1);
    await survey(year, 'annual', 20);
    await survey(third, 'annual', 20);
    expect([await datesOf(fresh), await datesOf(year), await datesOf(third)]).toEqual([[], [], []]);
    await server.person('admin').must('DELETE', `schools-surveys/${done}`);
    expect(await datesOf(fresh)).toHaveLength(1);
  });
});
