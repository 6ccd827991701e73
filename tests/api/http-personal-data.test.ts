/**
 * Data held about a person is found (also in restricted answers), shown, exported and erased on request, only by
 * administrators. Every access is an event, and the sealed history stays valid.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealing } from '../../src/server/audit/sealing.ts';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import { changeCovered } from '../../src/server/db/coveredRows.ts';
import { loggableAddress } from '../../src/server/http/responses.ts';
import { recordsNaming, searchPersonalAnswers } from '../../src/server/records/erase/personalSearch.ts';
import { GRIEVANCE, MEMBER, MEMBERS, TAZKIRA, words } from '../support/personal-forms.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, PEOPLE, startTestServer, type TestServer } from '../support/server.ts';

interface Row {
  id: string;
  form: string;
  is_person: boolean;
  erasable: boolean;
  answers: { field: string; label: { en: string } }[];
  names: { field: string }[];
}

describe.each(ANY_DATABASE)('personal data on %s', (database) => {
  let server: TestServer;
  let member: string;
  let grievance: string;
  const admin = () => server.person('admin');
  const find = async (text: string): Promise<Row[]> =>
    (await admin().must('GET', `personal-data?text=${encodeURIComponent(text)}`)).data;
  /** Returns every text of the tables that hold answers, names and requests. */
  const everything = async (): Promise<string> => {
    const parts: unknown[] = [];
    for (const table of [
      'records',
      'record_revisions',
      'operations',
      'parked_writes',
      'unique_values',
      'events',
      'attachments',
      'p_test_member',
      'p_test_grievance',
    ])
      parts.push(
        await server.services.database.read
          .selectFrom(table as 'records')
          .selectAll()
          .execute(),
      );
    return JSON.stringify(parts);
  };
  const events = () =>
    server.services.database.read.selectFrom('events').selectAll().where('action', 'like', 'personal_data%').execute();

  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(MEMBER);
    await server.services.registry.publish(GRIEVANCE);
    member = (await admin().must('POST', 'test-members', MEMBERS)).id;
    await admin().must('POST', 'test-members', { first_name: 'Somebody', last_name: 'Else' });
    const told = { subject: 'Land', teller: 'Gulalai Told', helper: member };
    const witnesses = [{ member, number: '0788 111 222' }];
    grievance = (await admin().must('POST', 'test-grievances', { ...told, witnesses })).id;
    await admin().must('POST', 'test-grievances', { subject: 'A well', teller: 'Another' });
    const account = server.person('volunteer.bamyan').id;
    await server.services.database.transaction((trx) =>
      changeCovered(trx, [{ kind: 'account', of: [account] }], () =>
        trx.updateTable('users').set({ person_id: member }).where('id', '=', account).execute(),
      ),
    );
  });
  afterAll(() => server?.stop());

  it('finds people by words of several answers in any spelling, and records that name them', async () => {
    // The Arabic kaf and yeh of another keyboard, and the two names in another order.
    const found = await find('اميری زرغونه');
    expect(found.map(({ id, is_person }) => [id, is_person])).toEqual([
      [member, true],
      [grievance, false],
    ]);
    expect(found[1]).toMatchObject({
      answers: [],
      names: [{ field: 'helper' }, { field: 'witnesses' }],
      erasable: true,
    });
    for (const text of [TAZKIRA, '0799 123 456', '0093 799 123456', '۰۷۹۹۱۲۳۴۵۶', 'palwasha'])
      expect(
        (await find(text)).map(({ id }) => id),
        text,
      ).toContain(member);
  });

  it('finds restricted answers of any record, at every depth, and accounts', async () => {
    const [row, ...others] = await find('gulalai');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: grievance, answers: [{ field: 'teller', label: words('Who told it') }] });
    expect((await find('0788111222'))[0]).toMatchObject({ id: grievance, answers: [{ field: 'witnesses' }] });
    expect(await find('Nobody Of That Name')).toEqual([]);
    const { accounts } = await admin().must('GET', 'personal-data?text=Test%20Focal');
    expect(accounts).toHaveLength(2);
  });

  it('stops in time and goes on where it stopped, without losing or doubling anything', async () => {
    const { database: db, registry } = server.services;
    const whole = await searchPersonalAnswers({ database: db, registry, text: 'a', after: undefined, limit: 60_000 });
    expect(whole).toMatchObject({ next: null, looked: whole.total });
    expect(whole.total).toBe(4);
    const ids: string[] = [];
    let after: string | undefined;
    let looked = 0;
    do {
      const part = await searchPersonalAnswers({ database: db, registry, text: 'a', after, limit: -1 });
      ids.push(...part.found.map(({ id }) => id));
      expect(part.looked).toBeGreaterThanOrEqual(looked);
      looked = part.looked;
      after = part.next ?? undefined;
    } while (after !== undefined);
    expect(ids).toEqual(whole.found.map(({ id }) => id));
    expect((await recordsNaming(server.services, member)).map(({ id }) => id)).toEqual([grievance]);
  });

  it('refuses words that say nobody, and places to go on from that nobody gave', async () => {
    const code = async (query: string) =>
      (await admin().call('GET', `personal-data${query}`)).body.errors?.['/text'][0].code;
    expect(await code('')).toBe('min_length');
    expect(await code('?text=%20a%20b')).toBe('min_length');
    expect(await code('?text[a]=Gulalai')).toBe('min_length');
    expect(await code(`?text=${'x'.repeat(201)}`)).toBe('max_length');
    expect((await admin().call('GET', 'personal-data?text=%00%25_%27%22%5C%ED%A0%80')).status).toBeLessThan(500);
    for (const after of ['x', "people:' OR 1=1", 'others:%00', 'people:a:b'])
      expectRefusal(
        await admin().call('GET', `personal-data?text=gulalai&after=${encodeURIComponent(after)}`),
        'bad_filter',
      );
  });

  it('a sheet says everything about one person, and a file says the same', async () => {
    const { data } = await admin().must('GET', `personal-data/${member}`);
    const fields = Object.fromEntries(
      data.answers.map((one: { field: string; erasable: boolean }) => [one.field, one.erasable]),
    );
    expect(fields).toEqual({
      first_name: true,
      last_name: true,
      full_name: true,
      tazkira: true,
      phone: true,
      born: true,
      gender: false,
      relatives: true,
    });
    expect(data.records).toMatchObject([
      { id: grievance, names: [{ field: 'helper' }, { field: 'witnesses' }], form: 'test-grievance' },
    ]);
    expect(data.accounts).toMatchObject([{ username: 'volunteer.bamyan', logins: 0, disabled: false }]);
    expect(JSON.stringify(data)).not.toContain('password');

    const response = await fetch(`${server.base}/api/personal-data/${member}/export`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="personal-data-TM_1\.json"/);
    const { exported_at, ...exported } = (await response.json()) as Record<string, unknown>;
    expect(Date.parse(String(exported_at))).not.toBeNaN();
    expect(exported).toEqual(data);
  });

  it('what somebody looks for stands in no log', () => {
    expect(loggableAddress('/api/personal-data?after=x&text=Gulalai%20Told&page=2')).toEqual({
      path: '/api/personal-data',
      query: ['after', 'text', 'page'],
    });
  });

  it('is for administrators alone', async () => {
    for (const username of Object.keys(PEOPLE).filter((name) => name !== 'admin'))
      for (const [method, path] of [
        ['GET', 'personal-data?text=gulalai'],
        ['GET', `personal-data/${member}`],
        ['GET', `personal-data/${member}/export`],
        ['POST', `personal-data/${member}/anonymise`],
        ['POST', `personal-data/records/${grievance}/anonymise`],
      ] as const) {
        const answer = await server
          .person(username)
          .call(method, path, method === 'POST' ? { reason: 'Asked' } : undefined);
        expectRefusal(answer, 'forbidden', undefined, [username, path]);
      }
    expectRefusal(await refusalOf(fetch(`${server.base}/api/personal-data/${member}`)), 'unauthorized');
    expect((await admin().must('GET', 'session')).may['personal-data']).toBe(true);
    expect((await server.person('mande').must('GET', 'session')).may['personal-data']).toBe(false);
  });

  it('knows people from other records, and both from nothing', async () => {
    for (const path of [
      `personal-data/${grievance}`,
      'personal-data/unknown',
      'personal-data/%00',
      `personal-data/${'x'.repeat(200)}`,
      `personal-data/${grievance}/export`,
    ])
      expectRefusal(await admin().call('GET', path), 'record_not_found', undefined, path);
    const erase = (path: string) => admin().call('POST', `personal-data/${path}/anonymise`, { reason: 'Asked' });
    expectRefusal(await refusalOf(erase(grievance)), 'record_not_found');
    expectRefusal(await refusalOf(erase(`records/${member}`)), 'record_not_found');
    expectRefusal(await refusalOf(erase('records/unknown')), 'record_not_found');
  });

  it('erases nothing without a reason, and only what may be', async () => {
    const refused = async (body: unknown) =>
      (await admin().call('POST', `personal-data/${member}/anonymise`, body)).body.errors;
    expect(await refused({})).toMatchObject({ '/reason': [{ code: 'required' }] });
    expect(await refused({ reason: ' \0 ' })).toMatchObject({ '/reason': [{ code: 'required' }] });
    expect(await refused({ reason: 'x'.repeat(501) })).toMatchObject({ '/reason': [{ code: 'max_length' }] });
    for (const answers of [['gender'], ['__proto__'], [{}], [null]])
      expect(await refused({ reason: 'Asked', answers })).toMatchObject({ '/answers/0': [{ code: 'choice' }] });
    expect(await refused({ reason: 'Asked', answers: 'phone' })).toMatchObject({ '/answers': [{ code: 'required' }] });
    expect((await admin().must('GET', `test-members/${member}`)).data).toMatchObject({ phone: MEMBERS.phone });
  });

  it('erases what tells who it was: the name falls back to the code wherever it is shown', async () => {
    await admin().must('POST', `personal-data/${member}/anonymise`, { reason: 'First the number', answers: ['phone'] });
    const { data: left } = await admin().must('GET', `test-members/${member}`);
    expect(left).not.toHaveProperty('phone');
    expect(left, 'what is put together of others goes with any choice').not.toHaveProperty('full_name');
    expect(left).toMatchObject({ first_name: MEMBERS.first_name });
    expect((await find(TAZKIRA)).length).toBeGreaterThan(0);

    const done = await admin().must('POST', `personal-data/${member}/anonymise`, { reason: 'The person asked for it' });
    expect(done).toMatchObject({ id: member, message: 'The personal data was erased.' });
    await server.services.idle();
    const { data } = await admin().must('GET', `test-members/${member}`);
    expect(data).toMatchObject({ gender: 'female', name: 'TM_1', relatives: [{ children: 3 }] });
    for (const text of [TAZKIRA, 'زرغونه', '0799123456', 'palwasha']) expect(await find(text), text).toEqual([]);
    expect(await everything()).not.toMatch(/زرغونه|امیری|55512|799123456|palwasha|1990-02-03/i);

    const list = await admin().must('GET', 'test-grievances');
    expect(list.data.map((one: { name: string }) => one.name)).toContain('Land · TM_1');
    expect(list.meta.refs[member]).toMatchObject({ name: 'TM_1' });
    const picked = await admin().must('GET', `lookup/records?forms=test-member&ids=${member}`);
    expect(JSON.stringify(picked)).toContain('TM_1');
    const again = await admin().call(
      'POST',
      `personal-data/${member}/anonymise`,
      { reason: 'Again' },
      { 'accept-language': 'fa' },
    );
    expect(again.body).toMatchObject({ code: 'nothing_to_erase', message: expect.stringContaining('پاک') });
    expect((await server.fresh('volunteer.bamyan')).id, 'the account goes on').toBeTruthy();
  });

  it('erases the restricted answers of a record that is no person, and leaves the rest', async () => {
    await admin().must('POST', `personal-data/records/${grievance}/anonymise`, { reason: 'Who told it asked for it' });
    const { data } = await admin().must('GET', `test-grievances/${grievance}`);
    expect(data).toMatchObject({ subject: 'Land', helper: member, witnesses: [{ member }] });
    expect(JSON.stringify(data)).not.toMatch(/Gulalai|0788/);
    expect(await find('gulalai')).toEqual([]);
  });

  it('people whose record was deleted are found and erased too', async () => {
    const { id } = await admin().must('POST', 'test-members', { first_name: 'Farkhunda', phone: '0777 000 111' });
    await admin().must('DELETE', `test-members/${id}`);
    const [row] = (await admin().must('GET', 'personal-data?text=farkhunda')).data;
    expect(row).toMatchObject({ id, is_person: true, deleted_at: expect.any(String) });
    await admin().must('POST', `personal-data/${id}/anonymise`, { reason: 'The person asked for it' });
    expect(await find('farkhunda')).toEqual([]);
    expect((await admin().must('GET', `personal-data/${id}`)).data.answers).toEqual([]);
  });

  it('every act is an event, without what was typed, and the sealed history holds', async () => {
    const told = await events();
    const count = (action: string) => told.filter((one) => one.action === action).length;
    expect(count('personal_data_searched')).toBeGreaterThan(5);
    expect([count('personal_data_seen'), count('personal_data_exported')]).toEqual([2, 1]);
    expect(new Set(told.map(({ user_id }) => user_id))).toEqual(new Set([admin().id]));
    expect(JSON.stringify(told)).not.toMatch(/gulalai|زرغونه|55512/i);
    const erased = await server.services.database.read
      .selectFrom('events')
      .selectAll()
      .where('action', '=', 'erased')
      .orderBy('id')
      .limit(3)
      .execute();
    expect(
      erased.map(({ user_id, record_id, detail }) => [user_id, record_id, JSON.parse(detail ?? '{}').rule]),
    ).toEqual([
      [admin().id, member, 'First the number'],
      [admin().id, member, 'The person asked for it'],
      [admin().id, grievance, 'Who told it asked for it'],
    ]);
    const { dataDir } = server.services.settings;
    const sealing = await createSealing({
      database: server.services.database,
      keyFile: `${dataDir}/audit/key.pem`,
      anchorFile: `${dataDir}/audit/anchors.jsonl`,
      erasureFile: `${dataDir}/audit/erasures.jsonl`,
      now: server.services.now,
    });
    await sealing.seal();
    expect((await verifyWholeHistory(server.services.database.kysely)).breaks).toEqual([]);
  });
});
