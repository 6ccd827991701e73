/** Clients that follow the header `Link` read every row of a list once, while others add, move and delete rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const REPEATS = 'examples-repeats';
const ROWS = 7;

describe.each(DATABASES)('the next page of a list on %s', (database) => {
  let server: TestServer;
  let made: string[];
  /** Adds a household that was visited on a day of September. */
  const add = async (day: number): Promise<string> => {
    const members = [
      { name: 'A', age: 40 },
      { name: 'B', age: 9 },
    ];
    const answers = { visited: `2026-09-0${day}`, hh_size: 2, head_age: 40, income: 10, fare: 10, members };
    return (await server.person('mande').must('POST', `${REPEATS}/store`, answers)).id;
  };
  /** Reads a page and the address of the next one. */
  const read = async (address: string | URL): Promise<{ ids: string[]; meta: Json; next: URL | undefined }> => {
    const headers = { authorization: `Bearer ${server.tokens.mande}` };
    const response = await fetch(address, { headers });
    expect(response.status, String(address)).toBe(200);
    const { data, meta } = (await response.json()) as Json;
    const [, target] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? [];
    const next = target === undefined ? undefined : new URL(target, response.url);
    return { ids: data.map(({ id }: Json) => id), meta, next };
  };
  const list = (query: string, rows = 2) => `${server.base}/api/${REPEATS}?per_page=${rows}${query}`;
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-repeats'), { by: server.person('mande').id });
    made = [];
    for (let n = 0; n < ROWS; n += 1) made.push(await add(n + 2));
  });
  afterAll(() => server?.stop());

  it.each([
    ['in the usual order', ''],
    ['newest first', '&sort=-created_at'],
    ['by an answer, filtered', `&sort=visited&filters=${encodeURIComponent('{"status":"active"}')}`],
  ])('repeats and leaves out nothing %s while rows are added before it', async (_what, query) => {
    const before = new Set(made);
    const seen: string[] = [];
    const numbers: number[] = [];
    let last: number | undefined;
    for (let at: string | URL | undefined = list(query); at !== undefined; ) {
      const { ids, meta, next } = await read(at);
      seen.push(...ids);
      numbers.push(meta.current_page);
      last = meta.last_page;
      expect(next === undefined, 'the header says what the answer says').toBe(meta.next_cursor === null);
      if (numbers.length < 3) made.push(await add(1));
      at = next;
    }
    expect(new Set(seen).size, 'no row twice').toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining([...before]));
    expect(numbers).toEqual(numbers.map((_number, n) => n + 1));
    expect(last).toBe(numbers.length);
  });

  it('goes on where a page ended although its rows were deleted, and the same answer names the same page', async () => {
    const first = await read(list('&sort=-created_at'));
    const again = await read(list('&sort=-created_at'));
    expect(again.next?.href).toBe(first.next?.href);
    const [gone = ''] = first.ids;
    await server.person('mande').must('DELETE', `${REPEATS}/${gone}`, { version: 1 });
    made = made.filter((id) => id !== gone);
    const second = await read(first.next as URL);
    const counted = await read(list('&sort=-created_at&page=2'));
    expect(second.ids[0], 'by its number alone the page leaves one out').not.toBe(counted.ids[0]);
    const whole = await read(list('&sort=-created_at', 100));
    expect(whole.ids.slice(0, 3)).toEqual([first.ids[1], ...second.ids]);
  });

  it('is in the documented calls of lists', async () => {
    const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    const { parameters, responses } = document.paths['/schools'].get;
    expect(responses['200'].headers.Link.description).toContain('rel="next"');
    expect(parameters.find(({ name }: Json) => name === 'page').description).toContain('Link');
    expect(document.paths['/schools/{id}'].get.responses['200']).not.toHaveProperty('headers');
  });
});
