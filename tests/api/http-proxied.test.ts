/** Runs the shipped proxy configurations with the real proxies, on loopback in front of a real server. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/definitions.ts';
import { ANY_DATABASE, PEOPLE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const NAME = 'amanat.example.org';
const shipped = (file: string) => readFileSync(join(ROOT, 'src/server/deploy', file), 'utf8');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Adapts the shipped file to the ports, names and certificate of this machine. Returns the command that runs it. */
const PROXIES = {
  nginx(folder: string, ports: { http: number; https: number; server: number }): string[] {
    const certificate = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${NAME}`,
      ...certificate,
    ]);
    if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
    const site = shipped('nginx.conf')
      .replace(/listen \[::\].*\n/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`)
      .replace('127.0.0.1:4000', `127.0.0.1:${ports.server}`)
      .replace(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/, join(folder, 'cert.pem'))
      .replace(/\/etc\/letsencrypt\/\S+\/privkey\.pem/, join(folder, 'key.pem'));
    const aside = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join(' ');
    const path = join(folder, 'nginx.conf');
    writeFileSync(
      path,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;\nevents { worker_connections 256; }\nhttp { ${aside}\n${site}\n}\n`,
    );
    return ['nginx', '-p', folder, '-c', path];
  },
  caddy(folder: string, ports: { http: number; https: number; server: number }): string[] {
    const own = `{\n admin off\n http_port ${ports.http}\n https_port ${ports.https}\n skip_install_trust\n default_bind 127.0.0.1\n}\n`;
    const site = shipped('Caddyfile')
      .replace(`${NAME} {`, `${NAME} {\n\ttls internal`)
      .replace('127.0.0.1:4000', `127.0.0.1:${ports.server}`);
    const path = join(folder, 'Caddyfile');
    writeFileSync(path, own + site);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', path];
  },
};

describe.each(Object.keys(PROXIES) as (keyof typeof PROXIES)[])('behind %s', (kind) => {
  const installed = spawnSync(kind, [kind === 'nginx' ? '-v' : 'version']).status === 0;
  const folder = mkdtempSync(join(tmpdir(), `amanat-${kind}-`));
  let server: TestServer;
  let proxy: ChildProcess;
  let ports: { http: number; https: number; server: number };

  beforeAll(async () => {
    if (!installed) return;
    chmodSync(folder, 0o755);
    server = await startTestServer(ANY_DATABASE[0] as string, { env: { TRUST_PROXY: '1' } });
    ports = { http: await freePort(), https: await freePort(), server: Number(new URL(server.base).port) };
    const [command = '', ...args] = PROXIES[kind](folder, ports);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    proxy = spawn(command, args, { env, stdio: 'ignore' });
    for (;;) {
      if (proxy.exitCode !== null) throw new Error(`${kind} ended with ${proxy.exitCode}`);
      const answered = await ask('/api/health').catch(() => undefined);
      if (answered) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  afterAll(async () => {
    if (proxy) {
      const ended = new Promise((resolve) => proxy.once('exit', resolve));
      proxy.kill('SIGTERM');
      await ended;
    }
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Given {
    method?: string;
    headers?: Record<string, string>;
    body?: Buffer;
  }
  const ask = (path: string, { method = 'GET', headers = {}, body }: Given = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Json }>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: ports.https,
          path,
          method,
          // The certificate is self-signed for this test.
          rejectUnauthorized: false,
          servername: NAME,
          headers: { host: NAME, ...headers, ...(body && { 'content-length': body.length }) },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            const text = Buffer.concat(parts).toString();
            const isJson = response.headers['content-type']?.includes('json');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: isJson ? JSON.parse(text) : text,
            });
          });
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });

  it.skipIf(!installed)(
    'every answer has the server’s headers, and HSTS from the proxy (needs the proxy installed)',
    async () => {
      const { status, headers } = await ask('/api/health');
      expect(status).toBe(200);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect((await ask('/metrics')).status).toBe(404);
    },
  );

  it.skipIf(!installed)('invented addresses win no attempts (needs the proxy installed)', async () => {
    // Existing user names, because their password hashes are cheap here.
    const names = Object.keys(PEOPLE);
    let last: Json = {};
    for (let attempt = 0; attempt < 119 && last.code !== 'login_locked'; attempt++)
      last = (
        await ask('/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${attempt}` },
          body: Buffer.from(JSON.stringify({ username: names[attempt % names.length], password: 'x' })),
        })
      ).body;
    expect(last.code).toBe('login_locked');
    const events = await server.services.database.read
      .selectFrom('events')
      .select('detail')
      .where('action', '=', 'login_failed')
      .execute();
    expect(new Set(events.map(({ detail }) => JSON.parse(detail ?? '').address))).toEqual(new Set(['127.0.0.0/24']));
  });

  it.skipIf(!installed)(
    'a file above the limit is refused in the server’s own words (needs the proxy installed)',
    async () => {
      const send = (megabytes: number) => {
        const line = 'line';
        const body = Buffer.concat([
          Buffer.from(`--${line}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`),
          Buffer.alloc(Math.round(megabytes * 1024 * 1024), 'x'),
          Buffer.from(`\r\n--${line}--\r\n`),
        ]);
        const headers = {
          authorization: `Bearer ${server.tokens.admin}`,
          'content-type': `multipart/form-data; boundary=${line}`,
        };
        return ask('/api/files', { method: 'POST', headers, body });
      };
      expect((await send(19.5)).status).toBe(200);
      expect(await send(21)).toMatchObject({ status: 413, body: { code: 'too_large' } });
      expect((await send(1)).status, 'the connection to the server is good for the next').toBe(200);
    },
  );
});
