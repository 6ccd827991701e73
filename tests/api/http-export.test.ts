/** Exports: what they hold, how it is written, that they stop when nobody reads them, and what they keep to themselves. */
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const REPEATS = 'examples-repeats';

const household = (head: number): Json => ({
  visited: '2026-09-12',
  hh_size: 2,
  head_age: head,
  income: 1000,
  fare: 10,
  members: [
    { name: 'Ali', age: 62, visits: [{ day: '2026-08-01', cost: 300, reason: 'Far' }] },
    { name: '=1+1', age: 9, occupation: 'school' },
  ],
});

describe.each(DATABASES)('exports on %s', (database) => {
  let server: TestServer;
  const made: string[] = [];
  const get = (
    path: string,
    { accept = '*/*', who = 'mande', signal }: { accept?: string; who?: string; signal?: AbortSignal } = {},
  ) =>
    fetch(`${server.base}/api/${path}`, {
      headers: { authorization: `Bearer ${server.tokens[who]}`, accept },
      ...(signal && { signal }),
    });
  const bytes = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer());
  const csv = async (path: string): Promise<string[][]> =>
    parse(await (await get(path)).text(), { bom: true, relax_column_count: true });
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-repeats'), { by: server.person('mande').id });
    for (const head of [62, 63]) {
      const answer = await server.person('mande').call('POST', `${REPEATS}/store`, household(head));
      expect(answer.status).toBe(200);
      made.push(answer.body.id);
    }
  });
  afterAll(() => server?.stop());

  it('holds every answer, the rows of each table joined by the id of their record, and a codebook', async () => {
    const book = await readSheets(new Blob([await bytes(`${REPEATS}/export?all=1&tables=1&codebook=1`)]));
    const titles = book.map(({ sheet }) => sheet);
    expect(titles).toEqual([expect.any(String), 'Members', 'Visits to the clinic', 'Codebook', 'Options']);
    const [records, members, visits, codebook] = book.map(({ data }) => data as unknown as string[][]);
    expect(records?.[1]).toEqual(expect.arrayContaining(['code', 'id', 'version', 'form_version']));
    expect(records?.[1]?.join()).not.toContain('members');
    const idOf = (rows: string[][] | undefined) => rows?.slice(2).map((row) => row[rows[1]?.indexOf('id') ?? -1]);
    expect(new Set(idOf(records))).toEqual(new Set(made));
    expect(idOf(members)).toHaveLength(4);
    expect(new Set(idOf(visits))).toEqual(new Set(made));
    const age = codebook?.find(([, name]) => name === 'members.age');
    expect(age?.slice(3, 7)).toEqual(['integer', expect.any(String), expect.any(String), expect.any(String)]);
  });

  it('is an archive of CSV files, formulas made harmless', async () => {
    const files = unzipSync(await bytes(`${REPEATS}/export?format=zip&tables=1&localSuffix=fa`));
    expect(Object.keys(files)).toHaveLength(3);
    for (const file of Object.values(files)) expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(Object.values(files)[1])).toContain(",'=1+1,");
  });

  it('holds only the ticked records and the wanted columns', async () => {
    const rows = await csv(`${REPEATS}/export?format=csv&ids=${made[1]}&columns=code,head_age,created_by`);
    expect(rows.map((row) => row.length)).toEqual([3, 3]);
    expect(rows[1]?.[1]).toBe('63');
    for (const wrong of [
      'columns=no_such',
      'columns=__proto__',
      'columns=constructor',
      'columns=parent.name',
      'labels=none',
      'calendar=moon',
      'format=pdf',
      'format=csv&tables=1',
      'ids=x&ids=y',
      `ids=${'x,'.repeat(500)}x`,
    ])
      expectRefusal(await refusalOf(get(`${REPEATS}/export?${wrong}`)), 'bad_filter', undefined, wrong);
  });

  it('writes labels in three languages or as codes, options side by side, and days in one calendar', async () => {
    const form = server.services.registry.form('example-repeats');
    const school = form?.fields
      .get('members')
      ?.columns?.find(({ name }) => name === 'occupation')
      ?.def.options?.find(({ value }) => value === 'school')?.label;
    const [, , , mina] = await csv(`${REPEATS}/export?format=csv&names=1&rows=members&labels=all`);
    expect(mina).toContain(`${school?.en} / ${school?.fa} / ${school?.ps}`);
    expect((await csv(`${REPEATS}/export?format=csv&names=1&rows=members&labels=codes`))[3]).toContain('school');
    const days = async (calendar: string) =>
      (await csv(`${REPEATS}/export?format=csv&all=1&calendar=${calendar}`))[1]?.filter((name) =>
        name.startsWith('visited '),
      );
    expect(await days('solar')).toEqual([expect.stringMatching(/ solar$/)]);
    expect(await days('both')).toHaveLength(2);
    expect(await days('gregorian')).toEqual([expect.stringMatching(/\)$/)]);
  });

  it('comes in lines with its progress, the same file', async () => {
    const path = `${REPEATS}/export?format=csv&all=1`;
    const lines = (await (await get(path, { accept: 'application/x-ndjson' })).text()).trim().split('\n');
    const said: Json[] = lines.map((line) => JSON.parse(line));
    expect(said.at(-1)?.result).toMatchObject({ file: expect.stringMatching(/\.csv$/), done: 2 });
    const file = said.flatMap(({ data }) => (data === undefined ? [] : Buffer.from(data, 'base64')));
    expect(Buffer.concat(file)).toEqual(Buffer.from(await bytes(path)));
  });

  it('stops working when nobody reads it any more', async () => {
    const { records } = server.services;
    const list = records.list.bind(records);
    let pages = 0;
    // A list without end, so that only the reader can end it.
    records.list = async ({ after: _cursor, ...query }, actor) => {
      pages++;
      const page = await list(query, actor);
      const row = page.rows[0];
      return { ...page, rows: row ? Array(200).fill(row) : [], next_cursor: 'again' };
    };
    try {
      for (const accept of ['*/*', 'application/x-ndjson']) {
        const stop = new AbortController();
        const answer = await get(`${REPEATS}/export?all=1`, { accept, signal: stop.signal });
        const reader = answer.body?.getReader();
        const begun = pages;
        while (pages < begun + 5) await reader?.read();
        stop.abort();
        let before: number | undefined;
        const isSame = () => {
          const last = before;
          before = pages;
          return last === pages;
        };
        await expect.poll(isSame, { interval: 300, timeout: 20_000 }).toBe(true);
      }
    } finally {
      records.list = list;
    }
  });

  it('is refused to whom the list is not to be taken away', async () => {
    expectRefusal(await refusalOf(get('schools/export?all=1&ids=x', { who: 'focal.bamyan' })), 'role_needed');
  });
});
