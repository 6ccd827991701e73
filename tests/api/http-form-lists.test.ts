/** A form whose questions name lists of the form: published, filled in, refused, filtered, exported and described. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const BASE = 'examples-lists';
const answers = (more: Json = {}): Json => ({
  live_on: 'farming',
  works: ['fruit', 'animals'],
  free_hours: 4,
  light_work: 'market',
  workers: [{ name: 'Ahmad', work: 'wheat' }],
  income_change: '-1',
  food_change: '1.5',
  school_change: '0',
  ...more,
});

describe.each(ANY_DATABASE)('lists of a form on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-lists'), { by: server.person('mande').id });
    const { person } = server;
    expect((await person('mande').call('POST', `${BASE}/store`, answers())).status).toBe(200);
    const other = answers({ live_on: 'trade', works: ['shop'], workers: [], income_change: '1' });
    expect((await person('mande').call('POST', `${BASE}/store`, other)).status).toBe(200);
  });
  afterAll(() => server?.stop());

  it('are served as they were written, with the options only once', async () => {
    const { definition }: Json = await server.person('mande').must('GET', 'definitions/example-lists');
    expect(definition).toEqual(exampleForm('example-lists').definition);
    expect(definition.fields.works.options).toBeUndefined();
  });

  it('refuse what their filters do not offer, also in a row', async () => {
    const wrong = answers({ works: ['shop'], light_work: 'wheat', workers: [{ name: 'Ali', work: 'shop' }] });
    const { status, body } = await server.person('mande').call('POST', `${BASE}/store`, wrong);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['/light_work', '/workers/0/work', '/works']]);
  });

  it('are filtered by code and shown by name', async () => {
    const found = async (filters: Json) => {
      const { data }: Json = await server
        .person('mande')
        .must('GET', `${BASE}?filters=${encodeURIComponent(JSON.stringify(filters))}`);
      return data.map((row: Json) => [row.data.live_on, row.data.change_product]);
    };
    expect(await found({ works: 'animals' })).toEqual([['farming', -1.5]]);
    expect(await found({ income_change: ['1', '1.5'] })).toEqual([['trade', 1.5]]);
    const response = await fetch(`${server.base}/api/${BASE}/export?format=csv&all=1&sort=-created_at`, {
      headers: { authorization: `Bearer ${server.tokens.mande}`, 'accept-language': 'fa' },
    });
    const text = parse(Buffer.from(await response.arrayBuffer()), { bom: true }).flat();
    expect(text).toEqual(expect.arrayContaining(['میوه، مالداری', 'بدتر', 'بسیار بهتر']));
  });
});
