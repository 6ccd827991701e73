/** Login and logout, limits, sessions, passwords, accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS_CHANGED } from '../../src/server/db/coveredRows.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, PASSWORD, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

describe.each(ANY_DATABASE)('sessions on %s', (database) => {
  let server: TestServer;
  let clock = Date.parse('2026-06-01T06:00:00Z');
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => new Date(clock) });
  });
  afterAll(() => server?.stop());

  const post = async (path: string, body: Json, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.base}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
  };
  const get = async (path: string, token?: string, language = 'en') => {
    const response = await fetch(`${server.base}/api/${path}`, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'accept-language': language },
    });
    return { status: response.status, body: (await response.json()) as Json };
  };

  it('logs in with the documented keys and stays logged in while the token is used', async () => {
    const { status, body } = await post('auth/login', { username: 'Focal.Bamyan', password: PASSWORD });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['access_token', 'user', 'siteUsers']));
    expect(body.access_token.length).toBeGreaterThanOrEqual(43);
    expect(body.user).toMatchObject({ username: 'focal.bamyan', must_change_password: false });
    const stored = await server.services.database.read.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.access_token);
    clock += 13 * 86_400_000;
    expect((await get('session', body.access_token)).status).toBe(200);
    clock += 13 * 86_400_000;
    expect((await get('session', body.access_token)).status, 'use moved the end').toBe(200);
    clock += 15 * 86_400_000;
    expect((await get('session', body.access_token)).body.code).toBe('session_ended');
  });

  it('writes into the activity log who came, who was kept out and who left, without names or passwords typed', async () => {
    const last = async () =>
      server.services.database.read
        .selectFrom('events')
        .selectAll()
        .where('form', 'is', null)
        .where('action', '!=', ROWS_CHANGED)
        .orderBy('id')
        .execute();
    const before = (await last()).length;
    const { body } = await post('auth/login', { username: 'finance', password: PASSWORD });
    await post('auth/login', { username: 'finance', password: 'quite wrong words' });
    await post('auth/login', { username: 'nobody.there', password: 'quite wrong words' });
    await post('auth/logout', {}, { authorization: `Bearer ${body.access_token}` });
    const rows = (await last()).slice(before);
    expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['login', body.user.id],
      ['login_failed', body.user.id],
      ['login_failed', ''],
      ['logout', body.user.id],
    ]);
    expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({ account: body.user.id, address: '127.0.0.0/24' });
    expect(JSON.stringify(rows)).not.toMatch(/quite|nobody/);
  });

  it('accepts the form-encoded login of the documents', async () => {
    const response = await fetch(`${server.base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `username=finance&password=${PASSWORD}`,
    });
    expect(response.status).toBe(200);
  });

  it('asks for both, and says so in the reader’s language', async () => {
    const english = await post('auth/login', { username: 'admin' });
    expect(english).toMatchObject({
      status: 422,
      body: { code: 'login_required', message: 'Please enter Username and Password.' },
    });
    const dari = await post('auth/login', { username: '', password: '' }, { 'accept-language': 'fa' });
    expect(dari.body.message).toMatch(/[\u0600-\u06ff]/);
    const pashto = await post('auth/login', {}, { 'accept-language': 'pa' });
    expect(pashto.body.message).toMatch(/[\u0600-\u06ff]/);
    expect(pashto.body.message).not.toBe(dari.body.message);
  });

  it('keeps out a name that no database could hold', async () => {
    expectRefusal(await refusalOf(post('auth/login', { username: '\0', password: '\0' })), 'login_failed');
    const headers = { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'application/json' };
    const asked = [
      ['PUT', 'users/a%00b', '{"name":"x"}'],
      ['GET', 'users?province=a%00b'],
      ['DELETE', 'auth/sessions/a%00b'],
    ] as const;
    for (const [method, path, body] of asked) {
      const { status } = await fetch(`${server.base}/api/${path}`, {
        method,
        headers: body ? headers : { authorization: headers.authorization },
        ...(body && { body }),
      });
      expect(status, path).toBeLessThan(500);
    }
  });

  it('slows one address down, whichever names it tries', async () => {
    clock += 60 * 60_000;
    let limited: Json;
    for (let attempt = 0; attempt < 119 && !limited; attempt++) {
      const answer = await post('auth/login', { username: `nobody.${attempt}`, password: 'x' });
      if (answer.body.code === 'rate_limited') limited = answer;
    }
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post('auth/login', { username: 'manager.schools', password: PASSWORD })).body.code).toBe(
      'rate_limited',
    );
    clock += 11 * 60_000;
    expect((await post('auth/login', { username: 'finance', password: PASSWORD })).status).toBe(200);
  });

  it('ends a session at logout', async () => {
    const { body } = await post('auth/login', { username: 'mande', password: PASSWORD });
    expect(
      (await post('auth/logout', { token: body.access_token }, { authorization: `Bearer ${body.access_token}` }))
        .status,
    ).toBe(200);
    expectRefusal(await refusalOf(get('session', body.access_token)), 'session_ended');
  });

  it('refuses everything without a living token', async () => {
    for (const path of [
      'session',
      'common',
      'definitions',
      'schools',
      'provinces',
      'home',
      'users',
      'master-tables/department',
      'files/x',
      'openless',
    ]) {
      const { status, body } = await get(path);
      expect([path, status, body.code]).toEqual([path, 401, 'unauthorized']);
    }
    for (const token of ['x', '../../etc/passwd', "' or 1=1 --", 'A'.repeat(5000)])
      expectRefusal(await get('session', token), 'unauthorized', undefined, token.slice(0, 20));
    expectRefusal(await get('session', 'a'.repeat(43)), 'session_ended');
    // A missing token and an invalid or expired one have different sentences.
    expect((await get('session')).body).toMatchObject({ code: 'unauthorized', message: 'Authorization required' });
    expect((await get('session', 'a'.repeat(43))).body).toMatchObject({
      code: 'session_ended',
      message: 'Unauthorized operation',
    });
  });

  it('changes a password and ends the other sessions', async () => {
    const one = (await post('auth/login', { username: 'coordinator.kabul', password: PASSWORD })).body.access_token;
    const other = (await post('auth/login', { username: 'coordinator.kabul', password: PASSWORD })).body.access_token;
    const change = (body: Json) => post('auth/password', body, { authorization: `Bearer ${one}` });
    const next = 'seven red melons';
    expect(
      (await change({ current_password: PASSWORD, new_password: next, confirmation: 'seven red melon' })).body,
    ).toMatchObject({ code: 'password_mismatch', message: 'Entered passwords do not match' });
    expect((await change({ current_password: PASSWORD, new_password: 'short', confirmation: 'short' })).body.code).toBe(
      'password_weak',
    );
    expect(
      (await change({ current_password: 'not it at all', new_password: next, confirmation: next })).body.code,
    ).toBe('password_wrong');
    expect((await change({ current_password: PASSWORD })).body.errors).toHaveProperty('/new_password');
    expect((await change({ current_password: PASSWORD, new_password: next, confirmation: next })).body.message).toBe(
      'Password changed successfully',
    );
    expect((await get('session', one)).status).toBe(200);
    expect(await get('session', other)).toMatchObject({ status: 401, body: { code: 'password_changed' } });
    expect((await post('auth/login', { username: 'coordinator.kabul', password: next })).status).toBe(200);
  });

  it('keeps accounts: made, changed, reset, closed by administrators only', async () => {
    const admin = await server.fresh('admin');
    expect((await (await server.fresh('focal.kabul')).call('GET', 'users')).body.code).toBe('forbidden');
    const made = await admin.must('POST', 'users', {
      username: 'new.person',
      name: 'New Person',
      grants: [{ role: 'focal-point', programme: 'schools', province_id: '1' }],
    });
    expect(made.password).toMatch(/^\w{4}(-\w{4}){3}$/);
    const token = (await post('auth/login', { username: 'new.person', password: made.password })).body.access_token;
    expect((await get('schools', token)).body.code).toBe('password_change_required');
    expect((await get('session', token)).body.user.must_change_password).toBe(true);
    expect(
      (await admin.call('POST', 'users', { username: 'NEW.person', name: 'Twice' })).body.errors['/username'][0].code,
    ).toBe('unique');
    const bad = await admin.call('POST', 'users', { username: 'a b', name: '', grants: [{ role: 'king' }] });
    expect(Object.keys(bad.body.errors).sort()).toEqual(['/grants/0/role', '/name', '/username']);
    const { password } = await admin.must('POST', `users/${made.data.id}/password`);
    expect(await get('session', token)).toMatchObject({ status: 401, body: { code: 'password_changed' } });
    const again = (await post('auth/login', { username: 'new.person', password })).body.access_token;
    await admin.must('PUT', `users/${made.data.id}`, { disabled: true });
    // Also the session of a login that was on its way.
    for (const closed of [again, await server.services.accounts.sessions.open(made.data.id, undefined)])
      expect(await get('session', closed)).toMatchObject({ status: 401, body: { code: 'account_closed' } });
    expect((await post('auth/login', { username: 'new.person', password })).body.code).toBe('account_disabled');
    expect((await admin.call('PUT', `users/${admin.id}`, { grants: [] })).body.code).toBe('forbidden');
    const list = await admin.must('GET', 'users?per_page=3&page=2');
    expect(list.meta).toMatchObject({ current_page: 2, per_page: 3 });
    expect(JSON.stringify(list)).not.toContain('password_hash');
  });

  it('one-time passwords open an account for a week', async () => {
    const admin = await server.fresh('admin');
    const made = await admin.must('POST', 'users', { username: 'late.person', name: 'Late Person' });
    expect(made.expires_at).toBe(new Date(clock + 7 * 86_400_000).toISOString());
    clock += 6 * 86_400_000;
    expect((await post('auth/login', { username: 'late.person', password: made.password })).status).toBe(200);
    clock += 86_400_000;
    const late = await post('auth/login', { username: 'late.person', password: made.password });
    expect(late).toMatchObject({ status: 403, body: { code: 'password_expired' } });
    expect(late.body.message).toContain('7 days');
    expect(
      (await post('auth/login', { username: 'late.person', password: 'wrong' })).body.code,
      'only who knows it is told',
    ).toBe('login_failed');
    const again = await admin.must('POST', `users/${made.data.id}/password`, {});
    expect(again.expires_at).toBe(new Date(clock + 7 * 86_400_000).toISOString());
    const { body } = await post('auth/login', { username: 'late.person', password: again.password });
    const next = 'seven red melons';
    const own = { current_password: again.password, new_password: next, confirmation: next };
    await post('auth/password', own, { authorization: `Bearer ${body.access_token}` });
    clock += 30 * 86_400_000;
    expect((await post('auth/login', { username: 'late.person', password: next })).status, 'an own one stays').toBe(
      200,
    );
  });

  it('a session ends after ninety days, however much it is used', async () => {
    const { body } = await post('auth/login', { username: 'finance', password: PASSWORD });
    for (let day = 0; day < 89; day += 1) {
      clock += 86_400_000;
      expect((await get('session', body.access_token)).status, `day ${day}`).toBe(200);
    }
    clock += 86_400_000;
    expect((await get('session', body.access_token)).body.code).toBe('session_ended');
  });

  it('are listed for their person with the device in words, and end one by one or all but this', async () => {
    const phone =
      'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
    const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
    const login = async (agent: string, username = 'manager.schools') =>
      (await post('auth/login', { username, password: PASSWORD }, { 'user-agent': agent })).body;
    await server.services.accounts.sessions.revokeAll(server.person('manager.schools').id);
    const mine = await login(phone);
    clock += 3_600_000;
    const other = await login(desk);
    const third = await login('curl/8.0');
    const foreign = await login(desk, 'finance');
    const list = async (token: string) => (await get('auth/sessions', token)).body.data as Json[];
    const del = async (path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${server.base}/api/auth/sessions${path}`, { method: 'DELETE', headers });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const seen = await list(mine.access_token);
    expect(seen.map(({ device, current }) => [device, current])).toEqual([
      [null, false],
      ['Firefox · Windows', false],
      ['Chrome · Android', true],
    ]);
    expect(seen[1]).toMatchObject({
      created_at: new Date(clock).toISOString(),
      last_used_at: new Date(clock).toISOString(),
    });
    expect(Object.keys(seen[1] ?? {}).sort()).toEqual(['created_at', 'current', 'device', 'id', 'last_used_at']);

    const [theirs] = (await list(foreign.access_token)).filter((one) => one.current);
    expectRefusal(
      await refusalOf(del(`/${theirs?.id}`, mine.access_token)),
      'record_not_found',
      undefined,
      'not that of somebody else',
    );
    expect((await get('session', foreign.access_token)).status).toBe(200);
    const known = async () =>
      (
        await server.services.database.read
          .selectFrom('known_devices')
          .select('token_hash')
          .where('user_id', '=', mine.user.id)
          .execute()
      ).length;
    const before = await known();
    expect((await del(`/${seen[1]?.id}`, mine.access_token)).body.message).toBe('This login has ended.');
    expectRefusal(await refusalOf(get('session', other.access_token)), 'session_ended');
    expect((await get('session', third.access_token)).status).toBe(200);
    expect(await known(), 'its device is known no more').toBe(before - 1);
    await del('', mine.access_token);
    expectRefusal(await refusalOf(get('session', third.access_token)), 'session_ended');
    expect(await list(mine.access_token)).toHaveLength(1);
    expect((await get('session', foreign.access_token)).status).toBe(200);
    const stored = await server.services.database.read.selectFrom('sessions').select('device').execute();
    expect(JSON.stringify(stored), 'no more than that is kept').not.toMatch(/Mozilla|SM-A135F/);
  });

  it('remembers language and calendar', async () => {
    const token = await server.services.accounts.sessions.open(server.person('manager.schools').id, 'tests');
    const person = await server.fresh('manager.schools');
    expect((await person.must('PUT', 'session', { language: 'pa', calendar: 'solar' })).user).toMatchObject({
      language: 'pa',
      calendar: 'solar',
    });
    expect((await person.call('PUT', 'session', { language: 'xx' })).body.errors['/language'][0].code).toBe('choice');
    const response = await fetch(`${server.base}/api/nowhere`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await response.json()) as Json).message, 'the account’s language without a header').toMatch(
      /[\u0600-\u06ff]/,
    );
  });
});
