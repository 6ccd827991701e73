/** Answers in words where records are exported: in the cells those of the record, in the heads of columns the labels of questions. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';

const BASE = 'examples-words';

describe.each(ANY_DATABASE)('answers in the words of an export on %s', (database) => {
  let server: TestServer;
  const csv = async (query: string): Promise<string[][]> => {
    const headers = { authorization: `Bearer ${server.tokens.mande}` };
    const text = await (await fetch(`${server.base}/api/${BASE}/export?format=csv&${query}`, { headers })).text();
    return parse(text.replaceAll(/[\u2068\u2069]/g, ''), { bom: true, relax_column_count: true });
  };
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-words'), { by: server.person('mande').id });
    await server.person('mande').must('POST', `${BASE}/store`, {
      head_name: 'Ahmad',
      water_from: 'well',
      litres: 40,
      people: [{ name: 'Zahra', age: 34, kin: 'partner' }],
    });
  });
  afterAll(() => server?.stop());

  it.each([
    [
      'en',
      'Who is [Name]?',
      'Husband or wife of Ahmad',
      'Who lives with [Name of the head of the household]?: row number',
    ],
    ['fa', '[نام] کیست؟', 'همسر Ahmad', expect.stringContaining('[نام سرپرست خانواده]')],
  ])('are those of the record of each row, in %s', async (language, heading, cell, number) => {
    const [head = [], row = []] = await csv(`rows=people&localSuffix=${language}`);
    const at = head.indexOf(heading);
    expect(at).toBeGreaterThan(0);
    expect(row[at]).toBe(cell);
    expect(head).toContainEqual(number);
  });
});
