/**
 * Malicious spreadsheets: each is refused with a sentence, the server keeps working, and ordinary oddities are accepted.
 * Runs on one database, because a file is read before any database call.
 */
import { zipSync } from 'fflate';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../src/server/accounts/newAccount.ts';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import { inFull } from '../support/inFull.ts';
import { ANY_DATABASE, CHEAP, PASSWORD, startTestServer, type TestServer } from '../support/server.ts';
import { line, lying, parts, sheet, workbook } from '../support/workbooks.ts';
import type { Json } from './http-stage.ts';

const HEAD = ['Name', 'Province', 'District', 'Department', 'Month of payment', 'Amount', 'Currency', 'For'];

describe('hostile spreadsheets', { timeout: 120_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(ANY_DATABASE[0] as string);
  });
  afterAll(() => server?.stop());

  const preview = async (file: Buffer | string, name = 'a.xlsx', language = 'en', token = server.tokens.finance) => {
    const body = new FormData();
    body.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
    const response = await fetch(`${server.base}/api/finance-initials/upload/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'accept-language': language },
      body,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  /** Adds an account that may upload payments, and returns its token. */
  const financeOfficer = async (username: string) => {
    const { services } = server;
    const account = {
      ...{ id: uuid(), username: `finance.${username}`, name: 'Somebody', language: 'en' as const, person_id: null },
      password_hash: await hashPassword(PASSWORD, CHEAP),
      grants: [{ role: 'finance-officer', programme: null, province_id: null }],
      ...{ must_change_password: false, disabled: false },
    };
    await services.database.transaction((trx) => insertAccount(trx, account, services.now().toISOString()));
    return services.accounts.sessions.open(account.id, 'tests');
  };
  const codeOf = async (file: Buffer | string, name?: string, token?: string) => {
    const { status, body } = await preview(file, name, 'en', token);
    return `${status} ${body.code ?? 'read'}`;
  };
  const row = (at: number) => line(at, [`P${at}`, 'Bamyan', '', '1', '2026-05-01', '5', 'AFN', 'Rent']);
  const head = line(1, HEAD);
  const cell = (address: string, more = '') => `<c r="${address}" ${more}><v>1</v></c>`;
  const isWell = async () => (await fetch(`${server.base}/api/health`)).status === 200;

  it('a cell at the far end is named and nothing is built up to it', async () => {
    const far = `<row r="1048576">${cell('XFD1048576')}</row>`;
    for (const before of ['', '<dimension ref="A1:XFD1048576"/>']) {
      const { status, body } = await preview(workbook([sheet(head + row(2) + far, { before })]));
      expect([status, body.code, body.message.includes('XFD1048576')]).toEqual([422, 'sheet_cell_far', true]);
    }
    expect(await codeOf(workbook([sheet(`<row r="1">${cell('A1')}</row>${far}`)]))).toBe('422 sheet_heading');
    const wide = `<row r="2">${cell('A2')}${cell('ZZ2')}</row>`;
    expect((await preview(workbook([sheet(head + wide)]), 'a.xlsx', 'ps')).body.message).toContain('ZZ2');
    // Hidden behind a second address, a quoted bracket or another namespace.
    for (const hidden of ['<c r="A3" q:r="XFD1048576"><v>1</v></c>', '<c q=">" r="XFD1048576"><v>1</v></c>'])
      expect(await codeOf(workbook([sheet(`${head + row(2)}<row r="3">${hidden}</row>`)]))).toBe('422 sheet_cell_far');
    for (const odd of ['<c><v>1</v></c>', cell('&#88;FD1'), cell('A999999999999'), '<c r="A3'])
      expect(await codeOf(workbook([sheet(`${head + row(2)}<row r="3">${odd}</row>`)])), odd).toBe(
        '422 sheet_unreadable',
      );
  });

  it('a sheet that is only formatted far down or tells a huge dimension is read as what it holds', async () => {
    const formatted = `<row r="90000" s="1"/><row r="1048576" s="1"><c r="A1048576" s="1"/><c r="XFD1048576"></c><c r="XFE1048576"><v/></c></row>`;
    const file = workbook([
      sheet(head + row(2) + row(400) + formatted, { before: '<dimension ref="A1:XFD1048576"/>' }),
    ]);
    const { status, body } = await preview(file);
    expect([status, body.rows?.map((one: Json) => one.row)]).toEqual([200, [2, 400]]);
  });

  inFull('another sheet may hold more than is read; the one with the rows may not', async () => {
    const many = Array.from({ length: 6000 }, (_, at) => row(at + 2)).join('');
    const list = sheet(Array.from({ length: 6000 }, (_, at) => line(at + 1, [`Village ${at}`])).join(''));
    expect(await codeOf(workbook([sheet(head + row(2)), list]))).toBe('200 read');
    expect(await codeOf(workbook([list, sheet(head + many)]))).toBe('422 sheet_rows');
    // Rows that do not count must not be dropped silently either.
    const beside = Array.from({ length: 6000 }, (_, at) => `<row r="${at + 2}">${cell(`Z${at + 2}`)}</row>`).join('');
    expect(await codeOf(workbook([sheet(head + beside + row(6002))]))).toBe('422 sheet_rows');
    expect(await codeOf(`${HEAD.join(',')}\n${',,,,,,,,,,x\n'.repeat(6000)}`, 'a.csv')).toBe('422 sheet_rows');
  });

  it('what unpacks too large is left at the limit, whatever the archive says of it', async () => {
    const name = 'xl/worksheets/sheet1.xml';
    const large = parts([sheet(head + row(2))]);
    large[name] = new Uint8Array(200 * 1024 * 1024);
    const bomb = Buffer.from(zipSync(large, { level: 9 }));
    expect(await codeOf(bomb)).toBe('422 sheet_unpacks_large');
    expect(await codeOf(lying(bomb, name, 100))).toBe('422 sheet_unreadable');
    expect(await codeOf(lying(workbook([sheet(head + row(2))]), name, 2_000_000_000))).toBe('422 sheet_unreadable');
    expect(await isWell()).toBe(true);
  });

  inFull('thousands of sheets, texts and entities are refused or mean nothing', async () => {
    const small = sheet(row(2));
    expect(await codeOf(workbook(Array.from({ length: 3000 }, () => small)))).toBe('422 sheet_too_many');
    const strings = (items: string) => `<sst>${items}</sst>`;
    const shared = `<row r="2">${cell('A2', 't="s"')}</row>`;
    const amplified = Array.from({ length: 2000 }, (_, at) =>
      ['A', 'B', 'C', 'D', 'E', 'F'].map((column) => cell(`${column}${at + 2}`, 't="s"')).join(''),
    ).map((cells, at) => `<row r="${at + 2}">${cells}</row>`);
    const long = (length: number) => strings(`<si><t>a</t></si><si><t>${'x'.repeat(length)}</t></si>`);
    expect(await codeOf(workbook([sheet(head + shared)], long(1_000_000)))).toBe('422 sheet_cell_long');
    expect(await codeOf(workbook([sheet(head + amplified.join(''))], long(30_000)))).toBe('422 sheet_unpacks_large');
    const several = strings('<si><t>x</t></si>'.repeat(300_000));
    expect(await codeOf(workbook([sheet(head + shared)], several))).toBe('200 read');
    const laughs = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const entity = sheet(head + line(2, ['&l10;']), { head: `<!DOCTYPE w [<!ENTITY l0 "ha">${laughs}]>` });
    const { status, body } = await preview(workbook([entity]));
    expect(status === 422 ? body.code : body.rows[0].cells.payee_name.text).toBe('&l10;');
  });

  it('a CSV of one huge cell or of very many columns is refused in words', async () => {
    const huge = `${HEAD.join(',')}\n${'x'.repeat(4_900_000)},Bamyan`;
    const { body } = await preview(huge, 'a.csv', 'fa');
    expect([body.code, body.message.includes('A2')]).toEqual(['sheet_cell_long', true]);
    expect(await codeOf(`${HEAD.join(',')}\n${'1,'.repeat(100_000)}`, 'a.csv')).toBe('422 sheet_cell_far');
    expect(await codeOf(`${'1,'.repeat(2_000_000)}`, 'a.csv')).toMatch(/422 sheet_(heading|heavy|cell_far)/);
    // Commas after the last answer are not cells.
    expect(await codeOf(`${HEAD.join(',')}\na,Bamyan${','.repeat(1000)}`, 'a.csv')).toBe('200 read');
  });

  it('answers others while a heavy file is read, and refuses a crowd of them', async () => {
    const cells = Array.from({ length: 150 }, (_, at) => {
      const letters =
        (at >= 26 ? String.fromCharCode(64 + Math.floor(at / 26)) : '') + String.fromCharCode(65 + (at % 26));
      return letters;
    });
    const dense = Array.from(
      { length: 5000 },
      (_, at) => `<row r="${at + 2}">${cells.map((letters) => cell(`${letters}${at + 2}`)).join('')}</row>`,
    );
    const heavy = workbook([sheet(head + dense.join(''))]);
    let isDone = false;
    const began = performance.now();
    const done = preview(heavy).finally(() => {
      isDone = true;
    });
    let longest = 0;
    for (let before = began; !isDone; before = performance.now()) {
      expect(await isWell()).toBe(true);
      longest = Math.max(longest, performance.now() - before);
    }
    const took = performance.now() - began;
    expect((await done).body.code).toMatch(/^sheet_(unpacks_large|heavy)$/);
    expect(longest / took).toBeLessThan(0.5);

    const crowd = (tokens: readonly (string | undefined)[]) =>
      Promise.all(tokens.map((token) => codeOf(workbook([sheet(head + row(2))]), undefined, token)));
    // One person's files take turns, so that they crowd nobody out.
    expect(new Set(await crowd(Array.from({ length: 14 }, () => undefined)))).toEqual(new Set(['200 read']));
    const others = await Promise.all(['one', 'two', 'three'].map((name) => financeOfficer(name)));
    const answers = await crowd([...others, server.tokens.finance].flatMap((token) => [token, token, token, token]));
    expect(new Set(answers)).toEqual(new Set(['200 read', '429 busy']));
    expect(answers.filter((one) => one === '200 read').length).toBeGreaterThan(7);
  });
});
