/** The real process gets a stop signal while busy. It answers accepted requests, and no client can keep it running. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStopper } from '../../src/server/http/stop.ts';
import { inFull } from '../support/inFull.ts';
import { databaseEnv, type ServerProcess, startServer } from '../support/process.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { Wire } from '../support/wire.ts';

/** The documented time in milliseconds, plus tolerance for a slow machine. */
const PROMISED = 10_000 + 20_000;

/** The everyday run needs one: what waits is the connection, not the database. */
const ROUNDS = process.env.AMANAT_FULL === '1' ? ANY_DATABASE.filter((name) => name !== 'pglite') : ['sqlite'];

describe.each(ROUNDS)('told to stop on %s', (database) => {
  let store: TestServer;
  let token: string;
  let server: ServerProcess;
  beforeAll(async () => {
    // Creates people and a session. Then the process takes over the store.
    store = await startTestServer(database);
    token = store.tokens.admin as string;
    await store.release();
  });
  afterAll(() => store?.stop());
  beforeEach(async () => {
    server = await startServer(databaseEnv(store.services.settings));
  });

  const head = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${more}`;
  const open = async (count: number) => {
    const wires = Array.from({ length: count }, () => new Wire(server.port));
    await Promise.all(wires.map((wire) => wire.connected()));
    return wires;
  };

  it('answers 20 connections that are kept alive and closes them behind the answer', {
    timeout: PROMISED,
  }, async () => {
    const wires = await open(20);
    for (const wire of wires) wire.send(head('GET', '/api/provinces', '\r\n'));
    expect(await Promise.all(wires.map((wire) => wire.next()))).toEqual(
      wires.map(() => expect.objectContaining({ status: 200 })),
    );
    for (const wire of wires) wire.send(head('GET', '/api/schools', '\r\n'));
    server.child.kill('SIGTERM');
    for (const wire of wires) {
      expect(await wire.next()).toMatchObject({ status: 200 });
      expect(await wire.next()).toBe('closed');
    }
    expect(await server.ended).toBe(0);
  });

  inFull('does not wait for half a head, nor without end for half a body', { timeout: PROMISED }, async () => {
    const heads = await open(200);
    for (const wire of heads) wire.send('GET /api/health HTTP/1.1\r\nhost:');
    const [body] = (await open(1)) as [Wire];
    body.send(
      head('POST', '/api/schools/store', 'content-type: application/json\r\ncontent-length: 900\r\n\r\n'),
      '{"a',
    );
    const silent = await open(5);
    const [idle] = (await open(1)) as [Wire];
    idle.send(head('GET', '/api/provinces', '\r\n'));
    await idle.next();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    for (const wire of [...heads, ...silent, idle]) expect(await wire.next()).toBe('closed');
  });

  inFull('does not wait for the rest of an upload that it has refused', { timeout: PROMISED }, async () => {
    const [refused] = (await open(1)) as [Wire];
    refused.send(
      'POST /api/files HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n',
      'content-length: 1000000\r\n\r\n--b',
    );
    expect(await refused.next()).toMatchObject({ status: 401 });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(await refused.next()).toBe('closed');
  });

  it('ends at once when it is told a second time', { timeout: PROMISED }, async () => {
    const [body] = (await open(1)) as [Wire];
    body.send(
      head('POST', '/api/schools/store', 'content-type: application/json\r\ncontent-length: 900\r\n\r\n'),
      '{"a',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(1);
  });
});

describe('told to stop', () => {
  it('sends a long answer to its end, however slowly it is taken', { timeout: PROMISED }, async () => {
    const app = Fastify({ forceCloseConnections: 'idle' });
    // More than the operating system's buffers hold.
    const bytes = 12_000_000;
    const asked = new Promise<void>((resolve) =>
      app.get('/', async () => {
        resolve();
        return Buffer.alloc(bytes, 'x');
      }),
    );
    const stop = createStopper(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const wire = new Wire((app.server.address() as AddressInfo).port);
    await wire.connected();
    wire.pause();
    wire.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = stop();
    setTimeout(() => wire.resume(), 300);
    const answer = await wire.next();
    expect(answer === 'closed' ? answer : answer.body.length).toBe(bytes);
    expect(await wire.next()).toBe('closed');
    await stopped;
  });
});
