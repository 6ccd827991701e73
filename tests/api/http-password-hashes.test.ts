/** Passwords: which are refused, and the cost of hashes: renewed at login, equal for everybody, limited in number. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, PASSWORD_COST, verifyPassword } from '../../src/server/accounts/passwords.ts';
import { ANY_DATABASE, CHEAP, PASSWORD, startTestServer, type TestServer } from '../support/server.ts';
import { logIn } from './permissions-cast.ts';

const DEARER = { ...CHEAP, p: 3 };

describe.each(ANY_DATABASE)('password hashes on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    // The people of this store have CHEAP hashes, which is an older cost here.
    server = await startTestServer(database, { passwordCost: DEARER });
  });
  afterAll(() => server?.stop());

  const stored = async (username: string) =>
    (
      await server.services.database.read
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

  it.each([
    ['1234567890', 'numbers in a row'],
    ['۱۲۳۴۵۶۷۸۹۰', 'the same in Persian digits'],
    ['password12', 'a common password with a number'],
    ['ＰＡＳＳＷＯＲＤ１２', 'the same in wide letters'],
    ['P@ssw0rd2026', 'with the usual replacements'],
    ['qwertyuiop', 'keys in a row'],
    ['aaaaabcdef', 'repeats and a run'],
    ['abcabcabcabc', 'repeats'],
    ['focal.bamyan', 'the user name'],
    ['focalbamyan1', 'the user name in one'],
    ['Bamyan20262026', 'a part of it and years'],
    ['TestFocal1', 'the name'],
    ['amanat-demo', 'the product'],
    ['امانت۱۲۳۴۵۶', 'the product in Dari'],
    ['short one', 'too few characters'],
  ])('%s is refused: %s', async (next) => {
    const person = await server.fresh('focal.bamyan');
    const { status, body } = await person.call('POST', 'auth/password', {
      current_password: PASSWORD,
      new_password: next,
      confirmation: next,
    });
    expect([status, body.code]).toEqual([422, 'password_weak']);
    expect(body.errors['/new_password'][0].message).toMatch(/at least 10 .*words/);
  });

  it('a few words of any language are enough, two hundred characters not too long', async () => {
    let current = PASSWORD;
    for (const next of [
      'seven red melons',
      'کوه آبی گندم چای',
      'غرونه زیړ کتاب باران',
      'zk4-Fq81mX',
      `${'کوه آبی '.repeat(23)}گندم`,
    ]) {
      const person = await server.fresh('focal.kabul');
      await person.must('POST', 'auth/password', { current_password: current, new_password: next, confirmation: next });
      await logIn(server.base, 'focal.kabul', next);
      current = next;
    }
    const long = 'seven red melons '.repeat(12);
    const { body } = await (await server.fresh('focal.kabul')).call('POST', 'auth/password', {
      current_password: current,
      new_password: long,
      confirmation: long,
    });
    expect(body.code).toBe('max_length');
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
    expect(rows).toContainEqual([PASSWORD_COST.N, PASSWORD_COST.r, PASSWORD_COST.p]);
    expect((128 * PASSWORD_COST.N * PASSWORD_COST.r * 2) / 2 ** 20).toBeLessThanOrEqual(64);
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
    // A wrong implementation would differ threefold. Everything else that the process does costs far less.
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
