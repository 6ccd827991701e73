/** Exports as Parquet, read back with a library of others: types, tables, labels, codebook, hostile names, and many rows. */
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parquetFile } from '../../src/server/api/files/parquet.ts';
import { Answerer } from '../support/everyForm.ts';
import { exampleForm } from '../support/exampleForm.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const REPEATS = 'examples-repeats';

const read = async (file: Uint8Array): Promise<Json[]> =>
  parquetReadObjects({ file: file.slice().buffer as ArrayBuffer });
const about = (file: Uint8Array) => parquetMetadata(file.slice().buffer as ArrayBuffer);

async function fileOf(...[fields, rows, texts]: Parameters<typeof parquetFile>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of parquetFile(fields, rows, texts)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** Returns what was read as the stored answers say it: integers as numbers, days and instants as text. */
function inJson(value: unknown): Json {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (Array.isArray(value)) return value.map(inJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inJson(inner)]));
}

/** Returns the answers that people are shown, at every depth: those that the row has a column for. */
function shown(stored: Json, row: Json): Json {
  if (Array.isArray(stored)) return stored.map((one, n) => shown(one, row?.[n]));
  if (typeof stored !== 'object' || stored === null || stored.type) return stored;
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([name]) => Object.hasOwn(row ?? {}, name))
      .map(([name, value]) => [name, shown(value as Json, row[name])]),
  );
}

async function* lines(count: number, row: (n: number) => unknown[]) {
  for (let n = 0; n < count; n++) yield row(n);
}

