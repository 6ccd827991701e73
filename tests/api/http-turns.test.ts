/** Which calls of one account take turns, however their address is written. */
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from '../../src/server/http/responses.ts';
import { accountQueues, addAccountQueues } from '../../src/server/http/session.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('turns', () => {
  let server: TestServer;
  let app: FastifyInstance;
  let end = () => {};
  let held: Promise<string>;
  const ask = (method: string, path: string, user = 'admin') =>
    fetch(app.listeningOrigin + path, { method, headers: { authorization: `Bearer ${server.tokens[user]}` } });

  /** One place, which a call of the administrator has until the end, and no waiting. */
  beforeAll(async () => {
    server = await startTestServer('sqlite');
    app = fastify();
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
    addAccountQueues(app, server.services, accountQueues({ atOnce: 1, waiting: 0, longestWait: 60_000 }));
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    app.get('/api/start', async () => {
      begin();
      await ended;
      return 'done';
    });
    for (const path of [
      '/api/home',
      '/api/reports/:report/result',
      '/api/reports/:report/export',
      '/api/auth/sessions',
    ])
      app.all(path, async () => 'done');
    app.all('/api/*', async () => 'done');
    app.all('/elsewhere', async () => 'done');
    await app.listen({ host: '127.0.0.1', port: 0 });
    held = ask('GET', '/api/start?path=/').then((response) => response.text());
    await begun;
  });
  afterAll(async () => {
    end();
    expect(await held).toBe('done');
    await app.close();
    await server.stop();
  });

  it.each([
    ['GET', '/api/%73tart?path=/'],
    ['POST', '/api/schools'],
    ['PUT', '/%61pi/schools/1'],
    ['POST', '/api/schools?x=/api/files/'],
    ['DELETE', '/api//files/1'],
    ['GET', '/api/schools/export'],
    ['GET', '/api/schools/export/?format=csv'],
    ['GET', '/api/schools/%65xport'],
    ['GET', '/%61pi/schools/%65xport?format=csv'],
    ['GET', '/api/reports/schools/%65xport'],
    ['GET', '/api/reports/schools/result?download=csv'],
    ['GET', '/api/reports/schools/result?d%6fwnload=csv'],
  ])('are taken by %s %s', async (method, path) => {
    expectRefusal(await refusalOf(ask(method, path)), 'account_busy');
  });

  it.each([
    ['GET', '/api/home'],
    ['GET', '/api/schools?text=/export'],
    ['GET', '/api/schools/exported'],
    ['GET', '/api/reports/schools/result?text=download'],
    ['DELETE', '/api/auth/sessions'],
    ['POST', '/elsewhere'],
  ])('are not taken by %s %s', async (method, path) => {
    expect(await (await ask(method, path)).text()).toBe('done');
  });

  it('are those of one account', async () => {
    expect(await (await ask('POST', '/api/schools', 'mande')).text()).toBe('done');
  });
});
