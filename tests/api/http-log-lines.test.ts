/** The log of the real process: every request with its id, but no search text and no token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseEnv, type ServerProcess, startServer } from '../support/process.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

describe.each(ANY_DATABASE.filter((name) => name !== 'pglite'))('log lines on %s', (database) => {
  let store: TestServer;
  let server: ServerProcess;
  beforeAll(async () => {
    store = await startTestServer(database);
    await store.release();
    server = await startServer({ ...databaseEnv(store.services.settings), LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    await server?.ended;
    await store?.stop();
  });

  const lines = (): Json[] =>
    server
      .output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  /** Sends a request and returns its log line. */
  const ask = async (path: string) => {
    const response = await fetch(`${server.base}${path}`, {
      headers: { authorization: `Bearer ${store.tokens.admin}` },
    });
    await response.text();
    const id = response.headers.get('x-request-id');
    for (;;) {
      const line = lines().find((one) => one.reqId === id);
      if (line) return line;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('name the route, the path and what was asked, not its values', async () => {
    const searched = 'نمونه';
    const line = await ask(`/api/schools?filters=${encodeURIComponent(JSON.stringify({ name: searched }))}&page=1`);
    expect(line).toMatchObject({ method: 'GET', route: '/api/schools', path: '/api/schools', status: 200 });
    expect(line.query).toEqual(['filters', 'page']);
    expect(await ask('/api/schools/019a0000-0000-7000-8000-000000000001/problems')).toMatchObject({
      route: '/api/schools/:id/problems',
      path: '/api/schools/019a0000-0000-7000-8000-000000000001/problems',
      status: 404,
    });
    expect(await ask('/api/health-centers-monthly?text=secretword')).not.toMatchObject({ path: '/api/:secret' });
    expect(server.output()).not.toContain(encodeURIComponent(searched));
    expect(server.output()).not.toContain('secretword');
  });

  it('do not hold what opens a public page', async () => {
    const token = 'AbCdEfGhIjKlMnOpQrSt12';
    expect(await ask(`/api/proofs/${token}`)).toMatchObject({
      route: '/api/proofs/:token',
      path: '/api/proofs/:secret',
    });
    expect((await ask(`/certificates/${token}`)).path).toBe('/certificates/:secret');
    expect(server.output()).not.toContain(token);
  });
});
