/** Accounts as administrators manage them: created, found, changed, closed, sessions ended, and each change logged. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillUsernameSkeletons } from '../../src/server/accounts/usernames.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, PASSWORD, startTestServer, type TestServer } from '../support/server.ts';
import { schoolAnswers } from './http-stage.ts';
import { logIn } from './permissions-cast.ts';

describe.each(ANY_DATABASE)('accounts on %s', (database) => {
  let server: TestServer;
  let bamyan: string;
  let kabul: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    const place = (name: string) =>
      [...server.services.registry.places().values()].find((one) => one.name_en === name)?.id as string;
    bamyan = place('Bamyan');
    kabul = place('Kabul');
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const usernames = async (query: string) => {
    const { data } = await admin().must('GET', `users?${query}`);
    return data.map((one: { username: string }) => one.username);
  };

  it('are found by folded name, role, programme, province and state', async () => {
    expect(await usernames('text=KABUL')).toEqual(['coordinator.kabul', 'focal.kabul']);
    expect(await usernames(`text=${encodeURIComponent('test evaluator')}`)).toEqual(['mande']);
    expect(await usernames('role=focal-point')).toEqual(['focal.bamyan', 'focal.kabul']);
    expect(await usernames(`role=focal-point&province=${bamyan}`)).toEqual(['focal.bamyan']);
    expect(await usernames('programme=schools&role=program-manager')).toEqual(['manager.schools']);
    expect(await usernames('state=disabled')).toEqual([]);
    expect(await usernames('state=never')).toContain('finance');
  });

  it('are made with several grants and a password for one login', async () => {
    const grants = [
      { role: 'focal-point', programme: 'schools', province_id: bamyan },
      { role: 'provincial-coordinator', programme: 'schools', province_id: kabul },
    ];
    const made = await admin().must('POST', 'users', { username: 'new.person', name: 'نام ساختگی', grants });
    expect(made.data).toMatchObject({ username: 'new.person', must_change_password: true, disabled: false, grants });
    const response = await fetch(`${server.base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'new.person', password: made.password }),
    });
    expect(((await response.json()) as { user: unknown }).user).toMatchObject({ must_change_password: true, grants });
    expect((await admin().must('GET', `users/${made.data.id}`)).data.sessions).toBe(1);

    // Search folds the letters, and the password is never returned again.
    expect(await usernames(`text=${encodeURIComponent('ساختگي')}`)).toEqual(['new.person']);
    expect(JSON.stringify(await admin().must('GET', `users/${made.data.id}`))).not.toContain(made.password);
  });

  it.each([
    ['\u0430dmin', 'username_script', 'a Cyrillic a'],
    ['adm\u0131n', 'username_script', 'an i without its dot'],
    ['\u0251dmin', 'username_script', 'an a as phonetics writes it'],
    ['ah\u0645ad', 'username_script', 'Latin and Arabic letters'],
    ['adrnin', 'username_similar', 'rn for m'],
    ['f0cal.bamyan', 'username_similar', 'a zero'],
    ['foca1.bamyan', 'username_similar', 'a one'],
    ['focaI.bamyan', 'username_similar', 'a capital I'],
    ['ádmin', 'unique', 'an accent'],
    ['ＡＤＭＩＮ', 'unique', 'wide letters'],
  ])('%s is refused as %s: %s', async (username, code) => {
    const { status, body } = await admin().call('POST', 'users', { username, name: 'Somebody' });
    expect([status, body.errors['/username'][0].code]).toEqual([422, code]);
  });

  it('may have names in either script, and no other account becomes one that looks like them', async () => {
    const { data } = await admin().must('POST', 'users', { username: 'احمد.۱۲', name: 'نام ساختگی' });
    expect((await admin().call('POST', 'users', { username: 'احمد.12', name: 'Somebody' })).body.errors).toMatchObject({
      '/username': [{ code: 'unique' }],
    });
    for (const username of ['josé.müller', 'د.پښتنه', 'm-and-e', 'ali@office'])
      await admin().must('POST', 'users', { username, name: 'Somebody' });
    const renamed = await admin().call('PUT', `users/${data.id}`, { username: 'rnande' });
    expect(renamed.body.errors['/username'][0].code).toBe('username_similar');
  });

  it('that look alike since before go on working', async () => {
    const { database: store } = server.services;
    const before = await store.read
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'finance')
      .executeTakeFirstOrThrow();
    const twin = {
      ...before,
      id: 'twin',
      username: 'f\u0456nance',
      username_key: 'f\u0456nance',
      created_at: '2031-01-01',
    };
    await store.transaction(async (trx) => {
      await trx.updateTable('users').set({ username_skeleton: null }).execute();
      for (const [id, username] of [
        ['twin', 'f\u0456nance'],
        ['twin-2', 'finan\u0441e'],
        ['twin-3', 'rnande'],
      ] as const)
        await trx
          .insertInto('users')
          .values({ ...twin, id, username, username_key: username, username_skeleton: null })
          .execute();
    });
    expect(await fillUsernameSkeletons(store)).toEqual(['f\u0456nance', 'finan\u0441e', 'rnande']);
    expect(await fillUsernameSkeletons(store)).toEqual([]);
    const rows = await store.read.selectFrom('users').select(['username', 'username_skeleton']).execute();
    expect(rows.every((row) => row.username_skeleton !== null)).toBe(true);
    expect((await logIn(server.base, 'rnande', PASSWORD)).id).toBe('twin-3');
    expect((await logIn(server.base, 'mande', PASSWORD)).id).toBe(server.person('mande').id);
  });

  it('refuse what does not exist, under the field it is about', async () => {
    const answer = await admin().call('POST', 'users', {
      username: 'focal.bamyan',
      name: '',
      grants: [
        { role: 'king', programme: 'schools', province_id: null },
        { role: 'focal-point', programme: 'no-such', province_id: 'nowhere' },
      ],
    });
    expectRefusal(answer, 'validation_failed');
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      '/grants/0/role',
      '/grants/1/programme',
      '/grants/1/province_id',
      '/name',
    ]);
    const twice = await admin().call('POST', 'users', { username: 'Focal.Bamyan', name: 'Twice', grants: [] });
    expectRefusal(twice, 'unique', '/username');
    expect(twice.body.errors['/username'][0].code).toBe('unique');
  });

  it('changed, closed, reset and ended: each is told with what was before', async () => {
    const { data, password } = await admin().must('POST', 'users', { username: 'told', name: 'Told', grants: [] });
    const told = await logIn(server.base, 'told', password);
    const grants = [{ role: 'focal-point', programme: null, province_id: bamyan }];
    await admin().must('PUT', `users/${data.id}`, { name: 'Told again', grants });
    expect((await told.call('GET', 'session')).body.grants).toEqual(grants);

    await admin().must('DELETE', `users/${data.id}/sessions`);
    expectRefusal(await told.call('GET', 'session'), 'session_ended');

    const reset = await admin().must('POST', `users/${data.id}/password`);
    expect(reset.password).not.toBe(password);
    await admin().must('PUT', `users/${data.id}`, { disabled: true });
    expect(await usernames('state=disabled')).toEqual(['told']);
    await admin().must('PUT', `users/${data.id}`, { disabled: false });

    const { data: changes } = await admin().must('GET', `users/${data.id}/changes`);
    expect(changes.map((one: { action: string }) => one.action)).toEqual([
      'account_opened',
      'account_closed',
      'password_reset',
      'sessions_ended',
      'account_changed',
      'login',
      'account_made',
    ]);
    const changed = changes.find((one: { action: string }) => one.action === 'account_changed');
    expect(changed).toMatchObject({
      by: { id: admin().id, name: 'Test Administrator' },
      before: { name: 'Told', grants: [] },
      after: { name: 'Told again', grants },
    });
    expect(JSON.stringify(changes)).not.toContain(reset.password);
  });

  it('lets the office send the work of somebody, as that person and no further, and the history says who sent it', async () => {
    const [{ id }] = (await admin().must('GET', 'users?text=focal.bamyan')).data;
    const { access_token, user } = await admin().must('POST', `users/${id}/taking-in`);
    const as = async (method: string, path: string, body?: unknown, key = 'op-1') => {
      const response = await fetch(`${server.base}/api/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${access_token}`,
          'idempotency-key': key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
    const district = (of: string) =>
      [...server.services.registry.places().values()].find(({ parent_id }) => parent_id === of)?.id as string;
    const school = (province: string) => schoolAnswers({ province, district: district(province) }, 'Taken in');
    const made = await as('POST', 'schools/store', school(bamyan));
    expect(made.status).toBe(200);
    const again = await server.person('focal.bamyan').call('POST', 'schools/store', school(bamyan), {
      'idempotency-key': 'op-1',
    });
    expect(again.body.id, 'the phone sends it too').toBe(made.body.id);
    expectRefusal(await refusalOf(as('POST', 'schools/store', school(kabul), 'op-2')), 'other_province');
    const [first] = (await admin().must('GET', `schools/${made.body.id}/history`)).data;
    expect(first).toMatchObject({
      by: { id, name: user },
      taken_in_by: { id: admin().id, name: 'Test Administrator' },
    });
    for (const [method, path] of [
      ['POST', 'auth/password'],
      ['DELETE', 'auth/sessions'],
      ['DELETE', '%61uth/sessions'],
    ] as const)
      expectRefusal(await refusalOf(as(method, path, {})), 'forbidden', undefined, path);

    const { access_token: ofAdmin } = await admin().must('POST', `users/${admin().id}/taking-in`);
    const engine = await fetch(`${server.base}/api/users`, { headers: { authorization: `Bearer ${ofAdmin}` } });
    expectRefusal(await refusalOf(engine), 'forbidden', undefined, 'rights over accounts');
    expectRefusal(await server.person('focal.bamyan').call('POST', `users/${id}/taking-in`), 'forbidden');
    expectRefusal(await admin().call('POST', 'users/nobody/taking-in'), 'record_not_found');
    const { data: changes } = await admin().must('GET', `users/${id}/changes`);
    expect(changes.map((one: { action: string }) => one.action)).toContain('work_taken_in');

    const left = { form: 'school', record_id: made.body.id, changes: 2, reason: 'The record is a trial.' };
    await admin().must('POST', `users/${id}/opening`);
    await admin().must('POST', `users/${id}/left-out`, left);
    const [leftOut, opening] = (await admin().must('GET', `users/${id}/changes`)).data;
    expect(opening).toMatchObject({ action: 'opening_given', by: { id: admin().id, name: 'Test Administrator' } });
    expect(leftOut).toMatchObject({ action: 'work_left_out', by: { id: admin().id }, after: left });
    for (const wrong of [{ reason: ' ' }, { form: 'nothing' }, { record_id: '../x' }, { changes: 0 }])
      expectRefusal(await admin().call('POST', `users/${id}/left-out`, { ...left, ...wrong }), 'validation_failed');
    for (const path of ['opening', 'left-out']) {
      expectRefusal(await server.person('focal.bamyan').call('POST', `users/${id}/${path}`, left), 'forbidden');
      expectRefusal(await admin().call('POST', `users/nobody/${path}`, left), 'record_not_found');
      expectRefusal(
        await refusalOf(as('POST', `users/${id}/${path}`, left)),
        'forbidden',
        undefined,
        'in the session of the work',
      );
    }
    const ids = { ids: ['op-1', 'op-2', 'op-3'] };
    const done = await as('POST', 'sync/done', ids);
    expect(done.body).toEqual({ done: [{ id: 'op-1', record_id: made.body.id, version: 1 }] });
    expect((await admin().must('POST', 'sync/done', ids)).done, 'of somebody else').toEqual([]);
    for (const wrong of [{}, { ids: [1] }, { ids: ['a\u0000'] }, { ids: Array(1001).fill('a') }])
      expectRefusal(await refusalOf(as('POST', 'sync/done', wrong)), 'bad_body');
    await as('POST', 'auth/logout', {});
    expectRefusal(await refusalOf(as('GET', 'session')), 'session_ended');
  });

  it.each([
    ['GET', 'users'],
    ['GET', 'users/x/changes'],
    ['DELETE', 'users/x/sessions'],
    ['POST', 'users'],
  ])('%s %s is for administrators only', async (method, path) => {
    const answer = await server.person('manager.schools').call(method, path, method === 'POST' ? {} : undefined);
    expectRefusal(answer, 'forbidden');
  });

  it('nobody takes their own rights or closes themselves', async () => {
    for (const body of [{ disabled: true }, { grants: [] }])
      expectRefusal(await admin().call('PUT', `users/${admin().id}`, body), 'forbidden');
    expectRefusal(await admin().call('GET', 'users/none/changes'), 'record_not_found');
  });
});
