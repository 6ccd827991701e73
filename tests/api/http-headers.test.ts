/** Rules for every response: headers, unknown paths and methods, malformed requests, and the API's own description. */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/core/errors/catalogue.ts';
import { FORM_CALLS } from '../../src/server/api/contract/calls.ts';
import { serveApp } from '../../src/server/http/app-files.ts';
import { addSecurityHeaders, WASM_WORKER_POLICY } from '../../src/server/http/responses.ts';
import { buildServer } from '../../src/server/server.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage, schoolAnswers } from './http-stage.ts';

/** Writes what Vite says of a build. */
function writeManifest(folder: string): void {
  const parts = ['DashboardScreen', 'list', 'DetailScreen', 'form', 'expressions'].map((name) => [
    `_${name}.js`,
    {
      name,
      file: `assets/${name}.js`,
      imports: ['index.html'],
      ...(name === 'form' && { css: ['assets/form.css'] }),
    },
  ]);
  mkdirSync(join(folder, '.vite'));
  const manifest = { 'index.html': { file: 'assets/index.js', imports: [] }, ...Object.fromEntries(parts) };
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
}

describe.each(ANY_DATABASE.slice(0, 1))('every answer on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  /** The services with another build of the app. */
  const withApp = (appDir: string) => ({ ...server.services, settings: { ...server.services.settings, appDir } });

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${server.base}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${server.tokens.admin}`, ...(init.headers as Record<string, string>) },
    });

  it('sends a strict policy with everything', async () => {
    for (const path of ['/api/health', '/api/schools', '/api/nowhere', '/api/docs']) {
      const response = await call(path);
      const policy = response.headers.get('content-security-policy') ?? '';
      // No script but our files, and the one that the build writes into the page.
      expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}=')?;/);
      expect(policy).not.toContain('unsafe-eval');
      for (const part of [
        "object-src 'none'",
        "base-uri 'self'",
        "frame-ancestors 'self'",
        "frame-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        'img-src',
        "worker-src 'self'",
      ])
        expect(policy).toContain(part);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-powered-by')).toBeNull();
      await response.text();
    }
  });

  it('allows WebAssembly to one worker of the app, and to no page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'amanat-app-'));
    mkdirSync(join(folder, 'assets'));
    const files = ['index.html', 'assets/app-Bb9Mx2Pu.js', 'assets/zxing.worker-IZ_yc-BI.js', 'sw.js', 'wake.js'];
    for (const file of files) writeFileSync(join(folder, file), '');
    writeManifest(folder);
    const app = fastify();
    await addSecurityHeaders(app, folder);
    await serveApp(app, withApp(folder));
    const policies = await Promise.all(
      [...files, 'any/screen'].map(async (file) => {
        const { statusCode, headers } = await app.inject(`/${file}`);
        // An old service worker would go on serving an old app.
        expect(headers['cache-control']).toBe(
          file.includes('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        return [statusCode, String(headers['content-security-policy']), headers['permissions-policy']] as const;
      }),
    );
    expect(policies.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(policies.map(([, policy]) => policy.includes('wasm-unsafe-eval'))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(policies[2]?.[1]).toBe(WASM_WORKER_POLICY);
    for (const [, , may] of policies)
      expect(may).toBe('geolocation=(self), camera=(self), microphone=(self), payment=()');
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('allows the script that the build writes into the page, and names the files of the screen in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'amanat-app-'));
    const script = 'ask("a & b")';
    writeFileSync(
      join(folder, 'index.html'),
      `<script data-words="{}">${script}</script><script type="module" src="/x.js"></script>`,
    );
    writeManifest(folder);
    const app = fastify();
    await addSecurityHeaders(app, folder);
    await serveApp(app, withApp(folder));
    const page = async (path: string) => {
      const { body, headers } = await app.inject(path);
      const parts = /data-parts="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"');
      return { parts: parts && JSON.parse(parts), policy: String(headers['content-security-policy']) };
    };
    const hash = createHash('sha256').update(script).digest('base64');
    const form = await page('/schools/create');
    expect(form.policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    const { registry } = server.services;
    const { version } = registry.form('school')!;
    const validator = `/api/definitions/school/${version}/validator.js?hash=${registry.hash(registry.form('school')!)}`;
    // What index.html loads itself is not named again.
    expect(form.parts.slice(0, 4)).toEqual(['words', '/assets/form.js', '/assets/form.css', validator]);
    expect((await page('/schools?page=2')).parts).toEqual(['/assets/list.js']);
    expect((await page('/')).parts).toEqual(['/assets/DashboardScreen.js']);
    for (const path of ['/admin/form-drafts', '/nowhere', '/schools/%22%3E%3Cscript%3E/review'])
      expect((await page(path)).parts, path).toBeUndefined();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('has a manifest in each language, whose shortcuts open a new form', async () => {
    const manifests = await Promise.all(
      ['en', 'fa', 'ps'].map(async (language) => {
        const response = await fetch(`${server.base}/manifest-${language}.webmanifest`);
        expect(response.headers.get('content-type')).toContain('application/manifest+json');
        return (await response.json()) as Json;
      }),
    );
    expect(new Set(manifests.map(({ id }) => id)).size, 'one app in all languages').toBe(1);
    expect(manifests.map(({ name, dir }) => [name, dir])).toEqual([
      ['Amanat', 'ltr'],
      ['امانت', 'rtl'],
      ['امانت', 'rtl'],
    ]);
    const { data } = (await (await call('/api/definitions')).json()) as { data: Json[] };
    const creates = data.flatMap(({ paths }) => paths.create ?? []);
    const [first] = manifests;
    expect(first?.shortcuts.length).toBe(4);
    for (const { url } of first?.shortcuts ?? []) expect(creates).toContain(url);
  });

  it('keeps data out of shared caches', async () => {
    for (const path of ['/api/schools', '/%61pi/schools', '/api/nothing'])
      expect((await call(path)).headers.get('cache-control'), path).toBe('no-store');
  });

  it('names the protocol, and refuses an app that speaks an older one than it understands, in the reader’s language', async () => {
    const as = (client: string | undefined, language = 'en') =>
      call('/api/schools', {
        headers: { 'accept-language': language, ...(client !== undefined && { 'x-amanat-client': client }) },
      });
    // Apps of before have no number, and one that is newer decides by itself.
    for (const client of [undefined, 'app', 'app/1', 'app/2', 'script']) {
      const { status, headers } = await as(client);
      expect([client, status, headers.get('x-amanat-protocol')]).toEqual([client, 200, '1']);
    }
    for (const [language, words] of [
      ['en', 'older than the server'],
      ['fa', 'کهنه‌تر'],
    ] as const) {
      const response = await as('app/0', language);
      const { code, message } = (await response.json()) as Json;
      expect([response.status, code]).toEqual([426, 'app_outdated']);
      expect(message).toContain(words);
    }
  });

  it('compresses what is worth it', async () => {
    const response = await call('/api/definitions', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(((await response.json()) as Json).data.length).toBeGreaterThan(0);
  });

  it('answers unknown paths and methods with route_not_found in the catalogue’s shape', async () => {
    const wrong: [string, string][] = [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/nowhere'],
      ['GET', '/api/schools/x/y/z'],
      ['PUT', '/api/schools'],
      ['DELETE', '/api/schools'],
      ['PATCH', '/api/provinces'],
      ['GET', '/api/%00'],
      ['GET', '/api//schools'],
      ['GET', '/api/%zz'],
      ['OPTIONS', '/api/schools'],
      ['POST', '/api/session'],
      ['DELETE', '/api/auth/login'],
      ['POST', '/somewhere'],
      ['GET', '/assets/none.js'],
    ];
    for (const [method, path] of wrong) {
      const response = await call(path, { method });
      const body = (await response.json()) as Json;
      expect([method, path, response.status, body.code, body.number]).toEqual([
        method,
        path,
        404,
        'route_not_found',
        CATALOGUE.route_not_found.number,
      ]);
      expect(body.message, path).toBe('Failed to locate resource on the remote server');
    }
  });

  it('answers bodies that cannot be read with 4xx', async () => {
    const bodies: [string, string][] = [
      ['application/json', '{"a":'],
      ['application/json', '[1,2]'],
      ['application/json', '"text"'],
      ['application/json', 'null'],
      ['application/json', '{"__proto__":{"x":1}}'],
      ['application/x-www-form-urlencoded', 'a[b][c][d][e][f][g][h][i][j]=1'],
      ['application/x-www-form-urlencoded', '%E0%A4%A=x&&&=&[]=1&__proto__[x]=1'],
      ['text/plain', 'hello'],
      ['application/xml', '<a/>'],
      ['multipart/form-data', 'no boundary'],
      ['', 'x'],
    ];
    for (const [type, body] of bodies) {
      const response = await call('/api/schools/store', { method: 'POST', headers: { 'content-type': type }, body });
      const refused = await refusalOf(response);
      expect(['bad_body', 'too_many', 'validation_failed'], `${type} ${body}`).toContain(refused.body.code);
      expect(refused.body.message.length).toBeGreaterThan(0);
    }
    const huge = await call('/api/schools/store', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(5_000_000) }),
    });
    expectRefusal(await refusalOf(huge), 'too_large');
    expect(({} as Json).x).toBeUndefined();
  });

  it('refuses filters it does not understand, by name', async () => {
    for (const query of [
      'filters={',
      'filters=[1]',
      'filters=[{"field":"name","op":"like","value":"x"}]',
      'filters={"nowhere":1}',
      'page=0',
      'page=-1',
      'page=x',
      'per_page=1e9',
      'sort=nowhere',
      'filters={"name":{"a":1}}',
    ]) {
      const response = await call(`/api/schools?${query}`);
      const body = (await response.json()) as Json;
      expect([query, response.status, body.code]).toEqual([query, 400, 'bad_filter']);
    }
    const some = (await (
      await call(
        `/api/schools?filters=${encodeURIComponent('[{"field":"name","op":"contains","value":"نمونه"}]')}&sort=-name&per_page=1`,
      )
    ).json()) as Json;
    expect(some.meta).toMatchObject({ total: 1, per_page: 1 });
  });

  it('serves validators as modules that stay in caches', async () => {
    const { hash, version } = (await (await call('/api/definitions/school')).json()) as Json;
    const named = await fetch(`${server.base}/api/definitions/school/${version}/validator.js?hash=${hash}`);
    expect(named.headers.get('content-type')).toContain('javascript');
    expect(named.headers.get('cache-control')).toContain('immutable');
    expect(await named.text()).not.toMatch(/\beval\(|new Function|\bimport\b|require\(/);
    const plain = await fetch(`${server.base}/api/definitions/school/${version}/validator.js`);
    expect(plain.headers.get('cache-control')).toContain('no-cache');
    const again = await fetch(`${server.base}/api/definitions/school/${version}/validator.js`, {
      headers: { 'if-none-match': plain.headers.get('etag') as string },
    });
    expect(again.status).toBe(304);
  });

  it('describes itself, every reference resolved', async () => {
    const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/schools', '/schools-rates/{id}', '/schools/{id}/problems', '/auth/login']),
    );
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas).toHaveProperty(name as string);
    const page = await (await fetch(`${server.base}/api/docs`)).text();
    expect(page).toContain('/api/schools-rates');
    expect(page).not.toMatch(/<script|src=|https?:\/\//);
  });

  it('describes every route there is', async () => {
    const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    const unnamed = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}').replace(/\/$/, '');
    const described = new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods as Json).map((method) => `${method.toUpperCase()} ${unnamed(`/api${path}`)}`),
      ),
    );
    // Forms are behind the wildcard and checked below. The bare prefix returns nothing. Uploads in parts
    // follow the tus protocol, whose headers its own document describes; what is our own there (GET) is looked for below.
    const uploads = ['/api/files/uploads', '/api/files/uploads/:id'];
    const others = ['/api', '/api*', '/api/*', ...uploads];
    const app = await buildServer(server.services);
    await app.ready();
    const above: string[] = [];
    const missing: string[] = [];
    let routes = 0;
    for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, tree = '', part = '', methods = ''] = /^(.*?[├└]── )(.*?)(?: \((.*)\))?$/.exec(line) ?? [];
      const depth = tree.length / 4 - 1;
      above.splice(depth, above.length, part);
      const path = above.slice(0, depth + 1).join('');
      if (!path.startsWith('/api') || others.includes(path)) continue;
      for (const method of methods.split(', ').filter((one) => one !== '' && one !== 'HEAD')) {
        routes += 1;
        if (!described.has(`${method} ${unnamed(path)}`)) missing.push(`${method} ${path}`);
      }
    }
    await app.close();
    expect(routes).toBeGreaterThan(50);
    expect(missing).toEqual([]);
    expect(described).toContain(`GET ${unnamed('/api/files/uploads/:id')}`);

    const bases = server.services.registry.forms().map((form) => `/api/${form.definition.api.base}`);
    for (const call of Object.keys(FORM_CALLS)) {
      const [method, rest = ''] = call.split(' ');
      expect([call, bases.some((base) => described.has(`${method} ${unnamed(base + rest)}`))]).toEqual([call, true]);
    }
  });

  it('exports what is shown in the reader’s language', async () => {
    const { province, district } = stage;
    await server.person('admin').must('POST', 'schools', schoolAnswers({ province, district }, '=HYPERLINK("x")'));
    const bytes = Buffer.from(await (await call('/api/schools/export?format=csv&localSuffix=fa')).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const csv = bytes.toString('utf8').slice(1);
    const [head = '', formula = '', row = ''] = csv.split('\r\n');
    expect([formula.slice(0, 2), row.slice(0, 2)]).toEqual(['1,', '2,']);
    expect(formula, 'no cell begins a formula').toContain(`"'=HYPERLINK(""x"")"`);
    expect(head).toContain('ولایت');
    expect(row).toContain('بامیان');
    expect(row).toContain('2026-03-21');
    expect(row).toContain('۱۴۰۵');
    const sheet = await call('/api/schools/export?localSuffix=pa');
    expect(sheet.headers.get('content-type')).toContain('spreadsheetml');
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    const bare = await fetch(`${server.base}/api/schools/export`, {
      headers: { authorization: `Bearer ${server.tokens['focal.bamyan']}` },
    });
    expectRefusal(await refusalOf(bare), 'role_needed');
  });
});
