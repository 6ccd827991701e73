/** Two server processes on one PostgreSQL: what one publishes or edits, the other serves without a restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Uploads } from '../../src/server/files/uploads.ts';
import { ROOT } from '../support/definitions.ts';
import { inFull } from '../support/inFull.ts';
import { freePort } from '../support/postgres.ts';
import { refusalOf } from '../support/process.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const suite = DATABASES.includes('postgres') ? describe : describe.skip;

suite('a second server process on the same PostgreSQL', () => {
  let first: TestServer;
  let second: ChildProcess;
  let base: string;

  beforeAll(async () => {
    first = await startTestServer('postgres');
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const { databaseUrl, dataDir } = first.services.settings;
    second = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/server/main.ts'), 'serve'], {
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      second.stdout?.on('data', (chunk: Buffer) => String(chunk).includes('is ready') && resolve());
      second.once('exit', (code) => reject(new Error(`the second server ended with ${code}`)));
    });
  }, 120_000);
  afterAll(async () => {
    if (second) {
      const ended = new Promise((resolve) => second.once('exit', resolve));
      second.kill('SIGTERM');
      await ended;
    }
    await first?.stop();
  });

  const ask = async (where: string, method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${where}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${first.tokens.admin}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...((await response.json()) as Json) };
  };
  const idOf = async (username: string) =>
    (await first.services.database.read.selectFrom('users').select('id').where('username', '=', username).execute())[0]
      ?.id as string;
  /** Polls until the condition is true. The test's own timeout is the limit. */
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
  };

  it('serves what the first one published, and takes records in it', { timeout: 60_000 }, async () => {
    expect(await ask(base, 'GET', 'definitions/test-spring')).toMatchObject({ status: 404, code: 'record_not_found' });
    expect((await ask(first.base, 'POST', 'definitions', springSource(1))).status).toBe(200);
    await until(async () => (await ask(base, 'GET', 'definitions/test-spring')).status === 200);
    const made = await ask(base, 'POST', 'test/springs', { name: 'Made beside', depth: 'deep' });
    expect(made.status).toBe(200);
    const list = await ask(first.base, 'GET', 'test/springs?filters={"depth":"deep"}');
    expect(list.data.map((row: Json) => row.id)).toEqual([made.id]);
  });

  inFull('and the other way round: a second version, published there', { timeout: 60_000 }, async () => {
    expect((await ask(base, 'POST', 'definitions', springSource(2))).status).toBe(200);
    await until(async () => (await ask(first.base, 'GET', 'definitions/test-spring')).version === 2);
    const refused = await ask(first.base, 'POST', 'test/springs', { name: 'Lacks an answer' });
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['/water']]);
  });

  it('is refused with a folder of its own, and nothing is lost by the attempt', { timeout: 60_000 }, async () => {
    const { databaseUrl = '' } = first.services.settings;
    const own = mkdtempSync(join(tmpdir(), 'amanat-own-'));
    const sentence = await refusalOf({ PORT: '0', DATABASE_URL: databaseUrl, DATA_DIR: own });
    expect(sentence).toMatch(/^The folder .* does not belong to this database: it has no store-id .*"adopt"/);
    expect(existsSync(join(own, 'audit/key.pem'))).toBe(false);
    // The upload that such a server would have ended.
    const upload = await first.services.uploads.create({ name: 'a.txt', length: 5, userId: await idOf('admin') });
    const { files } = first.services;
    const apart = new Uploads({
      database: first.services.database,
      files,
      folder: own,
      limit: 10,
      now: () => new Date(),
    });
    await expect(apart.find(upload.id, upload.created_by)).rejects.toMatchObject({ code: 'record_not_found' });
    expect((await first.services.uploads.find(upload.id, upload.created_by)).id).toBe(upload.id);
    rmSync(own, { recursive: true });
  });

  inFull('serves a menu that was published beside', { timeout: 60_000 }, async () => {
    const path = 'definitions/common/navigation';
    const { data, content } = await ask(first.base, 'GET', path);
    content.departments[0].items.push({ id: 'springs', form: 'test-spring' });
    expect((await ask(first.base, 'POST', path, { content, hash: data.hash })).status).toBe(200);
    const menuBeside = async () => (await ask(base, 'GET', 'common')).navigation.departments[0].items.at(-1).id;
    await until(async () => (await menuBeside()) === 'springs');
    expect((await ask(base, 'GET', path)).versions).toMatchObject([{ version: 1, content }]);
  });
});
