/** The log of the real process: every request with its id, but no search text and no token. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedVolume } from '../bench/volume.ts';
import { inFull } from '../support/inFull.ts';
import { databaseEnv, type ServerProcess, startServer } from '../support/process.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

describe.each(ANY_DATABASE.filter((name) => name !== 'pglite'))('log lines on %s', (database) => {
  let store: TestServer;
  let server: ServerProcess;
  let file: string;
  beforeAll(async () => {
    store = await startTestServer(database);
    // More than the buffers of a connection hold, so that a reader can leave before the end.
    await seedVolume(store.services, { records: 1_500, forms: ['school'], now: store.services.now() });
    const picture = await sharp({
      create: { width: 1_500, height: 1_500, channels: 3, background: '#123456', noise: NOISE },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'large.png');
    const uploaded = await store.person('admin').call('POST', 'files?form=school-rating&field=photo', body);
    expect([uploaded.status, uploaded.body.id]).toEqual([expect.any(Number), expect.any(String)]);
    file = uploaded.body.id;
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

  inFull('name no error for a download that was finished or broken off', { timeout: 120_000 }, async () => {
    const authorization = `Bearer ${store.tokens.admin}`;
    const downloads = [
      `schools/export?all=1&format=csv`,
      `schools/export?all=1&format=zip&tables=1`,
      `schools/export?all=1&tables=1&codebook=1`,
      `files/${file}`,
      'openapi.json',
    ];
    /** Breaks off when the answer begins, and returns once the server has noticed it. */
    const breakOff = (path: string) =>
      new Promise<void>((resolve, reject) => {
        const asked = request(`${server.base}/api/${path}`, { headers: { authorization }, agent: false }, (answer) => {
          expect(answer.statusCode).toBe(200);
          answer.once('data', () => asked.socket?.resetAndDestroy());
        });
        asked.once('close', resolve).on('error', (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ECONNRESET') reject(error);
        });
        asked.end();
      });
    for (const path of downloads) {
      const whole = await fetch(`${server.base}/api/${path}`, { headers: { authorization } });
      expect(whole.status).toBe(200);
      expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(0);
      await breakOff(path);
    }
    // Until the server has noticed that the last reader left.
    await pause(1_000);
    await ask('/api/schools?page=1');
    expect(lines().filter(({ level }) => level >= 40)).toEqual([]);
    expect(server.output()).not.toMatch(/^ {4}at /m);
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
