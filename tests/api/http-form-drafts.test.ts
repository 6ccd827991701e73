/** Forms that a person has begun follow the account: owner only, one device after the other, limits, erasure and the sweep. */
import { Readable } from 'node:stream';
import { NIL, v4 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countFormDrafts, MOST_DRAFT_TRACES, MOST_DRAFTS } from '../../src/server/db/formDrafts.ts';
import { sweepJobs } from '../../src/server/jobs/sweep.ts';
import { GRIEVANCE, MEMBER, MEMBERS } from '../support/personal-forms.ts';
import { endsOf, expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const DAY = 86_400_000;
const AT = '2026-05-01T08:00:00.000Z';
const TYPED = { key: 'k', data: { water: 'bad', note: 'آب نیست \u0000 \ud800' } };

const input = (more: Json = {}): Json => ({ form: 'school-rating', form_version: 1, at: AT, draft: TYPED, ...more });

describe.each(ANY_DATABASE)('drafts of people on %s', (database) => {
  let server: TestServer;
  let clock = Date.parse('2026-05-01T08:00:00Z');
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
  });
  afterAll(() => server?.stop());

  const focal = () => server.person('focal.bamyan');
  const put = (who: Person, id: string, revision: string | null, more: Json = {}) =>
    who.call('PUT', `drafts/${id}`, input({ revision, ...more }));
  const begun = async (who: Person, more: Json = {}): Promise<Json> =>
    (await who.must('PUT', `drafts/${uuid()}`, input(more))).data;
  const listed = async (who: Person): Promise<Json[]> => (await who.must('GET', 'drafts')).data;
  const ids = async (who: Person) => (await listed(who)).map(({ id }) => id);
  const clear = async (who: Person) => {
    for (const { id, revision, removed } of await listed(who))
      if (!removed) await who.must('DELETE', `drafts/${id}?revision=${revision}`);
  };

  it('are read and written by their owner and by nobody else, whatever their role', async () => {
    const draft = await begun(focal());
    expect(draft).toMatchObject({ form: 'school-rating', record_id: null, at: AT, removed: false });
    expect(await ids(focal())).toEqual([draft.id]);
    expect(await focal().must('GET', `drafts/${draft.id}`)).toEqual({
      data: draft,
      draft: { ...TYPED, data: { ...TYPED.data, note: expect.stringContaining('آب نیست') } },
    });
    for (const name of ['admin', 'mande', 'manager.schools', 'coordinator.bamyan', 'focal.kabul']) {
      const other = server.person(name);
      expect(await listed(other), name).toEqual([]);
      expectRefusal(await other.call('GET', `drafts/${draft.id}`), 'record_not_found', undefined, name);
      expectRefusal(
        await other.call('DELETE', `drafts/${draft.id}?revision=${draft.revision}`),
        'record_not_found',
        undefined,
        name,
      );
    }
    // The same id is another draft for another person.
    expect((await put(server.person('focal.kabul'), draft.id, draft.revision)).status).toBe(200);
    expect((await focal().must('GET', `drafts/${draft.id}`)).data.revision).toBe(draft.revision);
    await clear(server.person('focal.kabul'));
    const office = await server.services.accounts.administration.takeIn(
      focal().id,
      server.person('admin').id,
      undefined,
    );
    const headers = { authorization: `Bearer ${office}` };
    for (const path of ['drafts', `drafts/${draft.id}`])
      expectRefusal(await refusalOf(fetch(`${server.base}/api/${path}`, { headers })), 'forbidden', undefined, path);
    expectRefusal(await refusalOf(fetch(`${server.base}/api/drafts`)), 'unauthorized');
    await clear(focal());
  });

  it('home tells the revision of the list, which changes with each write and removal', async () => {
    const seen: string[] = [];
    const look = async () => {
      const [{ drafts }, { revision }] = [await focal().must('GET', 'home'), await focal().must('GET', 'drafts')];
      expect(drafts).toBe(revision);
      seen.push(drafts);
    };
    await look();
    const { id, revision } = await begun(focal());
    await look();
    const next = (await put(focal(), id, revision)).body.data.revision;
    await look();
    await focal().must('DELETE', `drafts/${id}?revision=${next}`);
    await look();
    expect(new Set(seen).size).toBe(4);
    await look();
    expect(seen[4]).toBe(seen[3]);
    // Each change tells what it alone makes of the list, so that the device that made it need not ask.
    const made = (await put(focal(), uuid(), null)).body;
    const other = (await put(focal(), uuid(), null)).body;
    await look();
    expect([made.list.before, made.list.after, other.list.after]).toEqual([seen[4], other.list.before, seen[5]]);
    const gone = await focal().must('DELETE', `drafts/${made.data.id}?revision=${made.data.revision}`);
    await look();
    expect([gone.list.before, gone.list.after, gone.data.removed]).toEqual([seen[5], seen[6], true]);
    await clear(focal());
    expect((await server.person('finance').must('GET', 'home')).drafts).toBe('');
  });

  it('of two devices the one that saw the last revision writes; the other gets what is there and loses nothing', async () => {
    const { id, revision } = await begun(focal());
    const [phone, office] = [await server.fresh('focal.bamyan'), await server.fresh('focal.bamyan')];
    // A clock of a device that goes wrong decides nothing.
    const first = await put(phone, id, revision, { at: '2001-01-01T00:00:00Z', draft: { data: { water: 'good' } } });
    expect(first.status).toBe(200);
    const second = await put(office, id, revision, { at: '2040-01-01T00:00:00Z', draft: { data: { water: 'fair' } } });
    expect([second.status, second.body.code]).toEqual([417, 'conflict']);
    expect(second.body.mine).toEqual({ revision });
    expect(second.body.theirs).toEqual({
      revision: first.body.data.revision,
      at: '2001-01-01T00:00:00.000Z',
      form_version: 1,
      data: { data: { water: 'good' } },
    });
    expect((await put(office, id, second.body.theirs.revision)).status).toBe(200);
    expectRefusal(await refusalOf(put(office, id, null)), 'conflict');
    await clear(focal());
  });

  it('two requests at the same moment are one after the other', async () => {
    const id = uuid();
    const made = await Promise.all([1, 2, 3].map(() => put(focal(), id, null)));
    expect(endsOf(made)).toEqual(['conflict', 'conflict', 'done']);
    const { revision } = made.find(({ status }) => status === 200)?.body.data ?? {};
    const changed = await Promise.all([
      put(focal(), id, revision),
      put(focal(), id, revision),
      focal().call('DELETE', `drafts/${id}?revision=${revision}`),
    ]);
    expect(endsOf(changed)).toEqual(['conflict', 'conflict', 'done']);
    await clear(focal());
  });

  it('what was changed elsewhere is not removed; what was removed is told, and can be begun again', async () => {
    const { id, revision } = await begun(focal());
    const next = (await put(focal(), id, revision)).body.data.revision;
    const refused = await focal().call('DELETE', `drafts/${id}?revision=${revision}`);
    expectRefusal(refused, 'conflict');
    expect(refused.body.theirs.revision).toBe(next);
    await focal().must('DELETE', `drafts/${id}?revision=${next}`);
    const trace = (await listed(focal())).find((one) => one.id === id);
    expect(trace).toMatchObject({ removed: true });
    expectRefusal(await focal().call('GET', `drafts/${id}`), 'record_not_found');
    expectRefusal(await focal().call('DELETE', `drafts/${id}?revision=${trace.revision}`), 'record_not_found');
    const rows = await server.services.database.read
      .selectFrom('form_drafts')
      .select('body')
      .where('id', '=', id)
      .execute();
    expect(rows).toEqual([{ body: null }]);
    // A device that went on with it meanwhile hears that it was removed, and keeps what was typed there.
    const late = await put(focal(), id, next);
    expectRefusal(late, 'conflict');
    expect(late.body.theirs).toMatchObject({ revision: trace.revision, data: null });
    expect((await put(focal(), id, trace.revision)).status).toBe(200);
    await clear(focal());
  });

  it('are refused for unknown forms, for forms that the person does not fill in, and when something is wrong', async () => {
    const id = uuid();
    const reason = async (more: Json, who = focal()) => {
      const { body } = await who.call('PUT', `drafts/${id}`, input(more));
      return [body.code, ...Object.keys(body.errors ?? {})];
    };
    expect(await reason({ form: 'nothing' })).toEqual(['record_not_found']);
    expect(await reason({ form: '__proto__' })).toEqual(['record_not_found']);
    expect(await reason({}, server.person('finance'))).toEqual(['role_needed']);
    expect(await reason({ record_id: 'some-record' }, server.person('finance'))).toEqual(['role_needed']);
    expect(await reason({ form: undefined, form_version: 0, at: 'today', draft: [] })).toEqual([
      'validation_failed',
      '/form',
      '/form_version',
      '/at',
      '/draft',
    ]);
    expect(await reason({ revision: 'last' })).toEqual(['validation_failed', '/revision']);
    const nested = (levels: number): Json => (levels > 0 ? [nested(levels - 1)] : '[{"\\\\');
    const deep = (levels: number) => put(focal(), uuid(), null, { draft: { data: nested(levels) } });
    expect((await deep(90)).status).toBe(200);
    expectRefusal(await deep(3000), 'bad_body');
    await clear(focal());
    expect(await reason({ record_id: 'a b', parent_id: { a: 1 } })).toEqual([
      ...['validation_failed', '/record_id', '/parent_id'],
    ]);
    for (const path of ['x', '%00', "'--"])
      expectRefusal(await focal().call('PUT', `drafts/${path}`, input()), 'record_not_found', undefined, path);
    expectRefusal(await focal().call('PUT', 'drafts/../users', input()), 'route_not_found');
    expect(await listed(focal())).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('one may hold so much, and an account so many', async () => {
    const large = await put(focal(), uuid(), null, { draft: { data: { note: 'آ'.repeat(300_000) } } });
    expect([large.status, large.body.code, large.body.message]).toEqual([
      413,
      'too_large',
      'This is too large. Make it smaller: the limit is 512 kB.',
    ]);
    const all: Json[] = [];
    for (let n = 0; n < MOST_DRAFTS; n += 1) all.push(await begun(focal()));
    const more = await put(focal(), uuid(), null);
    expect([more.status, more.body.errors['/draft'][0].code]).toEqual([422, 'too_many']);
    // Those that are there can still be changed, and a removed one makes room.
    const [first, second] = all;
    expect((await put(focal(), first.id, first.revision)).status).toBe(200);
    await focal().must('DELETE', `drafts/${second.id}?revision=${second.revision}`);
    expect((await put(focal(), uuid(), null)).status).toBe(200);
    await clear(focal());
  });

  it('begun at the same moment are as many as the limit', async () => {
    const made = await Promise.all(Array.from({ length: MOST_DRAFTS + 40 }, () => put(focal(), uuid(), null)));
    const taken = made.filter(({ status }) => status === 200).length;
    expect(taken).toBe(MOST_DRAFTS);
    for (const refused of made.filter(({ status }) => status !== 200)) expectRefusal(refused, 'too_many', '/draft');
    expect((await listed(focal())).filter(({ removed }) => !removed).length).toBe(MOST_DRAFTS);
    await clear(focal());
  });

  it('leave so many traces when removed, and what left none does not come back as if nothing had happened', async () => {
    const who = server.person('coordinator.kabul');
    const first = await begun(who);
    const waits = await begun(who);
    await who.must('DELETE', `drafts/${first.id}?revision=${first.revision}`);
    for (let n = 0; n < MOST_DRAFT_TRACES; n += 1) {
      const { id, revision } = await begun(who);
      await who.must('DELETE', `drafts/${id}?revision=${revision}`);
    }
    const { data, revision } = await who.must('GET', 'drafts');
    expect(data.length).toBeLessThan(MOST_DRAFT_TRACES);
    expect((await who.must('GET', 'home')).drafts).toBe(revision);
    expect(data.map(({ id }: Json) => id)).not.toContain(first.id);
    const summed = data.find(({ id }: Json) => id === NIL);
    expect([summed.removed, summed.revision > first.revision]).toEqual([true, true]);
    // A device that was without network all the time.
    const late = await put(who, first.id, first.revision);
    expectRefusal(late, 'conflict');
    expect(late.body.theirs).toMatchObject({ revision: summed.revision, data: null });
    expect((await put(who, first.id, late.body.theirs.revision)).status, 'what was typed there is kept').toBe(200);
    expect((await put(who, waits.id, waits.revision)).status, 'one that is there goes on').toBe(200);
    expect((await put(who, uuid(), null)).status).toBe(200);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expectRefusal(
        await who.call(method, `drafts/${NIL}`, method === 'PUT' ? input() : undefined),
        'record_not_found',
      );
    await clear(who);
  });

  it('are counted by form, for whoever publishes the next one', async () => {
    const who = server.person('manager.schools');
    await begun(focal());
    await begun(focal(), { form_version: 2 });
    const removed = await begun(focal());
    await focal().must('DELETE', `drafts/${removed.id}?revision=${removed.revision}`);
    await begun(who);
    expect(await countFormDrafts(server.services.database, 'school-rating')).toEqual({ drafts: 3, people: 2 });
    expect(await countFormDrafts(server.services.database, 'school')).toEqual({ drafts: 0, people: 0 });
    await clear(focal());
    await clear(who);
  });

  it('go with erased answers: those about the record, and those of the account of a person', async () => {
    await server.services.registry.publish(MEMBER);
    await server.services.registry.publish(GRIEVANCE);
    const admin = server.person('admin');
    const { id: member } = await admin.must('POST', 'test-members', MEMBERS);
    const about = await begun(admin, { form: 'test-member', record_id: member });
    const other = await begun(admin, { form: 'test-member', record_id: 'another' });
    const own = await begun(focal());
    await server.services.database.transaction((trx) =>
      trx.updateTable('users').set({ person_id: member }).where('id', '=', focal().id).execute(),
    );
    await admin.must('POST', `personal-data/${member}/anonymise`, { reason: 'asked for' });
    const removed = async (who: Person) =>
      Object.fromEntries((await listed(who)).map(({ id, removed }) => [id, removed]));
    expect(await removed(admin)).toEqual({ [about.id]: true, [other.id]: false });
    expect((await removed(focal()))[own.id]).toBe(true);
    await clear(admin);
  });

  it('stay, with the uploads that they name, until nobody has changed them for 90 days', async () => {
    const { files } = server.services;
    const upload = async (words: string) =>
      (await files.save(Readable.from([Buffer.from(`name\n${words}\n`)]), 'list.csv', focal().id)).id;
    const [named, unnamed] = [await upload('named'), await upload('unnamed')];
    const kept = await begun(focal(), { draft: { data: { scan: [named] } } });
    const work = async (name: string) =>
      sweepJobs(server.services)
        .find((job) => job.name === name)
        ?.work(new AbortController().signal);
    const uploads = async () => {
      const rows = await server.services.database.read
        .selectFrom('attachments')
        .select('id')
        .where('created_by', '=', focal().id)
        .execute();
      return rows.map(({ id }) => id);
    };
    // Sessions end meanwhile.
    const again = () => server.fresh('focal.bamyan');
    const there = async () => (await ids(await again())).includes(kept.id);
    clock += 2 * DAY;
    await work('unused uploads');
    expect(await uploads()).toEqual([named]);
    expect(await uploads()).not.toContain(unnamed);
    clock += 87 * DAY;
    await work('old drafts');
    expect(await there()).toBe(true);
    const next = (await put(await again(), kept.id, kept.revision)).body.data.revision;
    clock += 89 * DAY;
    await work('old drafts');
    expect(await there()).toBe(true);
    clock += 2 * DAY;
    await work('old drafts');
    expect(await there()).toBe(false);
    await work('unused uploads');
    expect(await uploads()).toEqual([]);
    // Traces of that age went too, and what is removed from now on has one again.
    expect((await listed(await again())).filter(({ id, removed }) => removed && id !== NIL)).toEqual([]);
    // A device that still has it sends it again with the revision that it saw.
    expect((await put(await again(), kept.id, next)).status).toBe(200);
  });
});
