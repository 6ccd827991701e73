/** Behind a proxy, limits use the address that the proxy saw, whatever the client claims. */
import { afterEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/server/settings/settings.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

/** The header as an appending proxy sends it, after the client invented an address. */
const appended = (attempt: number, caller: string) => `198.51.100.${attempt % 250}, ${caller}`;

describe.each(ANY_DATABASE)('behind a proxy on %s', (database) => {
  let server: TestServer;
  afterEach(() => server?.stop());

  const start = async (trusted: string) => {
    server = await startTestServer(database, { env: { TRUST_PROXY: trusted } });
  };
  const logIn = async (forwarded: string, username: string): Promise<Json> => {
    const response = await fetch(`${server.base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ username, password: 'not it' }),
    });
    return response.json();
  };
  const addressOfLastLogin = async () => {
    const row = await server.services.database.read
      .selectFrom('events')
      .select('detail')
      .where('action', '=', 'login_failed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return JSON.parse(row.detail ?? '').address;
  };

  it.each(['1', '127.0.0.1', 'loopback, 10.0.0.0/8'])(
    'invented addresses win no attempts (TRUST_PROXY=%s)',
    async (trusted) => {
      await start(trusted);
      const names = ['admin', 'mande', 'finance', 'focal.kabul', 'focal.bamyan', 'coordinator.bamyan'];
      let last: Json = {};
      // Six attempts from one address for one name have to wait. With ever new addresses a name would have thirty.
      for (let attempt = 0; attempt < 60 && last.code !== 'login_locked'; attempt++)
        last = await logIn(appended(attempt, '203.0.113.9'), names[attempt % names.length] as string);
      expect(last.code).toBe('login_locked');
      expect(await addressOfLastLogin()).toBe('203.0.113.0/24');
      const other = await logIn(appended(1, '203.0.113.10'), 'manager.schools');
      expect(other.code, 'another address is not held back').toBe('login_failed');
    },
  );

  it('two proxies are two, and a list ends at the first address it does not name', async () => {
    await start('2');
    await logIn('198.51.100.1, 203.0.113.9, 10.0.0.7', 'admin');
    expect(await addressOfLastLogin()).toBe('203.0.113.0/24');
    await server.stop();
    await start('127.0.0.1, 10.0.0.0/8');
    await logIn('10.9.9.9, 203.0.113.9, 10.0.0.7', 'admin');
    expect(await addressOfLastLogin()).toBe('203.0.113.0/24');
  });

  it('the header is nobody’s word where no proxy is trusted', async () => {
    for (const trusted of ['0', '192.0.2.1']) {
      await start(trusted);
      await logIn('203.0.113.9', 'admin');
      expect(await addressOfLastLogin()).toBe('127.0.0.0/24');
      if (trusted === '0') await server.stop();
    }
  });
});

describe('TRUST_PROXY', () => {
  it('is refused in a plain sentence when it cannot be read', () => {
    for (const text of [
      'true',
      'yes',
      '-1',
      '11',
      '1.5',
      'proxy.example',
      '10.0.0.300',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.1,,',
    ])
      expect(() => readSettings({ TRUST_PROXY: text }), text).toThrow(/TRUST_PROXY must be the number of proxies/);
  });

  it('is nobody by default', () => {
    expect(readSettings({}).trustProxy).toBe(0);
    expect(readSettings({ TRUST_PROXY: '' }).trustProxy).toBe(0);
    expect(readSettings({ TRUST_PROXY: ' 10.0.0.2 , ::1/128' }).trustProxy).toEqual(['10.0.0.2', '::1/128']);
  });
});
