/** Password guessing: who has to wait, for how long, and who does not. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressForLog, rateLimitKey } from '../../src/server/accounts/addresses.ts';
import { Backoff } from '../../src/server/accounts/backoff.ts';
import { cutAddresses } from '../../src/server/db/migrations/0010-logins.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, PASSWORD, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const MINUTE = 60_000;

describe.each(ANY_DATABASE)('limits of logging in on %s', (database) => {
  let server: TestServer;
  let clock = Date.parse('2026-06-01T06:00:00Z');
  beforeAll(async () => {
    // With TRUST_PROXY each attempt can state its own address.
    server = await startTestServer(database, { now: () => new Date(clock), env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => server?.stop());

  const attempt = async (username: string, password: string, address: string, device?: string) => {
    const response = await fetch(`${server.base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password, device_token: device }),
    });
    return {
      status: response.status,
      retry: response.headers.get('retry-after'),
      body: (await response.json()) as Json,
    };
  };
  const codes = async (times: number, username: string, address: (n: number) => string) => {
    const all: string[] = [];
    for (let n = 0; n < times; n += 1) all.push((await attempt(username, `wrong ${n}`, address(n))).body.code);
    return all;
  };

  it('a stranger is held up, the person at another address is not', async () => {
    const tried = await codes(40, 'volunteer.bamyan', () => '203.0.113.9');
    expect(tried.filter((code) => code === 'login_failed')).toHaveLength(6);
    const refused = await attempt('volunteer.bamyan', PASSWORD, '203.0.113.9');
    expect(refused).toMatchObject({ status: 429, body: { code: 'login_locked' } });
    expect(Number(refused.retry)).toBeGreaterThan(0);
    expect((await attempt('volunteer.bamyan', PASSWORD, '198.51.100.7')).status).toBe(200);
  });

  it('a stranger who tries for hours does not hold the person up either, nor come far', async () => {
    let tried = 0;
    for (let minute = 0; minute < 6 * 60; minute += 1) {
      clock += MINUTE;
      if ((await attempt('mande', `wrong ${minute}`, '203.0.113.20')).body.code === 'login_failed') tried += 1;
      if (minute % 60 === 0) expect((await attempt('mande', PASSWORD, '198.51.100.7')).status, `${minute}`).toBe(200);
    }
    expect(tried).toBeGreaterThan(6);
    expect(tried).toBeLessThan(6 * 8);
  });

  it('many addresses together are held up for some minutes, never a device the person used before', async () => {
    const admin = await attempt('admin', PASSWORD, '198.51.100.7');
    const device = admin.body.device_token as string;
    expect(device).toMatch(/^[\w-]{43}$/);
    const tried = await codes(60, 'admin', (n) => `203.0.113.${n}`);
    expect(tried.filter((code) => code === 'login_locked').length).toBeGreaterThan(20);
    expect((await attempt('admin', PASSWORD, '192.0.2.1')).body.code, 'another device waits').toBe('login_locked');
    const again = await attempt('admin', PASSWORD, '203.0.113.1', device);
    expect(again.status, 'the known one does not').toBe(200);
    expect(again.body.device_token, 'and stays the same').toBe(device);
    expect((await attempt('mande', PASSWORD, '198.51.100.8', device)).body.device_token, 'for others too').toBe(device);
    // A device known to one account is unknown to another, and an invented token is unknown to all.
    await codes(60, 'finance', (n) => `203.0.113.${n}`);
    expect((await attempt('finance', PASSWORD, '192.0.2.1', device)).body.code).toBe('login_locked');
    expect((await attempt('finance', PASSWORD, '192.0.2.1', 'a'.repeat(43))).body.code).toBe('login_locked');
    clock += 6 * MINUTE;
    const fresh = await attempt('finance', PASSWORD, '192.0.2.1', 'a'.repeat(43));
    expect(fresh.status).toBe(200);
    expect(fresh.body.device_token, 'nobody brings a token of their own').not.toBe('a'.repeat(43));
    const stored = await server.services.database.read.selectFrom('known_devices').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(device);
  });

  it('a known device may be wrong twenty times, then it is one like any other', async () => {
    const device = (await attempt('manager.schools', PASSWORD, '198.51.100.7')).body.device_token as string;
    const tried: string[] = [];
    for (let n = 0; n < 40; n += 1)
      tried.push((await attempt('manager.schools', `wrong ${n}`, '198.51.100.7', device)).body.code);
    expect(tried.filter((code) => code === 'login_failed')).toHaveLength(26);
    expect(tried.at(-1)).toBe('login_locked');
    clock += 25 * 60 * MINUTE;
    expect((await attempt('manager.schools', PASSWORD, '198.51.100.7', device)).status).toBe(200);
  });

  it('names that nobody has are answered the same, word for word', async () => {
    const known = await codes(12, 'focal.kabul', () => '203.0.113.77');
    const unknown = await codes(12, 'nobody.here', () => '203.0.113.78');
    expect(unknown).toEqual(known);
    const both = await Promise.all([
      attempt('focal.kabul', 'wrong', '203.0.113.77'),
      attempt('nobody.here', 'wrong', '203.0.113.78'),
    ]);
    expect(both[1]).toEqual(both[0]);
    await codes(60, 'focal.bamyan', (n) => `192.0.2.${n}`);
    await codes(60, 'somebody.else', (n) => `192.0.2.${n}`);
    const [one, other] = await Promise.all([
      attempt('focal.bamyan', 'wrong', '198.51.100.99'),
      attempt('somebody.else', 'wrong', '198.51.100.99'),
    ]);
    expect(other).toEqual(one);
  });

  it('an administrator who resets a password makes its devices unknown', async () => {
    clock += 60 * MINUTE;
    const { body } = await attempt('coordinator.kabul', PASSWORD, '198.51.100.7');
    const { password } = await server.person('admin').must('POST', `users/${body.user.id}/password`, {});
    await codes(60, 'coordinator.kabul', (n) => `203.0.113.${n}`);
    expect((await attempt('coordinator.kabul', password, '192.0.2.1', body.device_token)).body.code).toBe(
      'login_locked',
    );
  });

  it('wrong current passwords wait at a password change, by session and by account, and are logged', async () => {
    const change = async (token: string, current_password: string, next = 'seven red melons') => {
      const response = await fetch(`${server.base}/api/auth/password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ current_password, new_password: next, confirmation: next }),
      });
      return { retry: response.headers.get('retry-after'), body: (await response.json()) as Json };
    };
    const { id } = server.person('coordinator.bamyan');
    const open = () => server.services.accounts.sessions.open(id, 'tests');
    const stolen = await open();
    const tried: string[] = [];
    for (let n = 0; n < 40; n += 1) tried.push((await change(stolen, `wrong ${n}`)).body.code);
    expect(tried.filter((code) => code === 'password_wrong')).toHaveLength(6);
    expect(tried.at(-1)).toBe('rate_limited');
    expect(Number((await change(stolen, PASSWORD)).retry)).toBeGreaterThan(0);
    expect((await change(await open(), 'wrong')).body.code, 'another session').toBe('password_wrong');
    for (let n = 0; n < 40; n += 1) tried.push((await change(await open(), `wrong ${n}`)).body.code);
    expect(tried.at(-1), 'many sessions').toBe('rate_limited');
    const logged = await server.services.database.read
      .selectFrom('events')
      .select('detail')
      .where('action', '=', 'password_wrong')
      .execute();
    expect(logged).toHaveLength(16);
    expect(JSON.parse(logged[0]?.detail ?? '')).toEqual({ account: id });
    clock += 10 * MINUTE;
    expect((await change(await open(), PASSWORD)).body.message).toBe('Password changed successfully');
  });

  it('keeps the network of an address, not the address', async () => {
    await attempt('nobody.here', 'wrong', '2001:db8:aaaa:bbbb::1');
    const rows = await server.services.database.read
      .selectFrom('events')
      .select('detail')
      .where('form', 'is', null)
      .execute();
    const text = rows.map((row) => row.detail).join('\n');
    expect(text).toContain('203.0.113.0/24');
    expect(text).toContain('2001:db8:aaaa::/48');
    expect(text).not.toMatch(/203\.0\.113\.[1-9]|198\.51\.100\.[1-9]|:bbbb/);
  });
});

describe.each(ANY_DATABASE)('a database that takes no writes, %s,', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const logIn = async (username: string, password: string) => {
    const response = await fetch(`${server.base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const read = (token: string, path = 'session') =>
    fetch(`${server.base}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });

  it('lets people in who know their password, for an hour, and nobody else', async () => {
    const { kysely, read: reading, engine } = server.services.database;
    const sessions = async () =>
      Number(
        (
          await reading
            .selectFrom('sessions')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    if (engine === 'sqlite') {
      // Allow no new pages and fill the free ones.
      const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(kysely);
      await sql.raw(`PRAGMA max_page_count = ${rows[0]?.page_count}`).execute(kysely);
      await kysely.schema
        .createTable('filler')
        .addColumn('text', 'text')
        .execute()
        .catch(() => undefined);
      for (let round = 0, size = 200_000; round < 200 && size > 10; round += 1)
        await sql`INSERT INTO filler VALUES (${'x'.repeat(size)})`.execute(kysely).catch(() => {
          size = Math.floor(size / 2);
        });
    } else {
      await sql
        .raw(
          `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
        )
        .execute(kysely);
      for (const table of ['events', 'sessions', 'users', 'known_devices'])
        await sql
          .raw(`CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION full_disk()`)
          .execute(kysely);
    }
    const before = await sessions();
    let admin = await logIn('admin', PASSWORD);
    // Logins that still fit into the last page are written as usual.
    for (let more = 0; more < 200 && admin.body.device_token; more += 1) admin = await logIn('admin', PASSWORD);
    expect(admin.status).toBe(200);
    expect(admin.body, 'nothing was written').not.toHaveProperty('device_token');
    expect((await read(admin.body.access_token)).status).toBe(200);
    expect((await read(admin.body.access_token, 'schools')).status).toBe(200);
    expect(await sessions()).toBeGreaterThanOrEqual(before);
    expect((await logIn('admin', 'a wrong password')).body.code).toBe('login_failed');
    expect((await logIn('nobody.here', 'a wrong password')).body.code).toBe('login_failed');
    await fetch(`${server.base}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.body.access_token}` },
    });
    expectRefusal(
      await refusalOf(read(admin.body.access_token)),
      'session_ended',
      undefined,
      'ended at logout all the same',
    );
  });
});

describe.each(ANY_DATABASE)('the log of an older version on %s', (database) => {
  it('keeps the networks of its addresses', async () => {
    const server = await startTestServer(database);
    try {
      const { kysely } = server.services.database;
      const event = {
        at: '2026-01-01T00:00:00.000Z',
        user_id: 'someone',
        action: 'login',
        record_id: null,
        province_id: null,
      };
      const given = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::5', '2001:db8::5', '::1', '198.51.100.0/24'];
      const details = [...given.map((address) => ({ account: 'someone', address })), { account: 'someone' }];
      for (const detail of details)
        await kysely
          .insertInto('events')
          .values({ ...event, form: null, detail: JSON.stringify(detail) })
          .execute();
      await cutAddresses(kysely as never);
      const rows = await kysely
        .selectFrom('events')
        .select('detail')
        .where('user_id', '=', 'someone')
        .orderBy('id')
        .execute();
      expect(rows.map((row) => JSON.parse(row.detail ?? '').address)).toEqual([
        '203.0.113.0/24',
        '203.0.113.0/24',
        '2001:db8:1::/48',
        '2001:db8::/48',
        '::/48',
        '198.51.100.0/24',
        undefined,
      ]);
    } finally {
      await server.stop();
    }
  });
});

describe('addresses', () => {
  it('are limited by what one caller has, and logged by their network', () => {
    expect(rateLimitKey('203.0.113.9')).toBe('203.0.113.9/32');
    expect(rateLimitKey('::ffff:203.0.113.9')).toBe('203.0.113.9/32');
    expect(rateLimitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressForLog('203.0.113.9')).toBe('203.0.113.0/24');
    expect(addressForLog('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48');
    expect(addressForLog('fe80::1%eth0')).toBe('fe80::/48');
    expect(addressForLog('a name')).toBe('');
  });
});

describe('waits that grow', () => {
  it('double, have an end, and forgive little by little', () => {
    const waits = new Backoff({ free: 2, first: 1000, most: 8000, forgive: MINUTE });
    const wrongAt = (at: number) => {
      waits.count('a', at);
      return waits.wait('a', at);
    };
    expect([1, 2, 3, 4, 5, 6, 7].map(() => wrongAt(0))).toEqual([0, 0, 1, 2, 4, 8, 8]);
    expect(waits.wait('b', 0)).toBe(0);
    expect(waits.wait('a', 8000)).toBe(0);
    expect(wrongAt(6 * MINUTE), 'six of seven are forgiven').toBe(0);
  });
});
