/** What an export wrote comes back with corrections: exactly the changed cells, all records or none, and nothing twice. */
import { parse } from 'csv-parse/sync';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, schoolAnswers } from './http-stage.ts';

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

type Sheets = Record<string, string[][]>;

describe.each(ANY_DATABASE)('corrections on %s', (database) => {
  let server: TestServer;
  let made: string[];
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-repeats'), { by: server.person('mande').id });
    made = [];
    for (const head of [62, 63, 64]) {
      const answer = await server.person('mande').call('POST', `${REPEATS}/store`, household(head));
      expect(answer.status).toBe(200);
      made.push(answer.body.id);
    }
  });
  afterAll(() => server?.stop());

  const exported = async (query = 'tables=1', base = REPEATS): Promise<Sheets> => {
    const response = await fetch(`${server.base}/api/${base}/export?format=zip&all=1&${query}`, {
      headers: { authorization: `Bearer ${server.tokens.mande}` },
    });
    expect(response.status).toBe(200);
    const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
    return Object.fromEntries(
      files.map(([name, content]) => [name, parse(Buffer.from(content), { bom: true, relax_column_count: true })]),
    );
  };
  const send = async (
    sheets: Sheets,
    { path = 'upload/preview', who = 'mande', base = REPEATS, decided = '' } = {},
  ) => {
    const body = new FormData();
    if (decided) body.append('decided', decided);
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const files = Object.entries(sheets).map(([name, lines]): [string, Uint8Array] => [
      name,
      strToU8(lines.map((line) => line.map(quoted).join(',')).join('\r\n')),
    ]);
    body.append('file', new Blob([zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>]), 'back.zip');
    const response = await fetch(`${server.base}/api/${base}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens[who]}` },
      body,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  /** Writes into a cell of the first line of a record, under the stored name of a column. Returns its address. */
  const put = (sheets: Sheets, at: number, column: RegExp, record: number, value: string): string => {
    const lines = Object.values(sheets)[at] as string[][];
    const index = (lines[1] as string[]).findIndex((name) => column.test(name));
    expect(index, String(column)).toBeGreaterThanOrEqual(0);
    const line = lines.findIndex((cells) => cells.includes(made[record] as string));
    (lines[line] as string[])[index] = value;
    return `${at > 0 ? Object.keys(sheets)[at]?.replace('.csv', '!') : ''}${String.fromCharCode(65 + index)}${line + 1}`;
  };

  const revisions = async (id: string): Promise<Json[]> =>
    (await server.person('mande').must('GET', `${REPEATS}/${id}/history`)).data;
  const answersOf = async (id: string): Promise<Json> =>
    (await server.person('mande').must('GET', `${REPEATS}/${id}`)).data.data;
  const errorsIn = ({ body }: { body: Json }) =>
    [...body.errors, ...body.corrections.flatMap((one: Json) => one.errors)].map(({ address, code }) => [
      address,
      code,
    ]);

  it('changes nothing when nothing was changed, in every language and style', async () => {
    for (const style of [
      'tables=1&codebook=1',
      'tables=1&labels=all&split=1',
      'tables=1&labels=codes&calendar=solar',
      'localSuffix=pa&names=1',
    ]) {
      const { status, body } = await send(await exported(style));
      expect([status, body.corrections, body.errors, body.left_out, body.meta], style).toEqual([
        200,
        [],
        [],
        [],
        { records: 3, changed: 0, cells: 0, unchanged: 3, already: 0, collisions: 0, errors: 0 },
      ]);
    }
  });

  it('reads the saved value of a formula, and names the cell of one that was never calculated', async () => {
    const csv = await exported();
    const [fare, income, size] = [
      put(csv, 0, /^fare /, 0, ''),
      put(csv, 0, /^income /, 1, ''),
      put(csv, 0, /^hh_size /, 2, ''),
    ];
    const response = await fetch(`${server.base}/api/${REPEATS}/export?all=1&tables=1`, {
      headers: { authorization: `Bearer ${server.tokens.mande}` },
    });
    const parts = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const upload = async (cells: Record<string, string>) => {
      let xml = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
      for (const [address, content] of Object.entries(cells)) {
        const before = xml;
        xml = xml.replace(new RegExp(`<c r="${address}"[^>]*>.*?</c>`, 's'), `<c r="${address}">${content}</c>`);
        expect(xml, address).not.toBe(before);
      }
      const body = new FormData();
      const file = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(xml) });
      body.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'back.xlsx');
      const answer = await fetch(`${server.base}/api/${REPEATS}/upload/preview`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.tokens.mande}` },
        body,
      });
      return (await answer.json()) as Json;
    };
    const right = await upload({ [fare]: '<f>10+5</f><v>15</v>' });
    expect(right.errors).toEqual([]);
    expect(right.meta).toMatchObject({ changed: 1, cells: 1, errors: 0 });
    const wrong = await upload({
      [fare]: '<f>10+5</f>',
      [income]: '<f>1+1</f><v></v>',
      [size]: '<f t="shared" si="0"/>',
    });
    expect(errorsIn({ body: wrong }).sort()).toEqual([fare, income, size].map((at) => [at, 'cell_failed']).sort());
  });

  it('changes exactly the changed cells of records and rows, once, and the history says so', async () => {
    const sheets = await exported();
    const fare = put(sheets, 0, /^fare /, 0, '۱۵');
    const age = put(sheets, 1, /^age /, 0, '61');
    const day = put(sheets, 2, /^day .* solar$/, 0, '1405/05/15');
    const { body } = await send(sheets);
    expect(body.corrections.map(({ id, cells }: Json) => [id, cells])).toEqual([
      [
        made[0],
        [
          { address: fare, title: 'Fare to the clinic', old: '10', new: '15' },
          {
            address: age,
            title: expect.stringMatching(/1 · Age/),
            old: '62',
            new: '61',
          },
          {
            address: day,
            title: expect.stringMatching(/ 1 · .* 1 · /),
            old: expect.anything(),
            new: expect.anything(),
          },
        ],
      ],
    ]);
    expect((await revisions(made[0] as string)).length).toBe(1);
    const taken = await send(sheets, { path: 'upload' });
    expect([taken.status, taken.body.imported, taken.body.records[0].id]).toEqual([200, 1, made[0]]);
    const now = await answersOf(made[0] as string);
    expect([now.fare, now.members[0].age, now.members[0].visits[0].day]).toEqual([15, 61, '2026-08-06']);
    const [last] = await revisions(made[0] as string);
    expect([last.seq, last.action, last.comment]).toEqual([2, 'edit', 'Corrected in a spreadsheet']);
    expect((await send(sheets)).body.meta).toMatchObject({ changed: 0, already: 1, errors: 0 });
    expect((await send(sheets, { path: 'upload' })).body.imported).toBe(0);
    expect((await revisions(made[0] as string)).length).toBe(2);
  });

  it('merges with what somebody else changed meanwhile, and asks where both changed the same answer', async () => {
    const [, second, third] = made as [string, string, string];
    const sheets = await exported();
    put(sheets, 0, /^income /, 1, '2000');
    put(sheets, 0, /^fare /, 2, '20');
    for (const id of [second, third]) {
      const changed = await server
        .person('mande')
        .call('PUT', `${REPEATS}/${id}`, { ...household(65), fare: 30, version: 1 });
      expect(changed.status).toBe(200);
    }
    const { body } = await send(sheets);
    expect(
      body.corrections.map(({ id, collides, version, exported }: Json) => [id, collides, version, exported]),
    ).toEqual([
      // In the order of the file.
      [third, true, 2, 1],
      [second, false, 2, 1],
    ]);
    expect(body.corrections[0].cells[0]).toMatchObject({ old: '10', new: '20', theirs: '30' });
    const asked = await send(sheets, { path: 'upload' });
    expect([asked.status, asked.body.code, asked.body.undecided]).toEqual([422, 'sheet_undecided', [third]]);
    // A decision about another version than the one that was seen is none.
    expectRefusal(await refusalOf(send(sheets, { path: 'upload', decided: `${third}:1:mine` })), 'sheet_undecided');
    expect((await send(sheets, { path: 'upload', decided: `${third}:2:theirs` })).body.imported).toBe(1);
    expect(await answersOf(second)).toMatchObject({ income: 2000, fare: 30, head_age: 65 });
    expect((await answersOf(third)).fare).toBe(30);
    expect((await send(sheets, { path: 'upload', decided: `${third}:2:mine` })).body.imported).toBe(1);
    expect(await answersOf(third)).toMatchObject({ fare: 20, head_age: 65 });
  });

  it('saves nothing of a file with a wrong cell, and names every one', async () => {
    const before = await answersOf(made[0] as string);
    const sheets = await exported();
    const income = put(sheets, 0, /^income /, 0, '7777');
    const wrong = [
      [put(sheets, 0, /^fare /, 0, '-5'), 'minimum'],
      [put(sheets, 0, /^fare /, 1, 'many'), 'decimal'],
      [put(sheets, 1, /^occupation /, 1, 'astronaut'), 'choice_unknown'],
      [put(sheets, 0, /^version$/, 2, '99'), 'sheet_record_version'],
    ];
    put(sheets, 0, /^visited .* solar$/, 1, '1405/01/01');
    wrong.push([put(sheets, 0, /^visited .*\)$/, 1, '2026-09-11'), 'sheet_two_days']);
    const [records, members] = Object.values(sheets) as [string[][], string[][]];
    const idAt = (lines: string[][]) => lines[1]?.indexOf('id') as number;
    const id = server.person('admin').id;
    records.push(records[2] as string[], (records[2] as string[]).with(idAt(records), id));
    const last = members.findLast((cells) => cells.includes(made[0] as string)) as string[];
    members.push(last.with(members[1]?.indexOf('members #') as number, '9'), last.with(idAt(members), ''));
    const [look, taken] = [await send(sheets), await send(sheets, { path: 'upload' })];
    expect([look.status, taken.status, taken.body.code]).toEqual([200, 422, 'validation_failed']);
    const found = errorsIn(look);
    for (const one of wrong) expect(found).toContainEqual(one);
    // A cell with an error has no new answer to show.
    const shown = look.body.corrections.flatMap(({ cells }: Json) => cells.map(({ address }: Json) => address));
    expect(shown.filter((address: string) => found.some(([at]) => at === address))).toEqual([]);
    expect(shown).toContain(income);
    const rows = found.map(([, code]) => code).filter((code) => !wrong.some(([, known]) => known === code));
    expect(rows.sort()).toEqual(['sheet_record_twice', 'sheet_record_unknown', 'sheet_row_new', 'sheet_row_new']);
    expect(look.body.meta.errors).toBe(wrong.length + 4);
    expect(await answersOf(made[0] as string)).toEqual(before);
  });

  it('takes an unchanged cell of a record that was renamed since, and no other name', async () => {
    const stage = await prepareStage(server);
    const [base, who] = ['schools-rates', 'mande'];
    const sheets = await exported('', base);
    const lines = Object.values(sheets)[0] as string[][];
    const name = 'مکتب نمونهٔ بامیان';
    const renamed = schoolAnswers(stage, 'Another name');
    await server.person('focal.bamyan').must('PUT', `schools/${stage.school}`, renamed);
    await server.services.idle();
    const look = await send(sheets, { base, who });
    expect(errorsIn(look)).toEqual([]);
    expect(look.body.meta).toMatchObject({ records: 1, changed: 0, unchanged: 1 });
    const column = (lines[1] as string[]).findIndex((cell) => cell.startsWith('cbms_school_id'));
    (lines[2] as string[])[column] = `${name} never`;
    expect(errorsIn(await send(sheets, { base, who }))).toHaveLength(1);

    // Ids of another province are as unknown as invented ones, also to whoever may correct their own.
    (lines[2] as string[])[column] = name;
    const foreign = await send(sheets, { base, who: 'coordinator.kabul' });
    expect([foreign.status, ...errorsIn(foreign).map(([, code]) => code)]).toEqual([200, 'sheet_record_unknown']);
    expect(JSON.stringify(foreign.body)).not.toContain(name);
    const sent = await send(sheets, { base, who: 'coordinator.kabul', path: 'upload' });
    expectRefusal(sent, 'validation_failed');
  });

  it('refuses a cell of a megabyte without sending it back', async () => {
    const sheets = await exported('');
    put(sheets, 0, /^income/, 0, `=${'9'.repeat(1_000_000)}`);
    const large = await send(sheets);
    expect(large.status === 422 || errorsIn(large).length === 1, JSON.stringify(large.body).slice(0, 300)).toBe(true);
    expect(JSON.stringify(large.body).length, 'the cell is not sent back').toBeLessThan(20_000);
    expect((await server.person('mande').call('GET', REPEATS)).status).toBe(200);
  });

  it('leaves out what it does not know, and refuses what was not exported from here', async () => {
    const sheets = await exported('');
    const lines = Object.values(sheets)[0] as string[][];
    for (const line of lines) line.push('__proto__');
    lines[3]?.splice(0, 1, 'another code');
    const { body } = await send(sheets);
    expect(body.left_out.map(({ heading, reason, cells }: Json) => [heading, reason, cells])).toEqual([
      ['__proto__', 'unknown', 0],
      [lines[0]?.[0], 'fixed', 1],
    ]);
    const other = await send(sheets, { base: 'finance-initials', who: 'finance' });
    expect([other.status, other.body.errors?.[0]?.code ?? other.body.code]).toEqual([200, 'sheet_record_unknown']);
    const strange = await send({ 'a.csv': [['Name'], ['x']] });
    expect([strange.status, strange.body.code]).toEqual([422, 'sheet_not_exported']);
    expectRefusal(await refusalOf(send(sheets, { who: 'focal.kabul' })), 'role_needed');
    await server.person('mande').must('DELETE', `${REPEATS}/${made[2]}`);
    expect(errorsIn(await send(sheets)).map(([, code]) => code)).toEqual(['sheet_record_unknown']);
  });
});
