/** Texts and files as people, keyboards and spreadsheet programs make them: what is the same, what is mended, what is refused, and why. */
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import readSheets from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const FIN = 'finance-initials';
const HEAD = [
  'Name',
  'Phone',
  'Province',
  'Department',
  'Month of payment',
  'Amount',
  'Currency',
  'For',
  'Account number',
];

describe.each(DATABASES)('what comes in on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    for (const name of ['example-dates', 'example-numbers', 'example-places'])
      await server.services.registry.publish(exampleForm(name), { by: server.person('mande').id });
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const get = async (path: string): Promise<Buffer> => {
    const response = await fetch(`${server.base}/api/${path}`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    expect(response.status, path).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const preview = async (file: Buffer | string, name = 'back.csv'): Promise<{ status: number; body: Json }> => {
    const body = new FormData();
    body.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
    const response = await fetch(`${server.base}/api/${FIN}/upload/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens.admin}` },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const department = (): string => server.services.registry.choices('department')[0]?.name_en ?? '';
  const province = () =>
    [...server.services.registry.places().values()].find(({ name_en }) => name_en === 'Bamyan')?.id;
  const row = (cells: Partial<Record<(typeof HEAD)[number], string>>): string[] => {
    const usual: Record<string, string> = {
      Name: 'Test Person 1',
      Province: 'Bamyan',
      Department: department(),
      'Month of payment': '2026-03-21',
      Amount: '1500',
      Currency: 'AFN',
      For: `rent ${JSON.stringify(cells)}`,
      ...cells,
    };
    return HEAD.map((heading) => usual[heading] ?? '');
  };
  const table = (rows: string[][], delimiter = ',') =>
    [HEAD, ...rows].map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');
  const payment = async (answers: Json): Promise<string> => {
    const made = await admin().must('POST', `${FIN}/store`, {
      payee_name: 'Test Person 1',
      province_id: province(),
      department: server.services.registry.choices('department')[0]?.id,
      payment_month: '2026-03-21',
      amount: 1500,
      currency: 'AFN',
      purpose: 'rent',
      ...answers,
    });
    return made.id;
  };
  const shown = async (id: string): Promise<Json> => (await admin().must('GET', `${FIN}/${id}`)).initial.data;

  it('asks for an answer where nothing of it can be seen, and keeps a line break of Word', async () => {
    for (const blank of ['\u200c', '\u200f', '\u2800', '\u3164', '\u0640', '\u00ad\u2060'])
      expectRefusal(
        await admin().call('POST', `${FIN}/store`, { payee_name: blank }),
        'required',
        '/payee_name',
        blank,
      );
    const id = await payment({ payee_name: '\u200fعلی\u200c', purpose: 'line one\u000bline two' });
    expect(await shown(id)).toMatchObject({ payee_name: 'علی', purpose: 'line one\nline two' });
  });

  it('refuses years that no record can have, rounds amounts, and takes a number with marks around it', async () => {
    expectRefusal(
      await admin().call('POST', 'examples-dates/store', { visit_date: '1403-12-30' }),
      'date',
      '/visit_date',
    );
    const numbers = await admin().must('POST', 'examples-numbers/store', {
      rooms: '\u2068۱٬۵۰۰\u2069',
      area: '\u202b12.5\u202c',
      budget_amount: 1500.005,
      budget_currency: 'AFN',
    });
    const { data } = (await admin().must('GET', `examples-numbers/${numbers.id}`)).data;
    expect(data).toMatchObject({ rooms: 1500, area: 12.5 });
    expect(Object.values(data)).toContain(1500.01);
  });

  it('takes a true day though the clock of the device is years behind', async () => {
    const made = await admin().call('POST', 'examples-dates/store', {
      visit_date: server.services.now().toISOString().slice(0, 10),
      captured_at: '2015-01-01T00:00:00.000Z',
    });
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
  });

  it('finds and orders names whatever keyboard they were typed on, and telephones in any notation', async () => {
    const names = ['علیج', 'عليب', 'علیا'];
    for (const purpose of names) await payment({ purpose });
    const list = await admin().must('GET', `${FIN}?sort=name&fields=all&text=${encodeURIComponent('علی')}`);
    const listed = list.data.map((one: Json) => one.data.purpose).filter((one: string) => names.includes(one));
    expect(listed).toEqual(['علیا', 'عليب', 'علیج']);
    await payment({ purpose: 'مسئول هیئت علاءالدین' });
    for (const typed of ['مسؤول', 'مسوول', 'هیأت', 'هیات', 'علاالدین']) {
      const { meta } = await admin().must('GET', `${FIN}?text=${encodeURIComponent(typed)}`);
      expect([typed, meta.total]).toEqual([typed, 1]);
    }
  });

  it('makes what earlier code folded anew, once', async () => {
    const id = await payment({ purpose: 'مسئول کتابخانه' });
    const { database: store, projector } = server.services;
    const { table } = projector.plan('finance-initial');
    const run = (sent: ReturnType<typeof sql>) => sent.execute(store.kysely);
    await run(sql`UPDATE ${sql.table(table)} SET search_text = 'مسیول کتابخانه', name_sort = '' WHERE id = ${id}`);
    await run(sql`UPDATE settings SET value = '' WHERE key = ${`projection.unsearched.${table}`}`);
    await server.services.registry.publish(exampleForm('example-repeats'), { by: server.person('mande').id });
    await projector.idle();
    const { meta } = await admin().must('GET', `${FIN}?text=${encodeURIComponent('مسوول کتابخانه')}`);
    expect(meta.total).toBe(1);
    const { rows } = await sql<{
      name_sort: string;
    }>`SELECT name_sort FROM ${sql.table(table)} WHERE id = ${id}`.execute(store.read);
    expect(rows[0]?.name_sort).not.toBe('');
  });

  it('offers no change for what a spreadsheet program made of an export in CSV', async () => {
    const ids = [
      await payment({ phone: '0701234567', account_no: '00012', tazkira_no: '1400010112345678', purpose: 'damage' }),
      await payment({ phone: '+93701234568', account_no: '7010000000', purpose: '_x0041_ 😀' }),
    ];
    const path = `${FIN}/export?all=1&ids=${ids.join()}`;
    const damage: [string, string][] = [
      ['0701234567', '701234567'],
      ['+93701234568', '93701234568'],
      ['00012', '12'],
      ['1400010112345678', '1.40001E+15'],
      ['7010000000', '7.01E+09'],
      ['2026-03', 'Mar-26'],
    ];
    let csv = (await get(`${path}&format=csv`)).toString('utf8');
    for (const [written, damaged] of damage) {
      expect(csv).toContain(`,${written},`);
      csv = csv.replaceAll(`,${written},`, `,${damaged},`);
    }
    const { status, body } = await preview(csv);
    expect([status, body.errors, body.corrections, body.left_out]).toEqual([200, [], [], []]);
    const again = await preview(await get(`${path}&format=xlsx`), 'back.xlsx');
    expect([again.status, again.body.errors, again.body.corrections]).toEqual([200, [], []]);
  });

  it('reads days, months and telephones of a CSV, and names what does not tell what it is', async () => {
    const cases: [Partial<Record<string, string>>, string, unknown][] = [
      [{ Phone: '701234567' }, 'phone', '0701234567'],
      [{ Phone: '7.01234567E+08' }, 'phone', '0701234567'],
      [{ Phone: '7.01E+08' }, 'phone', 'digits_lost'],
      [{ 'Account number': '1.23457E+15' }, 'account_no', 'digits_lost'],
      [{ 'Month of payment': 'March 2026' }, 'payment_month', '2026-03-01'],
      [{ 'Month of payment': '2026-03' }, 'payment_month', '2026-03-01'],
      [{ 'Month of payment': 'حمل ۱۴۰۵' }, 'payment_month', '2026-03-21'],
      [{ 'Month of payment': '1405/01' }, 'payment_month', '2026-03-21'],
      [{ 'Month of payment': '5/10/2026' }, 'payment_month', 'date_unsure'],
    ];
    for (const [cells, property, expected] of cases) {
      const csv = table([row(cells)]);
      const { body } = await preview(csv);
      const [one] = body.rows;
      const codes = one.errors.map(({ code }: Json) => code);
      if (/^[a-z_]+$/.test(String(expected))) expect([cells, codes]).toEqual([cells, [expected]]);
      else {
        expect([cells, codes]).toEqual([cells, []]);
        const upload = new FormData();
        upload.append('file', new Blob([csv]), 'new.csv');
        const response = await fetch(`${server.base}/api/${FIN}/upload`, {
          method: 'POST',
          headers: { authorization: `Bearer ${server.tokens.admin}` },
          body: upload,
        });
        const { records } = (await response.json()) as Json;
        expect((await shown(records[0].id))[property]).toBe(expected);
      }
    }
  });

  it('reads the order of day and month off the other cells of the column', async () => {
    const rows = [row({ 'Month of payment': '5/10/2026' }), row({ 'Month of payment': '4/21/2026' })];
    const { body } = await preview(table(rows));
    expect(body.rows.map((one: Json) => one.errors)).toEqual([[], []]);
    expect(body.rows.map((one: Json) => one.cells.payment_month.text)).toEqual(['May 2026', 'April 2026']);
  });

  it('tells the delimiter and the encoding of a CSV by its whole head', async () => {
    const semicolons = table([row({ For: 'one' }), row({ For: 'two' })], ';').replace(
      '"Account number"',
      '"Note (a, b, c, d, e, f, g, h, i, j, k)"',
    );
    const titled = `Payments of Bamyan, Hamal, 1405\r\n${table([row({ For: 'one' }), row({ For: 'two' })], ';')}`;
    const twoBytes = Buffer.from(`\ufeff${table([row({ For: 'one' }), row({ For: 'two' })], '\t')}`, 'utf16le');
    for (const [file, name] of [
      [semicolons, 'a.csv'],
      [titled, 'a.csv'],
      [twoBytes, 'a.txt'],
    ] as const) {
      const { status, body } = await preview(file as string, name);
      expect([status, body.meta?.rows, body.meta?.wrong]).toEqual([200, 2, 0]);
    }
    const arabic = Buffer.concat([Buffer.from(table([row({})])), Buffer.from([0xc7, 0xe1, 0xe3])]);
    expectRefusal(await preview(arabic), 'sheet_encoding');
    expectRefusal(await preview(Buffer.alloc(0)), 'file_empty');
  });

  it('says that the column with the versions is missing, and what stands under a blank heading', async () => {
    const id = await payment({ purpose: 'blank heading' });
    const lines: string[][] = parse(await get(`${FIN}/export?all=1&format=csv&ids=${id}`), { bom: true });
    const at = lines[1]?.indexOf('version') ?? -1;
    const text = (all: string[][]) => all.map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\r\n');
    const { status, body } = await preview(text(lines.map((line) => line.filter((_cell, n) => n !== at))));
    expectRefusal({ status, body }, 'sheet_column_missing');
    expect(body.message).toContain('Version of the record');
    const beside = await preview(text(lines.map((line, n) => [...line, n === 2 ? 'a note' : ''])));
    expect(beside.body.left_out).toEqual([expect.objectContaining({ heading: 'a note' })]);
  });

  it('names an empty and a damaged file, and cuts the name of one before a sign', async () => {
    const upload = async (content: Buffer, name: string): Promise<{ status: number; body: Json }> => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(content)]), name);
      const response = await fetch(`${server.base}/api/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.tokens.admin}` },
        body,
      });
      return { status: response.status, body: await response.json() };
    };
    expectRefusal(await upload(Buffer.alloc(0), 'empty.pdf'), 'file_empty');
    const { body } = await upload(Buffer.from('%PDF-1.7\n%âãÏÓ\n'), `a${'😀'.repeat(100)}.pdf`);
    expect(body.name.isWellFormed?.() ?? !/[\ud800-\udbff](?![\udc00-\udfff])/.test(body.name)).toBe(true);
  });

  it('has a codebook whose names are those of the columns, under one line of names, and options one a line', async () => {
    await payment({ purpose: 'codebook' });
    const files = unzipSync(
      new Uint8Array(await get(`${FIN}/export?format=zip&all=1&tables=1&codebook=1&split=1&header=names`)),
    );
    const read = (part: RegExp): string[][] => {
      const [, content] = Object.entries(files).find(([name]) => part.test(name)) ?? [];
      return parse(Buffer.from(content ?? []), { bom: true });
    };
    const [head = [], first = []] = read(/^1 /);
    const book = read(/Codebook/);
    expect(new Set(head).size).toBe(head.length);
    expect(book.slice(1).map(([, name]) => name)).toEqual(head);
    expect(head).toEqual(
      expect.arrayContaining(['payee_name', 'amount', 'record.created_at', 'record.created_by', 'record.captured_at']),
    );
    expect(first[head.indexOf('record.created_at')]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(head.filter((name) => /^record\.\w+_at$/.test(name)).length).toBeGreaterThan(3);
    const options = read(/Options/);
    expect(options.map(([, name, value]) => `${name}=${value}`)).toContain('currency=AFN');
  });

  it('writes days that programs can sort and group, under a filter', async () => {
    const made = await admin().must('POST', 'examples-dates/store', { visit_date: '2026-02-03' });
    const file = await get(`examples-dates/export?all=1&ids=${made.id}`);
    const xml = new TextDecoder().decode(unzipSync(new Uint8Array(file))['xl/worksheets/sheet1.xml']);
    expect(xml).toContain('<autoFilter ref="A2:');
    const [sheet] = await readSheets(new Blob([new Uint8Array(file)]));
    const lines = sheet?.data as unknown[][];
    const at = lines[1]?.findIndex((name) => /^visit_date \(\w+\)$/.test(String(name))) ?? -1;
    expect(lines[2]?.[at]).toEqual(new Date('2026-02-03'));
  });

  it('exports records as they are stored, one JSON a line, and with their place', async () => {
    const made = await admin().must('POST', 'examples-places/store', {
      province_id: province(),
      latitude: 34.5553,
      longitude: 69.2075,
    });
    const lines = (await get('examples-places/export?format=ndjson')).toString('utf8').trim().split('\n');
    const line = lines.map((one) => JSON.parse(one)).find(({ id }) => id === made.id);
    expect(line).toMatchObject({ state: expect.any(String), created_at: expect.any(String), data: expect.any(Object) });
    const map = JSON.parse((await get('examples-places/export?format=geojson')).toString('utf8'));
    expect(map.features.find((one: Json) => one.id === made.id)?.geometry).toEqual({
      type: 'Point',
      coordinates: [69.2075, 34.5553],
    });
    expectRefusal(await admin().call('GET', `${FIN}/export?format=geojson`), 'bad_filter');
  });

  it('does not repeat with each page of a walk what the first one said', async () => {
    await payment({ purpose: 'walk 1' });
    await payment({ purpose: 'walk 2' });
    const first = await admin().must('GET', `${FIN}?per_page=1`);
    expect(first.meta).toMatchObject({ provinces: expect.any(Array), status: expect.any(Array) });
    const { data, meta } = await admin().must('GET', `${FIN}?per_page=1&after=${first.meta.next_cursor}`);
    expect(data[0].id).not.toBe(first.data[0].id);
    expect(Object.keys(meta)).not.toEqual(expect.arrayContaining(['provinces']));
  });

  it('refuses more rows a page than there can be', async () => {
    expectRefusal(await admin().call('GET', `${FIN}?per_page=201`), 'bad_filter');
    expect((await admin().must('GET', `${FIN}?per_page=200`)).meta.per_page).toBe(200);
  });
});

describe('openapi.json', () => {
  it('refers to nothing that it does not have, and names every operation once', async () => {
    const server = await startTestServer('sqlite');
    const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    await server.stop();
    const dangling = new Set<string>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key !== '$ref' || typeof inner !== 'string') visit(inner);
        else if (!inner.startsWith('#/')) dangling.add(inner);
        else {
          const steps = inner
            .slice(2)
            .split('/')
            .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
          if (steps.reduce<Json>((at, step) => at?.[decodeURIComponent(step)], document) === undefined)
            dangling.add(inner);
        }
      }
    };
    visit(document);
    expect([...dangling]).toEqual([]);
    const ids = Object.values(document.paths).flatMap((calls) =>
      Object.values(calls as Json).map((call) => (call as Json).operationId),
    );
    expect(ids.every((id) => /^[a-z][A-Za-z0-9]+$/.test(id))).toBe(true);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});
