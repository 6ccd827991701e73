/** What a password's hash costs: renewed at login, the same for everybody, never too many at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COST, hashPassword, verifyPassword } from '../../src/server/accounts/passwords.ts';
import { CHEAP, DATABASES, PASSWORD, startTestServer, type TestServer } from '../support/server.ts';
import { logIn } from './permissions-cast.ts';

const DEARER = { ...CHEAP, p: 3 };

describe.each(DATABASES)('password hashes on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    // People of this store were hashed at CHEAP, an older cost here.
    server = await startTestServer(database, { passwordCost: DEARER });
  });
  afterAll(() => server?.stop());

  const stored = async (username: string) =>
    (
      await server.rooms.database.read
        .selectFrom('users')
        .select('password_hash')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).password_hash;

  it('are made anew at the next login when they cost less than those made now', async () => {
    expect(await stored('mande')).toMatch(/^scrypt\$1024\$8\$1\$/);
    await expect(logIn(server.base, 'mande', 'a wrong password')).rejects.toThrow(/login_failed/);
    expect(await stored('mande'), 'a wrong password renews nothing').toMatch(/^scrypt\$1024\$8\$1\$/);
    await logIn(server.base, 'mande', PASSWORD);
    const renewed = await stored('mande');
    expect(renewed).toMatch(/^scrypt\$1024\$8\$3\$/);
    await logIn(server.base, 'mande', PASSWORD);
    expect(await stored('mande'), 'renewed once').toBe(renewed);
    expect(await stored('finance'), 'nobody else').toMatch(/^scrypt\$1024\$8\$1\$/);
  });
});

describe('checking a password', () => {
  it('costs one of the rows OWASP names, and takes no more than 64 MiB at once', () => {
    const rows = [
      [2 ** 17, 8, 1],
      [2 ** 16, 8, 2],
      [2 ** 15, 8, 3],
      [2 ** 14, 8, 5],
      [2 ** 13, 8, 10],
    ];
    expect(rows).toContainEqual([COST.N, COST.r, COST.p]);
    expect((128 * COST.N * COST.r * 2) / 2 ** 20).toBeLessThanOrEqual(64);
  });

  it('takes the same work for nobody, for an old hash and for a new one', async () => {
    const cost = { N: 2 ** 14, r: 8, p: 3 };
    const old = await hashPassword('seven red melons', { ...cost, p: 1 });
    const now = await hashPassword('seven red melons', cost);
    const spent: Record<string, number[]> = { nobody: [], old: [], now: [] };
    for (let round = 0; round < 9; round += 1) {
      for (const [who, hash] of [
        ['nobody', null],
        ['old', old],
        ['now', now],
      ] as const) {
        const before = process.cpuUsage();
        await verifyPassword('seven red melon', hash, { cost });
        const { user, system } = process.cpuUsage(before);
        spent[who]?.push(user + system);
      }
    }
    const median = (list: number[] = []) => [...list].sort((a, b) => a - b)[4] as number;
    // The difference that is looked for is threefold; what else the process does is far less.
    expect(median(spent.nobody) / median(spent.old)).toBeLessThan(1.6);
    expect(median(spent.old) / median(spent.nobody)).toBeLessThan(1.6);
    expect(median(spent.now) / median(spent.nobody)).toBeLessThan(1.6);
  });

  it('sends callers away when very many wait, but not those who must come first', async () => {
    const hash = await hashPassword('seven red melons', CHEAP);
    const calls = Array.from({ length: 300 }, () => verifyPassword('wrong', hash, { cost: CHEAP }));
    const first = verifyPassword('seven red melons', hash, { cost: CHEAP, first: true });
    const answers = await Promise.allSettled(calls);
    const refused = answers.filter((one) => one.status === 'rejected');
    expect(refused.length).toBe(300 - 62);
    expect(refused.every((one) => one.reason.code === 'rate_limited')).toBe(true);
    expect((await first).right).toBe(true);
  });
});