describe.each(DATABASES)('exports as Parquet on %s', { timeout: 120_000 }, (database) => {
  let server: TestServer;
  const get = (path: string, who = 'mande') =>
    fetch(`${server.base}/api/${path}`, { headers: { authorization: `Bearer ${server.tokens[who]}` } });
  const parquet = async (base: string, query = '', who = 'mande') => {
    const answer = await get(`${base}/export?format=parquet${query}`, who);
    expect(answer.status, base).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    return new Uint8Array(await answer.arrayBuffer());
  };
  const ndjson = async (base: string, who = 'mande'): Promise<Json[]> =>
    (await (await get(`${base}/export?format=ndjson`, who)).text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-repeats'), { by: server.person('mande').id });
  });
  afterAll(() => server?.stop());

  it('has a typed column for each answer, tables as lists of rows, labels beside codes', async () => {
    const { id } = await server.person('mande').must('POST', `${REPEATS}/store`, {
      visited: '2026-09-12',
      hh_size: 2,
      head_age: 62,
      income: 1000.5,
      fare: 10,
      members: [
        { name: 'Ali', age: 62, visits: [{ day: '2026-08-01', cost: 300, reason: 'Far' }] },
        { name: '=1+1', age: 9, occupation: 'school' },
      ],
    });
    const file = await parquet(REPEATS, '&codebook=1');
    const [row] = await read(file);
    expect(row).toMatchObject({
      'record.id': id,
      'record.version': 1n,
      'record.created_at': expect.any(Date),
      visited: new Date('2026-09-12'),
      hh_size: 2n,
      income: 1000.5,
      members: [
        { name: 'Ali', age: 62n, visits: [{ day: new Date('2026-08-01'), cost: 300, reason: 'Far' }] },
        {
          name: '=1+1',
          age: 9n,
          occupation: 'school',
          'occupation.label': expect.stringMatching(/\w/),
          visits: undefined,
        },
      ],
    });
    const { schema, key_value_metadata: texts = [] } = about(file);
    const typeOf = (name: string) => schema.find((one) => one.name === name);
    expect(typeOf('visited')).toMatchObject({ type: 'INT32', converted_type: 'DATE' });
    expect(typeOf('record.created_at')).toMatchObject({ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' });
    expect(typeOf('income')).toMatchObject({ type: 'DOUBLE' });
    expect(typeOf('members')).toMatchObject({ converted_type: 'LIST' });
    const [codebook, options] = ['codebook', 'options'].map((key): Json[] =>
      JSON.parse(texts.find((text) => text.key === key)?.value ?? '[]'),
    );
    const named = codebook?.map(({ name }: Json) => name);
    expect(named).toEqual(expect.arrayContaining([...Object.keys(row as Json), 'members.visits.day']));
    expect(new Set(named).size).toBe(named?.length);
    expect(options).toContainEqual(expect.objectContaining({ name: 'members.occupation', value: 'school' }));
    const coded = about(await parquet(REPEATS, '&labels=codes')).schema.map(({ name }) => name);
    expect(coded.filter((name) => name.endsWith('.label'))).toEqual([]);
    expect(coded).toContain('occupation');
  });

  it('has the rows and answers of the other exports for every form, and its columns where there is no record', async () => {
    const keeper = server.person('admin');
    const province =
      [...server.services.registry.places().values()].find(({ level }) => level === 'province')?.id ?? '';
    const answerer = new Answerer(server, keeper, province, 1000, true);
    for (const form of answerer.forms()) {
      const base = form.definition.api.base;
      const empty = await parquet(base, '&ids=none', 'admin');
      expect(await read(empty), base).toEqual([]);
      expect(about(empty).schema.map(({ name }) => name)).toContain('record.id');
      if (form.definition.kind !== 'log') {
        const data = await answerer.answers(form, keeper, 1);
        await keeper.must('POST', `${base}/store`, data);
      }
      const stored = await ndjson(base, 'admin');
      const rows = await read(await parquet(base, '', 'admin'));
      if (form.definition.kind !== 'log') expect(stored.length, base).toBeGreaterThan(0);
      expect(rows.map((row) => row['record.id'])).toEqual(stored.map(({ id }) => id));
      for (const [n, { data }] of stored.entries()) expect(inJson(rows[n]), base).toMatchObject(shown(data, rows[n]));
    }
  });

  it('is for those to whom the list may be taken away, with what they may see, and refuses a wrong filter', async () => {
    expectRefusal(await refusalOf(get('schools/export?format=parquet', 'focal.bamyan')), 'role_needed');
    expectRefusal(await refusalOf(get(`${REPEATS}/export?format=parquet&filters={"no_such":1}`)), 'bad_filter');
    const seen = await ndjson('schools', 'coordinator.bamyan');
    const rows = await read(await parquet('schools', '', 'coordinator.bamyan'));
    expect(rows.map((row) => row['record.id'])).toEqual(seen.map(({ id }) => id));
  });
});

describe('a file of Parquet', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'a.b',
    'list',
    'element',
    '',
    '"; DROP',
    'نام',
    '\ud83d',
    'x'.repeat(5000),
  ];

  it('keeps hostile names and values apart', async () => {
    const fields = [
      ...NAMES.map((name) => ({ name, type: 'STRING' as const })),
      { name: 'rows', type: { rows: [...NAMES.map((name) => ({ name, type: 'STRING' as const }))] } },
    ];
    const file = await fileOf(
      fields,
      lines(1, () => [...NAMES.map((_, n) => `cell ${n}`), [NAMES.map((_, n) => `inner ${n}`), [], null]]),
    );
    const names = about(file)
      .schema.slice(1, NAMES.length + 1)
      .map(({ name }) => name);
    expect(names).toEqual(NAMES.map((name) => name.replace('\ud83d', '\ufffd')));
    const [row] = await read(file);
    expect(row?.['a.b']).toBe('cell 2');
    expect(row?.rows[0].constructor).toBe('inner 1');
    expect(row?.rows[1].constructor).toBeNull();
  });

  it('leaves empty what is not of the type, and writes a text of it where there is room', async () => {
    const types = ['STRING', 'INT64', 'DOUBLE', 'DATE', 'TIMESTAMP', { list: 'STRING' as const }] as const;
    const fields = types.map((type, n) => ({ name: `c${n}`, type }));
    const values: unknown[] = [{}, 'x', 1.5, -0, 2 ** 60, Number.NaN, '2026-11-29', '2026-11-29T10:00:00.000Z', [], ''];
    const rows = await read(
      await fileOf(
        fields,
        lines(values.length, (n) => types.map(() => values[n])),
      ),
    );
    expect(rows.map(({ c1 }) => c1)).toEqual([null, null, null, 0n, 2n ** 60n, null, null, null, null, null]);
    expect(rows.map(({ c0 }) => c0).slice(0, 3)).toEqual(['{}', 'x', '1.5']);
    expect(rows.map(({ c3 }) => c3?.toISOString?.().slice(0, 10)).slice(6, 8)).toEqual(['2026-11-29', '2026-11-29']);
    expect(rows.map(({ c5 }) => c5).slice(6)).toEqual([['2026-11-29'], ['2026-11-29T10:00:00.000Z'], [], undefined]);
  });

  it('is written in groups of rows, and asks for the next ones only when one is taken', async () => {
    let asked = 0;
    const rows = (async function* () {
      for await (const row of lines(10_000, (n) => [n, 'x'.repeat(200)])) {
        asked += 1;
        yield row;
      }
    })();
    const fields = [
      { name: 'n', type: 'INT64' as const },
      { name: 'text', type: 'STRING' as const },
    ];
    const parts: Uint8Array[] = [];
    let most = 0;
    let before = 0;
    for await (const part of parquetFile(fields, rows)) {
      most = Math.max(most, asked - before);
      before = asked;
      parts.push(part);
    }
    expect(most).toBeLessThanOrEqual(1_000);
    const all = await read(new Uint8Array(Buffer.concat(parts)));
    expect(all).toHaveLength(10_000);
    expect(all.at(-1)?.n).toBe(9_999n);
  });
});
