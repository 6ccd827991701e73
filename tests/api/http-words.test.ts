/** Messages that name answers, as the server writes them: for whoever saves, and not for its logs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const BASE = 'examples-words';

describe.each(ANY_DATABASE)('answers in words on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    const { definition, schema } = exampleForm('example-words');
    // Refused sheets are logged.
    const sheet = { ...definition, kind: 'sheet' } as typeof definition;
    await server.services.registry.publish({ definition: sheet, schema }, { by: server.person('mande').id });
  });
  afterAll(() => server?.stop());

  const wrong = {
    head_name: 'Ahmad',
    visit_day: '2026-09-12',
    litres: 5000,
    people: [{ name: 'Ali' }, { name: '{age} {{code}}', age: 340 }],
  };
  const send = async (language: string) => {
    const answer = await server.person('mande').call('POST', `${BASE}/store`, wrong, { 'accept-language': language });
    expectRefusal(answer, 'constraint', '/people/1/age');
    const said = Object.entries(answer.body.errors as Record<string, Json[]>).map(([pointer, [error]]) => [
      pointer,
      error?.message.replaceAll(/[\u2068\u2069]/g, ''),
    ]);
    return Object.fromEntries(said);
  };

  it('are written into messages in the language of the reader', async () => {
    expect(await send('en')).toMatchObject({
      '/litres': 'Ahmad cannot fetch 5,000 litres a day. At most 1,000 are possible.',
      '/people/1/age': '{age} {{code}} cannot be 340 years old.',
    });
    expect(await send('fa')).toMatchObject({ '/people/1/age': '{age} {{code}} ۳۴۰ ساله بوده نمی‌تواند.' });
  });

  it('are in no log of refused submissions', async () => {
    await send('en');
    await server.services.entryLog.idle();
    const { data }: Json = await server.person('admin').must('GET', 'failed-rating-logs?per_page=100&fields=all');
    const logged = JSON.stringify(data);
    expect(logged).toContain('constraint');
    expect(logged).not.toContain('Ahmad');
  });

  it('stand as … in headings of exports', async () => {
    const { litres: _much, ...right } = { ...wrong, people: [] };
    expect((await server.person('mande').call('POST', `${BASE}/store`, right)).status).toBe(200);
    const response = await fetch(`${server.base}/api/${BASE}/export?format=csv&all=1`, {
      headers: { authorization: `Bearer ${server.tokens.mande}` },
    });
    const text = await response.text();
    expect(text).toContain('How many litres a day does … fetch?');
    expect(text).not.toContain('{');
  });
});
