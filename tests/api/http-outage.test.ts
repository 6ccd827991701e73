/** An outage of the database is told in two lines of the log, one when it begins and one when it is over. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Outage } from '../../src/server/http/outage.ts';
import { CutProxy } from '../support/cutProxy.ts';
import { inFull } from '../support/inFull.ts';
import { databaseEnv, type ServerProcess, startServer } from '../support/process.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const REQUESTS = 200;

describe('an outage', () => {
  const open: Outage[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  const full = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  const start = (read: () => Promise<unknown>) => {
    const log = { error: vi.fn(), warn: vi.fn() };
    const outage = new Outage({ log, read, every: 5, quiet: 20 });
    open.push(outage);
    return { log, outage };
  };

  it('is told once however much it costs, and once more when the database can be read', async () => {
    let isBack = false;
    const read = vi.fn(async () => {
      if (!isBack) throw full;
    });
    const { log, outage } = start(read);
    for (let at = 0; at < REQUESTS; at++) {
      // What a request throws has the error of the database as its cause.
      expect(outage.note(at % 2 ? full : new Error('a request failed', { cause: full }))).toBe(true);
    }
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error.mock.calls[0]?.[0]).toEqual({ code: 'SQLITE_IOERR', reason: 'disk I/O error' });
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(2), 10_000);
    expect(log.warn, 'it cannot be read yet').not.toHaveBeenCalled();
    isBack = true;
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), 10_000);
    expect(log.warn.mock.calls).toEqual([[{ refused: REQUESTS, seconds: expect.any(Number) }, expect.any(String)]]);

    outage.note(full);
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2), 10_000);
    expect(log.error, 'the next one is another').toHaveBeenCalledTimes(2);
    expect(log.warn.mock.calls[1]?.[0]).toMatchObject({ refused: 1 });
  });

  it('is not what another error is', () => {
    const { log, outage } = start(async () => undefined);
    expect(outage.note(new Error('a mistake of ours'))).toBe(false);
    expect(log.error).not.toHaveBeenCalled();
  });
});

// SQLite has no connection that could be cut.
const suite = DATABASES.includes('postgres') ? describe : describe.skip;

suite('the log of a server whose PostgreSQL goes away', { timeout: 180_000 }, () => {
  let store: TestServer;
  let proxy: CutProxy;
  let server: ServerProcess;
  beforeAll(async () => {
    store = await startTestServer('postgres');
    await store.release();
    const { settings } = store.services;
    proxy = await CutProxy.to(settings.databaseUrl as string);
    server = await startServer({ ...databaseEnv(settings), DATABASE_URL: proxy.url });
  }, 180_000);
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    await server?.ended;
    proxy?.close();
    await store?.stop();
  });

  inFull('has two lines, not one for each of hundreds of requests', async () => {
    const lines = (): Json[] =>
      server
        .output()
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const ask = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${store.tokens.admin}`, 'content-type': 'application/json' };
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`${server.base}/api/${path}`, { headers, ...init });
      const text = await response.text();
      return `${response.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
    };
    expect(await ask('schools')).toMatch(/^200/);
    const before = lines().length;
    proxy.away();
    const answers: string[] = [];
    for (let at = 0; at < REQUESTS; at += 20) {
      const paths = Array.from({ length: 20 }, (_, one) => ['schools', 'home', 'session', 'schools-rates'][one % 4]);
      answers.push(...(await Promise.all(paths.map((path) => ask(path as string)))));
      answers.push(await ask('schools/store', { data: {} }));
    }
    // Some need no database: what is known of a session for a moment, and answers that are wrong anyway.
    const refused = answers.filter((answer) => answer === '503 unavailable').length;
    expect(refused).toBeGreaterThan(REQUESTS / 2);
    expect(answers.filter((answer) => /^5/.test(answer))).toHaveLength(refused);
    proxy.back();
    await vi.waitFor(() => expect(lines().some(({ refused }) => refused !== undefined)).toBe(true), {
      timeout: 120_000,
      interval: 200,
    });
    expect(await ask('schools')).toMatch(/^200/);
    // A job of the day that fails meanwhile says so itself, once.
    const told = lines()
      .slice(before)
      .filter(({ job }) => job === undefined);
    expect(
      told.map(({ level }) => level),
      JSON.stringify(told),
    ).toEqual([50, 40]);
    expect(told[1]?.refused).toBeGreaterThanOrEqual(refused);
    expect(server.output(), 'no trace of calls').not.toMatch(/^ {4}at /m);
  });
});
