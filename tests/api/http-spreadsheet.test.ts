/** Records from a spreadsheet: what was read, errors by cell, all rows or none, the same content only once. */

import { unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const HEAD = [
  'Name',
  'ولایت',
  'ولسوالۍ',
  'Department',
  'Month of payment',
  'Amount',
  'Currency',
  'For',
  'Phone',
  'Account number',
];

const TRAINING = { start_date: '2026-04-01', participants: [{ first_name: 'One', gender: 'female' }] };
const CENTER = { filling_date: '2026-04-01', monitoring_status: 'on-going' };

describe.each(ANY_DATABASE)('spreadsheets on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const send = async (
    file: Buffer | string,
    {
      base = 'finance-initials',
      path = 'upload',
      name = 'payments.xlsx',
      who = 'finance',
      language = 'en',
      keep = '',
      leave_out = '',
    } = {},
  ): Promise<{ status: number; body: Json }> => {
    const body = new FormData();
    if (keep) body.append('keep', keep);
    if (leave_out) body.append('leave_out', leave_out);
    body.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
    const response = await fetch(`${server.base}/api/${base}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens[who]}`, 'accept-language': language },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const preview = (file: Buffer | string, more: Parameters<typeof send>[1] = {}) =>
    send(file, { path: 'upload/preview', ...more });
  const book = (rows: (string | number | Date | boolean | null)[][]): Promise<Buffer> =>
    writeXlsxFile(
      rows.map((row) =>
        row.map((value) =>
          value === null ? null : value instanceof Date ? { value, type: Date, format: 'yyyy-mm-dd' } : { value },
        ),
      ) as SheetData,
      { sheet: 'Payments' },
    ).toBuffer();
  const good = (name: string): (string | number | Date | null)[] => [
    name,
    'Bamyan',
    null,
    department().id,
    new Date('2026-05-01'),
    12500.5,
    'AFN',
    'Stipend',
    null,
    null,
  ];
  const total = async (): Promise<number> =>
    (await server.person('admin').must('GET', 'finance-initials?per_page=5')).meta.total;
  const department = (): Json => server.services.registry.choices('department')[0];

  it('reads a file with the headings of an older version', async () => {
    const publish = (version: number) => {
      const { definition, schema } = structuredClone(wellSource(1)) as Json;
      definition.version = version;
      definition.changes.from = version - 1;
      definition.import = { path: '/test/wells/upload', fields: version > 1 ? ['called', 'depth'] : ['name', 'depth'] };
      if (version > 1) {
        definition.sections[0].fields[0] = 'called';
        definition.fields.called = {
          ...definition.fields.name,
          label: { en: 'Called', fa: 'نامیده', ps: 'نومول شوی' },
        };
        delete definition.fields.name;
        definition.name = ['called'];
        definition.list = { columns: ['called', 'depth'] };
        schema.required = ['called'];
        schema.properties.called = schema.properties.name;
        delete schema.properties.name;
      }
      return server.services.registry.publish({ definition, schema });
    };
    await publish(1);
    await publish(2);
    const well = { base: 'test/wells', who: 'admin', name: 'wells.csv' };
    for (const heading of ['Name', 'name', 'Called', 'called']) {
      const { status, body } = await preview(`${heading},Depth\nBy the mosque,Deep\n`, well);
      expect([status, body.left_out, body.rows[0].errors], heading).toEqual([200, [], []]);
      expect(body.rows[0].cells.called.text, heading).toBe('By the mosque');
    }
  });

  it('reads what people write: both calendars and digits, names in any language or codes, numbers that were texts', async () => {
    const { name_ps, id } = department();
    const file = await book([
      ['List of payments'],
      HEAD,
      ['زهرا نمونه', 'بامیان', null, name_ps, '۱۴۰۵/۰۲/۱۱', '۱۲٬۵۰۰٫۵', 'افغانی', 'کرایه', 700123456, '0001234'],
      ['Second', 'AF10', null, id, new Date('2026-05-01'), '1,000', 'usd', 'Rent', null, 123456],
      [],
      ['Third', 'bamyan', null, id, '1 May 2026', 7, 'EURO', 'Rent', '0700123457', null],
    ]);
    const { status, body } = await preview(file, { language: 'fa' });
    expect([status, body.rows.map((row: Json) => [row.row, row.errors])]).toEqual([
      200,
      [
        [3, []],
        [4, []],
        [6, []],
      ],
    ]);
    const words = (row: number, property: string) => body.rows[row].cells[property];
    expect(words(0, 'payment_month')).toEqual({ text: 'ثور ۱۴۰۵', typed: '۱۴۰۵/۰۲/۱۱' });
    expect(words(1, 'payment_month').text).toBe('ثور ۱۴۰۵');
    expect(words(0, 'province_id').text).toBe(words(1, 'province_id').text);
    expect(words(0, 'currency').text).toBe('افغانی');
    expect(words(0, 'amount').text).toBe('۱۲٬۵۰۰٫۵');
    expect(words(0, 'phone').text).toBe('0700123456');
    expect(words(1, 'account_no').text).toBe('123456');
    expect(body.columns.find((column: Json) => column.property === 'amount')).toMatchObject({
      letter: 'F',
      required: true,
    });
    const before = await total();
    const made = await send(file);
    expect([made.status, made.body.imported]).toEqual([200, 3]);
    expect(await total()).toBe(before + 3);
    const record = (await server.person('admin').must('GET', `finance-initials/${made.body.records[0].id}`)).initial;
    expect(record.data).toMatchObject({
      payee_name: 'زهرا نمونه',
      payment_month: '2026-05-01',
      amount: 12500.5,
      currency: 'AFN',
      department: id,
      account_no: '0001234',
    });
    expect(new Set(made.body.records.map(({ code }: Json) => code)).size).toBe(3);
  });

  it('names every wrong cell, and makes nothing of a file with one', async () => {
    const long = 'x'.repeat(400);
    const file = await book([
      HEAD,
      good('Right'),
      ['', 'Atlantis', null, 'no such', '1405/13/01', 'many', 'AFN', long, 'abc', 12345678901234560],
      [null, 'Bamyan', 'Paghman', department().id, '31/02/2026', -5, 'AFN', 'Rent', null, '#REF!'],
    ]);
    const { body } = await preview(file);
    expect(body.meta).toMatchObject({ rows: 3, wrong: 2 });
    const errors = body.rows.flatMap((row: Json) => row.errors);
    expect(Object.fromEntries(errors.map(({ address, code }: Json) => [address, code]))).toEqual({
      A3: 'required',
      B3: 'choice_unknown',
      D3: 'choice_unknown',
      E3: 'date',
      F3: 'decimal',
      H3: 'max_length',
      I3: 'phone',
      J3: 'digits_lost',
      A4: 'required',
      C4: 'choice_unknown',
      E4: 'date',
      F4: 'minimum',
      J4: 'cell_failed',
    });
    expect(errors.find(({ address }: Json) => address === 'B3').message).toContain('Atlantis');
    const dari = (await preview(file, { language: 'fa' })).body.rows[1].errors;
    expect(dari.every(({ message }: Json) => /[آ-ی]/.test(message))).toBe(true);
    const before = await total();
    const refused = await send(file);
    expect([refused.status, refused.body.code, Object.keys(refused.body.cells).length]).toEqual([
      422,
      'validation_failed',
      13,
    ]);
    expect(await total()).toBe(before);
  });

  it('takes the same content once, also when saved again, from another person and at the same moment', async () => {
    const rows = [HEAD, good('Once A'), good('Once A'), good('Once B')];
    const before = await total();
    const keep = '3';
    const both = await Promise.all([send(await book(rows), { keep }), send(await book(rows), { keep })]);
    expect(both.map(({ status, body }) => [status, body.imported, body.records.length]).sort()).toEqual([
      [200, 0, 3],
      [200, 3, 3],
    ]);
    expect(await total()).toBe(before + 3);
    const again = await send(await book(rows), { who: 'admin' });
    expect(again.body).toMatchObject({ imported: 0, already: { by: { name: 'Test Finance' } } });
    expect((await preview(await book(rows))).body.already.records).toHaveLength(3);
    expect(await total()).toBe(before + 3);
  });

  it('doubles nothing silently: a row that says the same is left out or kept, as somebody decided', async () => {
    const there = (await send(await book([HEAD, good('زهرا یکسان')]))).body.records[0];
    // The same name in other letters, and another account number: the key is equal.
    const again = good('زهرا يکسان');
    again[9] = '99';
    const file = await book([HEAD, again, good('Another one'), good('another ONE')]);
    const { body } = await preview(file);
    expect(body.meta).toMatchObject({ rows: 3, wrong: 0, same: 2 });
    expect(body.rows.map((row: Json) => row.same)).toEqual([
      { rows: [], records: [{ id: there.id, code: there.code }] },
      null,
      { rows: [3], records: [] },
    ]);
    const before = await total();
    const undecided = await send(file, { language: 'ps' });
    expect([undecided.status, undecided.body.code, undecided.body.same.map((one: Json) => one.row)]).toEqual([
      422,
      'sheet_same',
      [2, 4],
    ]);
    expect((await send(file, { keep: '2' })).body.code).toBe('sheet_same');
    expect((await send(file, { leave_out: '2,3,4' })).body.code).toBe('sheet_empty');
    expect(await total()).toBe(before);
    expect((await send(file, { leave_out: '2', keep: '4' })).body).toMatchObject({ imported: 2 });
    expect(await total()).toBe(before + 2);
    expect((await preview(file)).body).toMatchObject({ meta: { same: 0 }, already: { records: [{}, {}] } });
  });

  it('tells line by line how far it is, and keeps nothing when the caller hangs up', async () => {
    const many = (mark: string) =>
      `${HEAD.join(',')}\n${Array.from({ length: 600 }, (_, n) => `${mark} ${n},Bamyan,,${department().id},2026-05-01,${n + 1},AFN,y,,`).join('\n')}`;
    const open = async (csv: string, signal?: AbortSignal) => {
      const body = new FormData();
      body.append('file', new Blob([csv]), 'a.csv');
      return fetch(`${server.base}/api/finance-initials/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.tokens.finance}`, accept: 'application/x-ndjson' },
        body,
        ...(signal && { signal }),
      });
    };
    const lines = (await (await open(many('Lines'))).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.pop().result.imported).toBe(600);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ step, done }) => ['check', 'write'].includes(step) && done <= 600)).toBe(true);

    const before = await total();
    const stop = new AbortController();
    const answer = await open(many('Left'), stop.signal);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    stop.abort();
    await reader.read().catch((error: Error) => expect(error.name).toBe('AbortError'));
    // A later request shows that nothing of it is stored.
    await expect.poll(async () => (await preview(many('Left'), { name: 'a.csv' })).body.already).toBe(null);
    expect(await total()).toBe(before);

    const wrong = await open(`${HEAD.join(',')}\nx,Atlantis,,1,2026-05-01,1,AFN,y,,`);
    expect(JSON.parse(await wrong.text())).toMatchObject({ status: 422, error: { code: 'validation_failed' } });
  });

  it('finds people and records by name, code or user name, and says which cell names none or several', async () => {
    const admin = server.person('admin');
    const { id: province } = [...server.services.registry.places().values()].find(
      (place) => place.level === 'province' && place.name_en === 'Bamyan',
    ) as Json;
    const district = [...server.services.registry.places().values()].find((place) => place.parent_id === province)?.id;
    const at = { province_id: province, district_id: district };
    const staff = async (first_name: string): Promise<Json> =>
      admin.must('POST', 'staff', { first_name, last_name: 'Sheet', role: 'focal-point', ...at });
    const [one, two, three] = [await staff('Twin'), await staff('Twin'), await staff('Zahra')];
    await server.services.database.kysely
      .updateTable('users')
      .set({ person_id: three.id })
      .where('username', '=', 'focal.bamyan')
      .execute();
    const monitor = async (first_name: string): Promise<Json> =>
      admin.must('POST', 'local-monitors', { first_name, last_name: 'Watcher', phone: '0700000001', ...at });
    const [m1, m2] = [await monitor('لیلا'), await monitor('Omid')];
    const training = await admin.must('POST', 'trainings', {
      ...TRAINING,
      province_id: province,
      title: 'Counting (basics)',
    });
    const center = await admin.must('POST', 'health-centers/store', {
      ...CENTER,
      type_id: server.services.registry.choices('health-center-type')[0]?.id,
      ...at,
      name: 'مرکز یکاولنگ',
    });

    const follow = { base: 'health-centers-followup', who: 'admin' };
    const head = [
      'health_center',
      'Date of the follow-up',
      'Problems',
      'Way',
      'Summary',
      'Result',
      'Next step',
      'Local monitors',
      'Followed up by',
    ];
    const type = server.services.registry.choices('problem-type.health')[0]?.name_en as string;
    const row = (center_: string, monitors: string | null, by: string | null) => [
      center_,
      '2026-05-01',
      type,
      'Meeting',
      `Talk ${by}`,
      'Solved',
      null,
      monitors,
      by,
    ];
    const names = await book([
      head,
      row('مرکز يكاولنگ', 'لیلا Watcher، omid watcher', 'focal.bamyan'),
      row(center.code, m1.code, `Twin Sheet (${two.code})`),
      row(center.code.toLowerCase(), null, one.id),
    ]);
    const made = await send(names, follow);
    expect([made.status, made.body.imported]).toEqual([200, 3]);
    const stored = await Promise.all(
      made.body.records.map(
        async ({ id }: Json) => (await admin.must('GET', `health-centers-followup/${id}`)).data.data,
      ),
    );
    expect(
      stored.map((data: Json) => [data.health_center_id, data.local_monitor_ids ?? [], data.followed_by_id]),
    ).toEqual([
      [center.id, [m1.id, m2.id], three.id],
      [center.id, [m1.id], two.id],
      [center.id, [], one.id],
    ]);
    const doubtful = await book([head, row('No such center', 'Omid Watcher, Nobody', 'twin sheet')]);
    const { errors } = (await preview(doubtful, { ...follow, language: 'fa' })).body.rows[0];
    expect(errors.map(({ address, code }: Json) => `${address} ${code}`)).toEqual([
      'A2 choice_unknown',
      'H2 choice_unknown',
      'I2 choice_ambiguous',
    ]);
    expect(errors[1].message).toContain('«Nobody»');
    // A user who cannot see a record cannot find it by name either.
    const hidden = await preview(names, { ...follow, who: 'focal.kabul' });
    expect(hidden.status === 403 || hidden.body.rows[0].errors.length > 0).toBe(true);

    const people = await book([
      ['Training', 'First name', 'Gender'],
      ['counting (BASICS)', 'Someone', 'Female'],
      [training.code, 'Someone else', 'Male'],
    ]);
    expect((await send(people, { base: 'participants', who: 'admin' })).body.imported).toBe(2);
    const sheet = await fetch(`${server.base}/api/health-centers-followup/upload/template`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    const choices = (await readSheets(new Blob([await sheet.arrayBuffer()])))[2]?.data.flat();
    expect(choices).toEqual(expect.arrayContaining(['مرکز یکاولنگ', `Twin Sheet (${one.code})`, 'Zahra Sheet']));
  });

  it('refuses what is no spreadsheet, too large, without headings or columns, in words', async () => {
    const codeOf = async (file: Buffer | string, name = 'a.xlsx') => {
      const { status, body } = await preview(file, { name });
      return `${status} ${body.code}`;
    };
    expect(await codeOf('PK\u0003\u0004 torn')).toBe('422 sheet_unreadable');
    expect(await codeOf((await book([HEAD])).subarray(0, 900))).toBe('422 sheet_unreadable');
    expect(await codeOf(Buffer.from(zipSync({ 'notes.txt': new Uint8Array(4) })))).toBe('422 sheet_unreadable');
    expect(await codeOf('%PDF-1.7', 'a.pdf')).toBe('422 file_type');
    expect(await codeOf(Buffer.alloc(5 * 1024 * 1024 + 1, 65), 'a.csv')).toBe('413 too_large');
    expect(
      await codeOf(
        await book([
          ['Nothing', 'known'],
          ['a', 'b'],
        ]),
      ),
    ).toBe('422 sheet_heading');
    expect(await codeOf(await book([HEAD.slice(0, 4), good('x').slice(0, 4)]))).toBe('422 sheet_column_missing');
    expect(await codeOf(await book([[...HEAD, 'نام'], good('x')]))).toBe('422 sheet_column_twice');
    expect(await codeOf(await book([HEAD]))).toBe('422 sheet_empty');
    const many = `${HEAD.join(',')}\n${'x,Bamyan,,1,2026-05-01,1,AFN,y,,\n'.repeat(2001)}`;
    expect(await codeOf(many, 'a.csv')).toBe('422 sheet_rows');
    const parts = unzipSync(await book([HEAD, good('x')]));
    parts['xl/worksheets/sheet1.xml'] = new Uint8Array(41 * 1024 * 1024);
    expect(await codeOf(Buffer.from(zipSync(parts, { level: 1 })))).toBe('422 sheet_unpacks_large');
  });

  it('reads CSV as Excel and others save it; formulas are texts, and leave an export as texts', async () => {
    const evil = "=cmd|' /C calc'!A0";
    const csv = `\ufeff${HEAD.join(';')}\r\n"${evil}";Bamyan;;${department().id};1405-02-11;1;AFN;"a ""b""; c";;+93700\r\n`;
    const { body } = await send(csv, { name: 'list.csv' });
    expect(body.imported).toBe(1);
    const [{ id }] = body.records;
    const record = (await server.person('admin').must('GET', `finance-initials/${id}`)).initial;
    expect(record.data).toMatchObject({ payee_name: evil, purpose: 'a "b"; c' });
    const take = async (format: string) => {
      const headers = { authorization: `Bearer ${server.tokens.admin}` };
      const answer = await fetch(`${server.base}/api/finance-initials/export?format=${format}`, { headers });
      return Buffer.from(await answer.arrayBuffer());
    };
    expect((await take('csv')).toString('utf8')).toContain(`"'${evil}"`.replace(/^"|"$/g, ''));
    const xlsx = await take('xlsx');
    expect(new TextDecoder().decode(unzipSync(xlsx)['xl/worksheets/sheet1.xml'])).not.toContain('<f>');
    expect(JSON.stringify(await readSheets(new Blob([new Uint8Array(xlsx)])))).toContain(evil);
  });

  it('gives a template in the language of the reader that comes back as it was meant', async () => {
    const headers = { authorization: `Bearer ${server.tokens.finance}`, 'accept-language': 'pa' };
    const answer = await fetch(`${server.base}/api/finance-initials/upload/template`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet.match(/<dataValidation type="list"/g)?.length).toBe(6);
    const [first, guide, choices] = await readSheets(new Blob([new Uint8Array(bytes)]));
    expect(first?.data[0]).toContain('نوم *');
    expect(guide?.data.length).toBe((first?.data[0]?.length ?? 0) + 1);
    expect(choices?.data.flat()).toContain('بامیان');
    expect((await preview(bytes)).body.code).toBe('sheet_empty');
  });

  it('shows the names of those who are paid to people of finance, and to nobody who only reads', async () => {
    const made = (await send(await book([HEAD, good('Only for finance')]))).body.records[0].id;
    const seen = await server.person('finance').must('GET', `finance-initials/${made}`);
    expect(seen.initial.data.payee_name).toBe('Only for finance');
    const read = await server.person('mande').must('GET', `finance-initials/${made}`);
    expect(JSON.stringify(read)).not.toContain('Only for finance');
    for (const path of [
      'finance-initials',
      'finance-initials?text=Only',
      'lookup/records?forms=finance-initial&text=Only',
    ])
      expect(JSON.stringify(await server.person('mande').must('GET', path)), path).not.toContain('Only for finance');
  });

  it('is for those who may make records, where they may make them', async () => {
    const file = await book([HEAD, good('x')]);
    for (const path of ['upload', 'upload/preview'])
      expectRefusal(await refusalOf(send(file, { path, who: 'focal.bamyan' })), 'other_programme');
    expectRefusal(
      await server.person('focal.bamyan').call('GET', 'finance-initials/upload/template'),
      'other_programme',
    );
    expectRefusal(await server.person('admin').call('POST', 'finance-initials/upload', {}), 'bad_body');
    expectRefusal(await server.person('admin').call('GET', 'schools/upload/template'), 'route_not_found');
  });
});
