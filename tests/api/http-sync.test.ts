/** What devices receive to work without network: the same as lists and records show, complete whoever writes meanwhile. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { renewEpoch } from '../../src/server/db/changes.ts';
import { Answerer } from '../support/everyForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage, schoolAnswers } from './http-stage.ts';

const NOBODY = '019729cd-0000-7000-8000-000000000000';

describe.each(DATABASES)('reading for a device on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  /** A form with restricted answers, its record, and somebody who sees it without them. */
  let guarded: CompiledForm;
  let secret: Json;

  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    const admin = server.person('admin');
    guarded = server.services.registry
      .forms()
      .find(
        ({ definition, fields }) =>
          definition.kind === 'record' && [...fields.values()].some(({ def }) => def.restricted && !def.visibleWhen),
      ) as CompiledForm;
    const answers = await new Answerer(server, admin, stage.province).answers(guarded, admin, 7);
    secret = await admin.must('POST', guarded.definition.api.base, answers);
  });
  afterAll(() => server?.stop());

  const linesOf = async (user: string, query: string): Promise<Json[]> => {
    const { status, body } = await server.person(user).call('GET', `sync/records?${query}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  /** Reads until nothing is left, in responses of `limit` records. */
  const walk = async (user: string, query = '', after = '', limit = 1000) => {
    const records: Json[] = [];
    for (let cursor = after; ; ) {
      const lines = await linesOf(user, `${query}&limit=${limit}&after=${cursor}`);
      records.push(...lines.filter(({ record }) => record));
      const last = lines.at(-1);
      cursor = last.cursor;
      if (!last.more) return { records, ids: records.map(({ record }) => record.id as string), cursor };
    }
  };
  const school = (name: string) =>
    server.person('focal.bamyan').must('POST', 'schools/store', schoolAnswers(stage, name)) as Promise<Json>;
  const rename = async (id: string, name: string) => {
    const { record } = (await linesOf('admin', `ids=${id}`))[0];
    return server.person('admin').must('PUT', `schools/${id}`, { ...record.data, name, version: record.version });
  };

  it('gives everybody what their lists have, as the record shows it, and nothing else', {
    timeout: 60_000,
  }, async () => {
    const forms = new Set((await walk('admin')).records.map(({ record }) => record.form as string));
    // Logs are written by jobs, at any moment; they have their own test of who may see them.
    const isLog = (form: string) => server.services.registry.form(form)?.definition.kind === 'log';
    for (const user of ['mande', 'focal.bamyan', 'focal.kabul']) {
      const person = server.person(user);
      const walked = (await walk(user, '', '', 3)).records;
      const records = walked.filter(({ record }) => !isLog(record.form));
      const ids = records.map(({ record }) => record.id as string);
      expect(new Set(ids).size, user).toBe(ids.length);
      const listed: string[] = [];
      for (const { definition } of server.services.registry.forms()) {
        if (!forms.has(definition.form) || isLog(definition.form)) continue;
        const { status, body } = await person.call('GET', `${definition.api.base}?per_page=200`);
        if (status === 200) listed.push(...body.data.map(({ id }: Json) => id));
      }
      expect([...ids].sort(), user).toEqual(listed.sort());
      for (const { record, name, refs } of records) {
        const { api } = server.services.registry.form(record.form)?.definition ?? guarded.definition;
        const body = await person.must('GET', `${api.base}/${record.id}`);
        const shown = api.record ? body[api.record] : body.data;
        expect([record.data, record.version, name], `${user} ${record.form}`).toEqual([
          shown.data,
          shown.version,
          shown.name,
        ]);
        expect(body.refs).toMatchObject(refs);
      }
    }
    const hidden = [...guarded.fields.values()].filter(({ def }) => def.restricted).map(({ name }) => name);
    const dataFor = async (user: string) => (await linesOf(user, `ids=${secret.id}`))[0].record.data;
    const [all, some] = [await dataFor('admin'), await dataFor('mande')];
    expect(hidden.filter((name) => name in all).length).toBeGreaterThan(0);
    expect(hidden.filter((name) => name in some)).toEqual([]);
  });

  /** PostgreSQL sends a change again as long as an earlier transaction is open, also in the database of another test. */
  const untilNothing = async (who: string, cursor: string): Promise<string> => {
    let from = cursor;
    const next = async (): Promise<string[]> => {
      const { ids, cursor: to } = await walk(who, 'forms=school', from);
      from = to;
      return ids;
    };
    await expect.poll(next, { timeout: 10_000 }).toEqual([]);
    return from;
  };

  it('goes on after the last cursor that arrived, also when a record changes between two pages', async () => {
    for (let n = 1; n <= 4; n += 1) await school(`Paged ${n}`);
    const all = await walk('focal.bamyan', 'forms=school');
    const [first, second, cut] = await linesOf('focal.bamyan', 'forms=school&limit=2');
    expect([cut.more, cut.record]).toEqual([true, undefined]);
    // One that was sent and one that was not are changed before the next page.
    await rename(first.record.id, 'Changed behind');
    await rename(all.ids.at(-1) as string, 'Changed ahead');
    const rest = await walk('focal.bamyan', 'forms=school', cut.cursor, 2);
    const named = Object.fromEntries(rest.records.map(({ record, name }) => [record.id, name]));
    expect(named[first.record.id]).toBe('Changed behind');
    expect(named[all.ids.at(-1) as string]).toBe('Changed ahead');
    expect(new Set([...rest.ids, first.record.id, second.record.id])).toEqual(new Set(all.ids));
    const bamyan = await untilNothing('focal.bamyan', rest.cursor);
    // A change of what somebody does not see moves their cursor on and sends nothing.
    const kabul = await untilNothing('focal.kabul', (await walk('focal.kabul', 'forms=school')).cursor);
    await rename(first.record.id, 'Not for Kabul');
    expect((await walk('focal.kabul', 'forms=school', kabul)).ids).toEqual([]);
    expect((await walk('focal.bamyan', 'forms=school', bamyan)).ids).toEqual([first.record.id]);
  });

  it.skipIf(database !== 'postgres')('does not miss a transaction that commits after later ones', async () => {
    const { kysely } = server.services.database;
    const before = await walk('focal.bamyan', 'forms=school');
    const late = before.ids[0] as string;
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = kysely.transaction().execute(async (trx) => {
      await trx.updateTable('records').set({ name: 'Committed late' }).where('id', '=', late).execute();
      begun();
      await waiting;
    });
    await isBegun;
    const quick = (await school('Committed first')).id;
    const between = await walk('focal.bamyan', 'forms=school', before.cursor, 1);
    expect(between.ids).toContain(quick);
    expect(between.ids).not.toContain(late);
    goOn();
    await slow;
    const after = await walk('focal.bamyan', 'forms=school', between.cursor);
    expect(after.records.find(({ record }) => record.id === late)?.name).toBe('Committed late');
  });

  it('narrows by province, filters and ids, and plans the same records', async () => {
    const of = (query: string, user = 'admin') => walk(user, query);
    const kabul = [...server.services.registry.places().values()].find(({ name_en }) => name_en === 'Kabul')?.id;
    expect((await of(`forms=school&province=${kabul}`)).ids).toEqual([]);
    const all = await of(`forms=school,school-survey&province=${stage.province}`);
    expect(all.ids).toContain(stage.survey);
    const filters = encodeURIComponent(JSON.stringify([{ field: 'name', op: 'contains', value: 'paged 3' }]));
    const found = await of(`forms=school&filters=${filters}`);
    expect(found.records.map(({ name }) => name)).toEqual(['Paged 3']);
    const plan = await server.person('admin').must('GET', `sync/plan?forms=school&filters=${filters}`);
    expect(plan).toMatchObject({ records: 1, files: 0, forms: [{ form: 'school', records: 1, is_estimate: false }] });
    const words = await of('forms=school&text=ahEad%20changed');
    expect(words.records.map(({ name }) => name)).toEqual(['Changed ahead']);
    expect((await of('forms=school&text=changed', 'focal.kabul')).ids).toEqual([]);
    expect((await server.person('admin').must('GET', 'sync/plan?forms=school&text=ahead')).records).toBe(1);
    const chosen = `ids=${words.ids[0]},${NOBODY}`;
    expect((await server.person('admin').must('GET', `sync/plan?${chosen}`)).records).toBe(1);
    expect((await server.person('focal.kabul').must('GET', `sync/plan?${chosen}`)).records).toBe(0);
    for (const user of ['admin', 'focal.bamyan', 'focal.kabul'])
      expect((await server.person(user).must('GET', 'sync/plan')).records, user).toBe((await walk(user)).ids.length);
    const byId = await linesOf('focal.kabul', `ids=${stage.school},${stage.staff},${NOBODY}`);
    expect(byId.map(({ record, cursor }) => record?.id ?? cursor)).not.toContain(stage.school);
  });

  it('gives the places within reach, and what else a device needs with a hash that changes with it', async () => {
    const places = async (user: string, query = '') => {
      const { body } = await server.person(user).call('GET', `sync/places${query}`);
      return String(body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const lines = await places('focal.bamyan');
    expect(lines.at(-1)).toEqual({ places: lines.length - 1 });
    const found = lines.slice(0, -1).map(({ place }) => place);
    expect(found.filter(({ level }) => level === 'province').map(({ id }) => id)).toEqual([stage.province]);
    expect(found.map(({ id }) => id)).toContain(stage.district);
    expect(await places('focal.kabul', `?province=${stage.province},${NOBODY}`)).toEqual([{ places: 0 }]);

    const person = server.person('focal.bamyan');
    const hashes = async () => {
      const { entries, hash } = await person.must('GET', 'sync/reference');
      return { hash, entries, byPath: new Map<string, string>(entries.map((one: Json) => [one.path, one.hash])) };
    };
    const before = await hashes();
    expect((await hashes()).hash).toBe(before.hash);
    const kinds = new Map<string, string>(before.entries.map(({ path }: Json) => [path.split(/[/?]/)[0], path]));
    for (const path of kinds.values()) expect((await person.call('GET', path)).status, path).toBe(200);
    expect([...before.byPath.keys()]).not.toContain(`sync/places?province=${NOBODY}`);

    const village = { level: 'village', parent_id: stage.district, name_en: 'New', name_fa: 'نو', name_ps: 'نوی' };
    await server.person('admin').must('POST', 'admin/places', village);
    const after = await hashes();
    const changed = [...after.byPath].filter(([path, hash]) => before.byPath.get(path) !== hash).map(([path]) => path);
    expect(changed).toEqual([`sync/places?province=${stage.province}`]);
    expect(after.hash).not.toBe(before.hash);

    const district = { ...village, level: 'district', parent_id: stage.province };
    await server.person('admin').must('POST', 'admin/places', district);
    const last = await hashes();
    expect(last.byPath.get('districts')).not.toBe(after.byPath.get('districts'));
  });

  it('has one text for all that a device would receive, which changes with it and with nothing else', async () => {
    const states = async () => {
      const found: Json = {};
      for (const user of ['admin', 'focal.bamyan', 'focal.kabul'])
        await vi.waitFor(async () => {
          found[user] = (await server.person(user).must('GET', 'sync/state')).state;
          expect(found[user]).toEqual(expect.any(String));
        }, 20_000);
      return found;
    };
    let before = await states();
    const changed = async () => {
      const after = await states();
      const users = Object.keys(after).filter((user) => after[user] !== before[user]);
      before = after;
      return users;
    };
    expect(await changed()).toEqual([]);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const clock = vi.spyOn(server.services, 'now').mockReturnValue(tomorrow);
    expect(await changed(), 'a new day').toEqual([]);
    clock.mockRestore();
    const { id } = await school('Seen by one');
    expect(await changed()).toEqual(['admin', 'focal.bamyan']);
    await rename(id, 'Renamed');
    expect(await changed()).toEqual(['admin', 'focal.bamyan']);
    const places = [...server.services.registry.places().values()];
    const province_id = places.find(({ name_en }) => name_en === 'Kabul')?.id;
    const district_id = places.find(({ parent_id }) => parent_id === province_id)?.id;
    const { record } = (await linesOf('admin', `ids=${id}`))[0];
    const moved = { ...record.data, province_id, district_id, village_id: null, version: record.version };
    await server.person('admin').must('PUT', `schools/${id}`, moved);
    expect(await changed()).toEqual(['admin', 'focal.bamyan', 'focal.kabul']);
    await server.person('admin').must('DELETE', `schools/${id}`);
    expect(await changed()).toEqual(['admin', 'focal.kabul']);
    const village = {
      level: 'village',
      parent_id: stage.district,
      name_en: 'Newer',
      name_fa: 'نوتر',
      name_ps: 'ډېر نوی',
    };
    await server.person('admin').must('POST', 'admin/places', village);
    expect(await changed()).toEqual(['admin', 'focal.bamyan']);
  });

  it('sends what a reviewer wrote with a record that was sent back, until it is sent again', async () => {
    const step = (user: string, body: Json) =>
      server.person(user).must('POST', 'schools-surveys/change-record-status', { record_id: stage.survey, ...body });
    const review = async () => (await linesOf('focal.bamyan', `ids=${stage.survey}`))[0].review;
    expect(await review()).toBeUndefined();
    const fields = [{ field: 'age', comment: '34?' }];
    await step('coordinator.bamyan', { action: 'return', comment: 'Please look', fields });
    const { records } = await walk('focal.bamyan', 'forms=school-survey');
    const sent = records.find(({ record }) => record.id === stage.survey).review;
    expect(sent).toMatchObject({ action: 'return', to_state: 'returned', comment: 'Please look', fields });
    expect(await review()).toEqual(sent);
    await step('focal.bamyan', { action: 'resubmit', comment: 'Done' });
    expect(await review()).toBeUndefined();
  });

  it('tells which records of a device are gone or changed', async () => {
    const removed = (await school('Soon removed')).id;
    await server.person('admin').must('DELETE', `schools/${removed}`);
    const records = [
      { id: stage.school, version: 1 },
      { id: removed, version: 1 },
      { id: 'no\0id', version: 1 },
      { id: stage.survey, version: 7 },
    ];
    const check = (user: string) => server.person(user).must('POST', 'sync/check', { records });
    const { gone, changed } = await check('focal.bamyan');
    const { version } = (await linesOf('focal.bamyan', `ids=${stage.survey}`))[0].record;
    expect([gone, changed]).toEqual([[removed, 'no\0id'], expect.arrayContaining([{ id: stage.survey, version }])]);
    expect((await check('focal.kabul')).gone).toEqual(records.map(({ id }) => id));
    const person = server.person('focal.kabul');
    for (const body of [
      {},
      { records: 'all' },
      { records: [null] },
      { records: [{ id: 1, version: 1 }] },
      { records: Array(1001).fill(records[0]) },
    ])
      expectRefusal(await person.call('POST', 'sync/check', body), 'bad_body');
  });

  it('answers six requests of one account at once; the seventh is asked to come back, those of others are not', async () => {
    const { records } = server.services;
    const read = records.changed.bind(records);
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let reading = 0;
    const gate = vi.spyOn(records, 'changed').mockImplementation(async (...asked) => {
      reading += 1;
      await held;
      return read(...asked);
    });
    const ask = (user: string) => server.person(user).call('GET', 'sync/records?forms=school');
    const six = [1, 2, 3, 4, 5, 6].map(() => ask('volunteer.bamyan'));
    await vi.waitFor(() => expect(reading).toBe(6));
    // Were it answered, it would wait with the others.
    const seventh = ask('volunteer.bamyan');
    const other = ask('focal.bamyan');
    await vi.waitFor(() => expect(reading).toBeGreaterThan(6));
    const isEarly = await Promise.race([
      seventh.then(() => true),
      vi.waitFor(() => expect(reading).toBe(8)).then(() => false),
    ]);
    go();
    expect(isEarly).toBe(true);
    expectRefusal(await seventh, 'busy');
    const statuses = (await Promise.all([...six, other])).map(({ status }) => status);
    expect(statuses).toEqual(Array(7).fill(200));
    gate.mockRestore();
    expect((await ask('volunteer.bamyan')).status, 'when they have ended').toBe(200);
  });

  it('refuses hostile input and begins again with a cursor of another reach or database', async () => {
    const person = server.person('focal.bamyan');
    const cursors = ['x', 'bnVsbA', Buffer.from('["a","b",1e99,"",null]').toString('base64url'), 'a'.repeat(600)];
    for (const query of [
      ...cursors.map((after) => `after=${after}`),
      'after[a]=1',
      'ids[]=1',
      `ids=${'a,'.repeat(1)}b%00`,
      `ids=${Array.from({ length: 201 }, (_, at) => `id${at}`).join(',')}`,
      'limit=0',
      'filters={"name":"a"}',
      'text=everything',
      'forms=school&filters={"__proto__":"a"}&province=%00',
    ])
      expectRefusal(await person.call('GET', `sync/records?${query}`), 'bad_filter', undefined, query);
    expectRefusal(await server.person('nobody').call('GET', 'sync/records'), 'unauthorized');
    expect((await walk('focal.bamyan', 'forms=__proto__,nothing')).ids).toEqual([]);

    const { cursor, ids } = await walk('focal.bamyan', 'forms=school');
    expect((await walk('focal.bamyan', 'forms=school', cursor)).ids).toEqual([]);
    expect((await walk('admin', 'forms=school', cursor)).ids.sort()).toEqual([...ids].sort());
    const written = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const [epoch, reach, change, id, open, era] = written;
    const ofOtherEra = await walk('focal.bamyan', 'forms=school', cursorOf(epoch, reach, change, id, open, `${era}0`));
    expect(ofOtherEra.ids.sort()).toEqual([...ids].sort());
    // Made before there were eras.
    const older = await walk('focal.bamyan', 'forms=school', cursorOf(epoch, reach, change, id, open));
    expect(older.ids.sort()).toEqual([...ids].sort());
    for (const bad of [1, ['a'], 'a\0'])
      expectRefusal(
        await person.call('GET', `sync/records?after=${cursorOf(epoch, reach, change, id, open, bad)}`),
        'bad_filter',
      );
    await renewEpoch(server.services.database.kysely);
    expect((await walk('focal.bamyan', 'forms=school', cursor)).ids.sort()).toEqual([...ids].sort());
  });
});
