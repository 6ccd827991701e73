/** Submission logs: what was accepted or refused, and why. Nobody writes them by hand, and no save waits for them. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEntryLog } from '../../src/server/records/log/entryLog.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

describe.each(ANY_DATABASE)('logs of ratings on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const listed = async (log: string, filters: object[] = []): Promise<Json[]> => {
    await server.services.entryLog.idle();
    const query = `${log}?per_page=50&fields=all&filters=${encodeURIComponent(JSON.stringify(filters))}`;
    return (await server.person('admin').must('GET', query)).data;
  };

  it('an accepted rating, new and corrected, each once', async () => {
    const focal = server.person('focal.bamyan');
    const body = { ...ratingAnswers(stage, '2026-06-01'), client_id: 'rating-of-june' };
    const made = await focal.must('POST', 'schools-rates/store', body);
    await focal.must('POST', 'schools-rates/store', body);
    await focal.must('PUT', `schools-rates/${made.id}`, { ...ratingAnswers(stage, '2026-06-02'), version: 1 });
    const entries = (await listed('rating-logs')).filter((one) => one.data.record === made.id);
    expect(entries.map(({ data }) => data.action).sort()).toEqual(['create', 'edit']);
    const [entry] = entries;
    expect(entry).toMatchObject({
      province: { id: stage.province },
      data: { form: 'school-rating', site: stage.school, record_code: made.code },
    });
    expect(entry.data.who).toBe(entry.created_by.name);
    expect(entry.data.answered).toBeGreaterThan(15);
  });

  it('a refused one with its reasons, where and by whom, and only what gives nobody away', async () => {
    const focal = server.person('focal.bamyan');
    const { monitoring_date: _gone, ...open } = ratingAnswers(stage);
    const body = {
      ...open,
      water: 'superb',
      problems: [{ problem_type_id: 'none', problem_details: 'A name: secret' }],
      'شماره ۰۷۰۰': 'x',
    };
    expectRefusal(await focal.call('POST', 'schools-rates/store', body), 'unknown_field', '/شماره ۰۷۰۰');
    const [entry] = await listed('failed-rating-logs', [{ field: 'reasons', op: 'eq', value: 'unknown_field' }]);
    expect(entry).toMatchObject({
      province: { id: stage.province },
      data: { form: 'school-rating', site: stage.school },
    });
    expect(entry.data.record).toBeUndefined();
    const text = JSON.stringify(entry.data);
    for (const private_ of ['secret', '۰۷۰۰', stage.monitor, stage.staff]) expect(text).not.toContain(private_);
    expect(entry.data.answers).toContainEqual({ question: 'security', answer: 'good' });

    const { 'شماره ۰۷۰۰': _typed, ...known } = body;
    expectRefusal(await focal.call('POST', 'schools-rates/store', known), 'validation_failed');
    const [missing] = await listed('failed-rating-logs', [{ field: 'reasons', op: 'eq', value: 'required' }]);
    expect(missing.data.errors).toContainEqual({ question: '/monitoring_date', code: 'required' });
    expect(missing.data.errors).toContainEqual({ question: '/water', code: 'choice' });

    const late = await focal.call('PUT', `schools-rates/${stage.rating}`, { ...ratingAnswers(stage), version: 99 });
    expectRefusal(late, 'conflict');
    const [conflict] = await listed('failed-rating-logs', [{ field: 'reasons', op: 'eq', value: 'conflict' }]);
    expect(conflict.data).toMatchObject({ action: 'edit', record: stage.rating, site: stage.school });
  });

  it('other kinds of forms are not logged', async () => {
    const before = (await listed('failed-rating-logs')).length;
    expectRefusal(await server.person('focal.bamyan').call('POST', 'schools-surveys/store', {}), 'parent_required');
    expect((await listed('failed-rating-logs')).length).toBe(before);
  });

  it('filters by province and form, exports, and shows the reasons in the reader’s language', async () => {
    const admin = server.person('admin');
    const here = [
      { field: 'province', op: 'in', value: [stage.province] },
      { field: 'form', op: 'eq', value: 'school-rating' },
      { field: 'submitted_at', op: 'gte', value: '2020-01-01' },
    ];
    expect((await listed('rating-logs', here)).length).toBeGreaterThan(0);
    expect(await listed('rating-logs', [{ field: 'form', op: 'eq', value: 'mine-monitoring' }])).toEqual([]);
    const file = await admin.call('GET', 'failed-rating-logs/export?format=csv&localSuffix=fa');
    expect(file.status).toBe(200);
    expect(String(file.body)).toContain('جوابی نیست');
  });

  it('nobody writes, changes or deletes an entry by hand, and field roles do not see them', async () => {
    const admin = server.person('admin');
    const [entry] = await listed('rating-logs');
    expect(entry.recordScope).toEqual({ view: true });
    const tries = [
      await admin.call('POST', 'rating-logs/store', entry.data),
      await admin.call('PUT', `rating-logs/${entry.id}`, { ...entry.data, version: 1 }),
      await admin.call('DELETE', `rating-logs/${entry.id}`),
    ];
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'kept_by_system']));
    expectRefusal(await server.person('focal.bamyan').call('GET', `rating-logs/${entry.id}`), 'record_not_found');
  });

  it('keeps the newest entries only, in the log, its list and its search', async () => {
    const { database: db, registry, projector } = server.services as Json;
    const form = registry.form('rating-log');
    const shortened = {
      ...form,
      definition: { ...form.definition, log: { ...form.definition.log, keep: { days: 30, entries: 3 } } },
    };
    const narrow = {
      ...registry,
      form: (name: string, version?: number) => registry.form(name, version),
      forms: () => [shortened],
    };
    narrow.form = (name: string, version?: number) =>
      name === 'rating-log' ? shortened : registry.form(name, version);
    const log = { error: vi.fn(), warn: vi.fn() };
    const entryLog = createEntryLog({
      database: db,
      registry: narrow,
      projector,
      log,
      now: server.services.now,
    });
    const rating = registry.form('school-rating');
    const actor = { id: 'nobody', name: 'Keeper' };
    const today = server.services.now().getTime();
    const day = (back: number) => new Date(today - back * 86_400_000).toISOString();
    // The newest three stay. Old ones are deleted, although they were written last.
    for (const [version, back] of [0, 1, 2, 3, 400].entries())
      entryLog.note({
        form: rating,
        actor,
        action: 'create',
        at: day(back),
        record_id: stage.rating,
        version: 1000 + version,
      });
    await entryLog.idle();
    expect(log.error).not.toHaveBeenCalled();
    const left = await listed('rating-logs');
    expect(left.length).toBe(3);
    const found = await server.person('admin').must('GET', 'rating-logs?text=keeper');
    expect(found.data.every((one: Json) => left.some(({ id }) => id === one.id))).toBe(true);
    const rows = await db.read.selectFrom('records').select('id').where('form', '=', 'rating-log').execute();
    expect(rows.length).toBe(3);
  });

  it('a log that cannot be written is told to the server’s own log and hurts no save', async () => {
    const { database: db, registry, projector } = server.services as Json;
    const log = { error: vi.fn(), warn: vi.fn() };
    const broken = { ...projector, project: () => Promise.reject(new Error('no room')) };
    const entryLog = createEntryLog({ database: db, registry, projector: broken, log, now: server.services.now });
    const note = {
      form: registry.form('school-rating'),
      actor: { id: 'x', name: 'X' },
      action: 'create' as const,
      at: '2026-01-01T00:00:00.000Z',
    };
    expect(() => entryLog.note({ ...note, record_id: stage.rating, version: 7000 })).not.toThrow();
    await entryLog.idle();
    expect(log.error).toHaveBeenCalledTimes(1);
    const kept = await db.read
      .selectFrom('records')
      .select('id')
      .where('form', '=', 'rating-log')
      .where('created_by', '=', 'x')
      .execute();
    expect(kept).toEqual([]);
  });
});
