/** A refused body does not disturb the next request on its connection, whoever sends it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discardUnreadBodies } from '../../src/server/http/bodies.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { Wire } from '../support/wire.ts';

const MB = 1024 * 1024;
const BOUNDARY = 'line';

interface Refusal {
  name: string;
  status: number;
  path: string;
  type?: string;
  token?: boolean;
  body: Buffer;
  chunked?: boolean;
}

const filePart = (bytes: number, name = 'a.xlsx', start = '') =>
  Buffer.concat([
    Buffer.from(`${start}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.alloc(bytes, 'PK'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
const fieldPart = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const JSON_TYPE = 'application/json';
const json = (bytes: number) => Buffer.from(JSON.stringify({ name: 'x'.repeat(bytes) }));
const SHEET = '/api/finance-initials/upload/preview';

const REFUSALS: Refusal[] = [
  { name: 'a spreadsheet beyond its limit', status: 413, path: SHEET, body: filePart(8 * MB) },
  { name: 'the same in chunks', status: 413, path: SHEET, body: filePart(8 * MB), chunked: true },
  { name: 'a file beyond its limit', status: 413, path: '/api/files', body: filePart(8 * MB) },
  {
    name: 'a field beyond its limit',
    status: 413,
    path: '/api/schools/store',
    body: filePart(4 * MB, 'a.png', fieldPart('name', 'x'.repeat(2 * MB))),
  },
  { name: 'JSON beyond the limit', status: 413, path: '/api/schools/store', type: JSON_TYPE, body: json(6 * MB) },
  {
    name: 'JSON in chunks beyond the limit',
    status: 413,
    path: '/api/schools/store',
    type: JSON_TYPE,
    body: json(6 * MB),
    chunked: true,
  },
  { name: 'no login, a file', status: 401, path: '/api/files', token: false, body: filePart(8 * MB) },
  { name: 'no login, a sheet', status: 401, path: SHEET, token: false, body: filePart(8 * MB) },
  { name: 'an unknown path', status: 404, path: '/api/nowhere', body: filePart(8 * MB) },
  { name: 'an unknown path, not of the API', status: 404, path: '/nowhere.png', body: filePart(8 * MB) },
  { name: 'an address that cannot be decoded', status: 404, path: '/api/%zz', body: filePart(8 * MB) },
  { name: 'a file that is none', status: 422, path: '/api/files', body: filePart(600 * 1024, 'a.exe') },
  {
    name: 'more fields than a body may have',
    status: 422,
    path: '/api/schools/store',
    body: filePart(4 * MB, 'a.png', Array.from({ length: 2100 }, (_, n) => fieldPart(`f${n}`, 'x')).join('')),
  },
  { name: 'a type nobody reads', status: 400, path: '/api/schools/store', type: 'application/xml', body: json(3 * MB) },
];

const NEXT = 'GET /api/provinces HTTP/1.1\r\nhost: x\r\n';

describe.each(DATABASES)('refused bodies on %s', (database) => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    server = await startTestServer(database, { env: { FILE_LIMIT_MB: '2' } });
    port = Number(new URL(server.base).port);
  });
  afterAll(() => server?.stop());

  const send = (wire: Wire, { path, type = MULTIPART, token = true, body, chunked }: Refusal) => {
    const login = token ? `authorization: Bearer ${server.tokens.admin}\r\n` : '';
    const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
    wire.send(`POST ${path} HTTP/1.1\r\nhost: x\r\n${login}content-type: ${type}\r\n${length}\r\n\r\n`);
    if (chunked) wire.send(`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n');
    else wire.send(body);
  };

  it.each(REFUSALS)('$status: $name', async (refusal) => {
    const wire = new Wire(port);
    try {
      send(wire, refusal);
      const first = await wire.next();
      expect(first).toMatchObject({ status: refusal.status });
      wire.send(`${NEXT}authorization: Bearer ${server.tokens.admin}\r\n\r\n`);
      expect(await wire.next()).toMatchObject({ status: 200 });
    } finally {
      wire.end();
    }
  });

  it('503: a file on a full disk', async ({ skip }) => {
    const folder = join(server.services.settings.dataDir, 'files');
    mkdirSync(folder, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status === 0;
    skip(!mounted, 'a full disk is a small file system, and this user may not mount one');
    mkdirSync(join(folder, 'aside'), { recursive: true });
    const wire = new Wire(port);
    try {
      send(wire, { name: '', status: 503, path: '/api/files', body: filePart(MB, 'a.pdf') });
      expect(await wire.next()).toMatchObject({ status: 503 });
      wire.send(`${NEXT}authorization: Bearer ${server.tokens.admin}\r\n\r\n`);
      expect(await wire.next()).toMatchObject({ status: 200 });
    } finally {
      wire.end();
      spawnSync('umount', [folder]);
    }
  });
});

describe('a refused call that asks to close', () => {
  it('is told that the connection closes, and the next call opens another one', async () => {
    const server = await startTestServer(DATABASES[0] as string);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (path: string, headers: Record<string, string>) =>
      new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
        const sent = request(`${server.base}${path}`, { agent, headers }, (response) => {
          response.resume();
          response.on('end', () => resolve([response.statusCode, response.headers.connection]));
        });
        sent.on('error', reject);
        sent.end();
      });
    try {
      expect(await call('/api/schools', { connection: 'close' })).toEqual([401, 'close']);
      expect(await call('/api/schools', {})).toEqual([401, 'keep-alive']);
      expect((await call('/api/health', {}))[0]).toBe(200);
    } finally {
      agent.destroy();
      await server.stop();
    }
  });
});

describe('the rest of a refused body', () => {
  it('is not waited for without end', async () => {
    const server = createServer((_request, response) => response.writeHead(401, { 'content-length': 0 }).end());
    discardUnreadBodies(server, 100);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const wire = new Wire((server.address() as AddressInfo).port);
    wire.send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n', 'only the beginning');
    expect(await wire.next()).toMatchObject({ status: 401 });
    expect(await wire.next()).toBe('closed');
    server.close();
  });
});
