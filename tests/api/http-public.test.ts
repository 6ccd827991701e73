/** What anybody is told without a login: sums of many, cached, and nothing about a person or a place that is monitored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishFigures } from '../../src/server/publication/publish.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const DAY = 86_400_000;

describe.each(DATABASES)('the public page on %s', (database) => {
  let server: TestServer;
  let clock = Date.parse('2026-06-01T08:00:00Z');
  const publish = () => publishFigures({ ...server.services, now: () => new Date(clock) });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.base}/api/public/${path}`, { headers });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, body: parsed(text) };
  };

  beforeAll(async () => {
    server = await startTestServer(database, { now: () => new Date(clock) });
    await addProblems(server, 'a', 7, 1);
    await addProblems(server, 'b', 3, 8);
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
    expect((await ask('figures?programme=__proto__')).body.measures[0].total).toBe(0);
    expect((await ask('figures?programme[a]=1')).status).toBe(400);
  });

  it('stay the same for a day, whatever is written meanwhile', async () => {
    await addProblems(server, 'c', 6, 100);
    await publish();
    expect((await ask('figures')).body.measures[0].total).toBe(7);
    clock += DAY;
    await publish();
    expect((await ask('figures')).body.measures[0].total).toBe(13);
  });

  it('are answered from the cache of a browser', async () => {
    const { headers } = await ask('figures');
    const again = await ask('figures', { 'if-none-match': headers.get('etag') as string });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
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
    expect(dari.text).toContain('<td>۱۳</td>');
    expect(dari.text).not.toMatch(/<script|Secret|SECRET/);
    expect((await page('/public/en?province="><script>alert(1)</script>')).text).not.toContain('<script');
    expect((await page('/public/xx')).status).toBe(404);
  });

  it('no answer has a name, an id, a code or a coordinate of a record', async () => {
    const rows = await server.services.database.read
      .selectFrom('records')
      .select(['id', 'name', 'code', 'created_by'])
      .execute();
    const users = await server.services.database.read.selectFrom('users').select(['id', 'username', 'name']).execute();
    const secrets = [
      ...rows.flatMap(({ id, name, code, created_by }) => [id, name, code, created_by]),
      ...users.flatMap((one) => Object.values(one)),
    ];
    expect(secrets.length).toBeGreaterThan(10);
    for (const language of ['en', 'fa', 'ps']) {
      const { body, text } = await ask('figures', { 'accept-language': language });
      const flows = await Promise.all(body.flows.map(({ id }: Json) => ask(`flows/${id}?language=${language}`)));
      expect(flows.length).toBeGreaterThan(3);
      for (const said of [text, ...flows.map((one) => one.text)]) {
        for (const secret of secrets) if (secret && secret.length > 5) expect(said).not.toContain(secret);
        expect(said).not.toMatch(/latitude|longitude|3[0-8]\.\d{3}/);
      }
      for (const { text: svg } of flows) expect(svg).toMatch(/^<svg [^>]+>[\s\S]+<\/svg>$/);
    }
    expect((await ask('flows/..%2f..%2fpackage')).status).toBe(404);
  });
});

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes problems of one new place straight into the store, since saving visits would take seconds. */
async function addProblems({ services }: TestServer, name: string, count: number, from: number): Promise<void> {
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
        data: '{}',
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
          type_id: `type-${name}`,
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
  });
}
