/** What anybody is told without a login: sums of many, cached, and nothing about a person or a place that is monitored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishFigures } from '../../src/server/publication/publish.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const DAY = 86_400_000;

describe.each(ANY_DATABASE)('the public page on %s', (database) => {
  let server: TestServer;
  let clock = Date.parse('2026-06-01T08:00:00Z');
  /** By chance a number may change by nothing, as it does here. */
  const publish = (chance = () => 1) => publishFigures({ ...server.services, now: () => new Date(clock), chance });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.base}/api/public/${path}`, { headers });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, body: parsed(text) };
  };

  beforeAll(async () => {
    server = await startTestServer(database, { now: () => new Date(clock) });
    await addProblems(server, 'a', 7, 1);
    await addProblems(server, 'b', 3, 8, 'solved');
    await publish();
  });
  afterAll(() => server?.stop());

  it('counts of many are told, of a few are not, and choices lead to sums of the same cells', async () => {
    const { body, status } = await ask('figures');
    expect(status).toBe(200);
    expect(body.day).toBe('2026-06-01');
    const problems = body.measures.find(({ id }: Json) => id === 'problems');
    expect(problems.total).toBe(7);
    const [first] = body.filters.find(({ dimension }: Json) => dimension === 'programme').options;
    const chosen = (await ask(`figures?programme=${first.id}`)).body;
    expect(chosen.measures[0].total).toBe(7);
    const types = problems.tables.find(({ dimension }: Json) => dimension === 'problem_type');
    expect(types).toEqual({ dimension: 'problem_type', rows: [], rest: 5, rounded: true });
    expect(body.filters.find(({ dimension }: Json) => dimension === 'district').options).toEqual([]);
    expect((await ask('figures?programme=__proto__')).body.measures[0].total).toBe(0);
    expectRefusal(await refusalOf(ask('figures?programme[a]=1')), 'bad_filter');
  });

  it('stay the same for a day, whatever is written meanwhile', async () => {
    await addProblems(server, 'c', 6, 100);
    await publish();
    expect((await ask('figures')).body.measures[0].total).toBe(7);
    clock += DAY;
    await publish();
    expect((await ask('figures')).body.measures[0].total).toBe(13);
  });

  it('tell types apart in rounded numbers that stay until their count has moved', async () => {
    const types = async (query = '') => {
      const { measures } = (await ask(`figures${query}`)).body;
      const { total, tables } = measures[0];
      return { total, ...tables.find(({ dimension }: Json) => dimension === 'problem_type') };
    };
    const nextDay = async (chance: () => number) => {
      clock += DAY;
      await publish(chance);
    };
    await addProblems(server, 'd', 20, 200);
    await nextDay(() => 1);
    const told = await types();
    expect([told.total, told.rows]).toEqual([33, [{ id: 'type-d', name: '', count: 20 }]]);
    expect((await types('?province=1&problem_type=type-d')).total).toBe(20);
    await addProblems(server, 'e', 4, 300, 'ongoing', 'd');
    await nextDay(() => 2 ** -9);
    expect((await types()).rows[0].count).toBe(20);
    // Another number than the count, drawn anew: the first of two by chance is taken 9 times of two, the second none.
    await addProblems(server, 'f', 1, 400, 'ongoing', 'd');
    const numbers = [2 ** -9, 1];
    let drawn = 0;
    await nextDay(() => numbers[drawn++ % 2] as number);
    expect((await types()).rows).toEqual([{ id: 'type-d', name: '', count: 35 }]);
  });

  it('are answered from the cache of a browser', async () => {
    const { headers } = await ask('figures');
    const again = await ask('figures', { 'if-none-match': headers.get('etag') as string });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
  });

  it('are given to one address so often in a minute, then not until it has passed', async () => {
    // What other tests asked for lies in an earlier minute.
    clock += 60_000;
    expectRefusal(await ask('flows/none'), 'record_not_found', undefined, 'of whatever is asked for');
    for (let asked = 1; asked < 240; asked += 1) expect((await ask('figures')).status).toBe(200);
    for (const path of ['figures', 'flows/none']) {
      const refused = await ask(path);
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    clock += 60_000;
    expect((await ask('figures')).status).toBe(200);
  });

  it('are a page without scripts, in three languages, with the choices in its address', async () => {
    const page = async (path: string) => {
      const response = await fetch(`${server.base}${path}`, { headers: { 'accept-language': 'ps' } });
      return { url: response.url, status: response.status, text: await response.text() };
    };
    expect((await page('/public')).url).toContain('/public/pa');
    const dari = await page('/public/fa?province=1');
    expect(dari.text).toContain('<html lang="fa-AF" dir="rtl">');
    expect(dari.text).toContain('<option value="1" selected>کابل</option>');
    expect(dari.text).toContain('<td>۳۸</td>');
    // One small script of its own, for pictures as PNG; all else is there without it.
    expect(dari.text.match(/<script[^>]*>/g)).toEqual(['<script src="/public-page.js" defer>']);
    const hostile = (await page('/public/en?province="><script>alert(1)</script>&show="><script>')).text;
    expect(hostile.match(/<script/g)).toHaveLength(1);
    expectRefusal(await refusalOf(fetch(`${server.base}/public/xx`)), 'route_not_found');
    const visits = await page('/public/en?show=visits&programme=nothing');
    expect(visits.text).toContain('<input type="hidden" name="show" value="visits">');
  });

  it('is what the start page answers where nobody is logged in, in the language of the browser', async () => {
    const start = async (path: string, cookie = '') => {
      const headers = { 'accept-language': 'fa', cookie };
      const response = await fetch(`${server.base}${path}`, { headers, redirect: 'manual' });
      const isPage = (await response.text()).includes('<html lang="fa-AF" dir="rtl">');
      return { isPage, vary: response.headers.get('vary'), cache: response.headers.get('cache-control') };
    };
    for (const path of ['/', '/map', '/?province=1', '/map?show=sites'])
      expect(await start(path)).toEqual({
        isPage: true,
        vary: 'cookie, accept-language, accept-encoding',
        cache: 'no-cache',
      });
    // Who has an account here gets the app, and so does every other address.
    for (const [path, cookie] of [
      ['/', 'account=1'],
      ['/map', 'other=2; account=1'],
      ['/login', ''],
      ['/schools/1', ''],
    ] as const)
      expect([path, (await start(path, cookie)).isPage]).toEqual([path, false]);
    expect((await start('/', 'myaccount=1')).isPage).toBe(true);
  });

  it('no answer has a name, an id, a code, a contact or a coordinate', async () => {
    const { read } = server.services.database;
    const rows = await read.selectFrom('records').select(['id', 'name', 'code', 'created_by']).execute();
    const users = await read.selectFrom('users').select(['id', 'username', 'name']).execute();
    const secrets = [
      ...rows.flatMap(({ id, name, code, created_by }) => [id, name, code, created_by]),
      ...users.flatMap((one) => Object.values(one)),
      '0799123456',
      'somebody@example.org',
    ];
    expect(secrets.length).toBeGreaterThan(10);
    const answers = await everyPublicAnswer(ask, server.base);
    expect(answers.length).toBeGreaterThan(60);
    for (const { path, text } of answers) {
      for (const secret of secrets) if (secret && secret.length > 5) expect(text, path).not.toContain(secret);
      // Outlines are drawn in whole pixels. No number of the page is as exact as a coordinate, and none is a telephone.
      expect(text, path).not.toMatch(/latitude|longitude|\b(2[9]|3[0-8]|6\d|7[0-4])\.\d{3}/);
      expect(text, path).not.toMatch(/(?:\+93|\b0)7\d{8}\b|[\w.]+@[\w-]+\.[a-z]/i);
    }
    for (const { path, text } of answers.filter((one) => one.path.startsWith('flows/')))
      expect(text, path).toMatch(/^<svg [^>]+>[\s\S]+<\/svg>$/);
    expectRefusal(await refusalOf(ask('flows/..%2f..%2fpackage')), 'record_not_found');
  });
});

/** Every figure, page and chart that needs no login, in each language, whole and for each value that can be chosen. */
async function everyPublicAnswer(
  ask: (path: string, headers: Record<string, string>) => Promise<{ text: string; body: Json }>,
  base: string,
): Promise<{ path: string; text: string }[]> {
  const found: { path: string; text: string }[] = [];
  for (const language of ['en', 'fa', 'ps']) {
    const headers = { 'accept-language': language };
    const { body, text } = await ask('figures', headers);
    found.push({ path: 'figures', text });
    const choices = body.filters.flatMap(({ dimension, options }: Json) =>
      options.map(({ id }: Json) => `?${dimension}=${encodeURIComponent(id)}`),
    );
    for (const { id } of body.flows)
      found.push({ path: `flows/${id}`, text: (await ask(`flows/${id}?language=${language}`, headers)).text });
    const pages = ['', ...choices, ...body.measures.map(({ id }: Json) => `?show=${id}`)];
    for (const query of pages) {
      found.push({ path: `figures${query}`, text: (await ask(`figures${query}`, headers)).text });
      for (const path of [`/public/${language}${query}`, `/${query}`, `/map${query}`])
        found.push({ path, text: await (await fetch(`${base}${path}`, { headers })).text() });
    }
  }
  return found;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes problems of one new place straight into the store, since saving visits would take seconds. */
async function addProblems(
  { services }: TestServer,
  name: string,
  count: number,
  from: number,
  status = 'ongoing',
  type = name,
): Promise<void> {
  const { database, registry } = services;
  const site = registry.forms().find(({ definition }) => definition.kind === 'site');
  const types = registry
    .forms()
    .find(({ definition }) => definition.programme === site?.definition.programme && definition.problems);
  if (!site || !types) throw new Error('no form of places');
  const at = '2026-05-01T00:00:00.000Z';
  const id = `01900000-0000-7000-8000-00000000000${name}`;
  await database.transaction(async (trx) => {
    await trx
      .insertInto('records')
      .values({
        id,
        form: site.form,
        form_version: site.version,
        code: `SECRET-${name}`,
        state: 'active',
        name: `Secret place ${name}`,
        parent_id: null,
        site_id: null,
        province_id: '1',
        district_id: null,
        village_id: null,
        organization_id: null,
        version: 1,
        created_by: 'secret-person',
        created_at: at,
        edited_by: '',
        updated_by: '',
        updated_at: at,
        captured_at: null,
        device_id: null,
        deleted_at: null,
        hash: '',
        data: JSON.stringify({
          phone: '0799123456',
          email: 'somebody@example.org',
          latitude: 34.55512,
          longitude: 69.20112,
        }),
      } as never)
      .execute();
    await trx
      .insertInto('problems')
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: `problem-${from + index}`,
          site_id: id,
          province_id: '1',
          programme: site.definition.programme,
          type_id: `type-${type}`,
          status: 'ongoing',
          open: 1,
          date_identified: '2026-05-01',
          date_solved: null,
          answers: '{}',
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
    // As if a visit that counts told of them.
    await trx
      .updateTable('problems')
      .set({
        counted_status: status,
        counted_open: 1,
        counted_type_id: `type-${type}`,
        counted_identified: '2026-05-01',
      })
      .where('site_id', '=', id)
      .execute();
  });
}
