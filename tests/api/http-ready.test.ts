/** Monitoring endpoints of the server: whether it is alive, whether it is ready, its metrics. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/server/settings/settings.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const TOKEN = 'a token of the tests'.replaceAll(' ', '-');

describe.each(ANY_DATABASE)('watching the server on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database, { env: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => server?.stop());

  const ask = async (path: string, token?: string) => {
    const response = await fetch(`${server.base}${path}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, text, body: (isJson ? JSON.parse(text) : {}) as Json };
  };

  it('lives', async () => {
    expect(await ask('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('is ready while database, migrations and disk are as they should be', async () => {
    const checks = { database: 'ok', migrations: 'ok', disk: 'ok', definitions: 'ok' };
    expect(await ask('/api/ready')).toMatchObject({ status: 200, body: { status: 'ready', checks } });
  });

  it('is not ready for a database of another version, and lives all the same', async () => {
    const { kysely } = server.services.database;
    await kysely.insertInto('migrations').values({ name: '9999-from-tomorrow', at: '2030-01-01T00:00:00Z' }).execute();
    try {
      const { status, body } = await ask('/api/ready');
      expect([status, body.code, body.checks]).toEqual([
        503,
        'unavailable',
        { database: 'ok', migrations: 'failed', disk: 'ok', definitions: 'ok' },
      ]);
      expect(body.message.length).toBeGreaterThan(10);
      expect((await ask('/api/health')).status).toBe(200);
    } finally {
      await kysely.deleteFrom('migrations').where('name', '=', '9999-from-tomorrow').execute();
    }
  });

  it('is not ready when the disk is nearly full', async ({ skip }) => {
    const folder = server.services.settings.dataDir;
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status === 0;
    skip(!mounted, 'a full disk is a small file system, and this user may not mount one');
    try {
      const { status, body } = await ask('/api/ready');
      expect([status, body.checks.disk]).toEqual([503, 'failed']);
    } finally {
      spawnSync('umount', [folder]);
    }
  });

  it('tells its figures to who has the token, and nobody else', async () => {
    for (const token of [undefined, 'another', `${TOKEN}x`, server.tokens.admin])
      expectRefusal(await refusalOf(ask('/metrics', token)), 'unauthorized');
    await ask('/api/schools/some-id', server.tokens.admin);
    const { kysely } = server.services.database;
    await kysely
      .insertInto('settings')
      .values([
        { key: 'backup.last', value: '2026-06-01T00:00:00.000Z' },
        { key: 'verify.last', value: JSON.stringify({ at: '2026-06-02T00:00:00.000Z', records: 7 }) },
      ])
      .execute();
    const { status, text } = await ask('/metrics', TOKEN);
    expect(status).toBe(200);
    const figure = (name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `) || line.startsWith(name))
        ?.split(' ')
        .pop();
    expect(figure('amanat_http_requests_total{method="GET",route="/api/schools/:id",status="404"}')).toBe('1');
    expect(figure('amanat_http_request_duration_seconds_count{method="GET",route="/api/health"}')).toBeDefined();
    expect(Number(figure('amanat_database_size_bytes'))).toBeGreaterThan(100_000);
    expect(Number(figure('amanat_disk_free_bytes'))).toBeGreaterThan(0);
    expect(figure('amanat_queue_length{queue="renames"}')).toBe('0');
    expect(figure('amanat_last_success_timestamp_seconds{job="backup"}')).toBe(String(Date.UTC(2026, 5, 1) / 1000));
    expect(figure('amanat_last_success_timestamp_seconds{job="verify"}')).toBe(String(Date.UTC(2026, 5, 2) / 1000));
    expect(figure('nodejs_eventloop_lag_seconds')).toBeDefined();
    if (database === 'postgres') expect(Number(figure('amanat_database_connections{state="idle"}'))).toBeGreaterThan(0);
    expect(text).not.toContain('some-id');
  });
});

describe.each(ANY_DATABASE.slice(0, 1))('without METRICS_TOKEN on %s', (database) => {
  it('there are no figures', async () => {
    const server = await startTestServer(database);
    try {
      const response = await fetch(`${server.base}/metrics`);
      expect([response.status, ((await response.json()) as Json).code]).toEqual([404, 'route_not_found']);
    } finally {
      await server.stop();
    }
  });

  it('a token that could be guessed is refused', () => {
    for (const text of ['short', 'with spaces in the middle of it', 'نشانی‌ای که در سرخط نمی‌گنجد'])
      expect(() => readSettings({ METRICS_TOKEN: text })).toThrow(/METRICS_TOKEN must have/);
  });
});
