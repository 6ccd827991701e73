// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/**
 * Workbooks that no author writes, sent where workbooks of XLSForm are read: each is refused by its code or becomes what it says, and
 * nobody waits meanwhile. What a spreadsheet of rows may do to the reader is in `http-hostile-spreadsheets`.
 */
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sheet } from '../../src/core/xlsform/types.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { line, parts, sheet } from '../support/workbooks.ts';
import { sheet as tableSheet } from '../support/xlsform.ts';
import { xlsxOf } from '../support/xlsx.ts';
import type { Json } from './http-stage.ts';

const HEAD = ['type', 'name', 'label', 'relevant', 'calculation'];

describe('hostile workbooks of XLSForm', { timeout: 120_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(ANY_DATABASE[0] as string);
  });
  afterAll(() => server?.stop());

  const send = async (bytes: Buffer, name = 'form.xlsx') => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${server.base}/api/definitions/drafts/xlsform`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens.mande}`, 'accept-language': 'en' },
      body,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const sendSheets = async (sheets: readonly Sheet[]) => send(await xlsxOf(sheets));
  const survey = (rows: (string | null)[][]): Sheet => ({ title: 'survey', lines: [HEAD, ...rows] });

  /** Sends a workbook while somebody else asks for the state of the server again and again; returns the longest wait. */
  async function beside(work: () => Promise<unknown>): Promise<number> {
    let isDone = false;
    const waits: number[] = [];
    const ask = async () => {
      while (!isDone) {
        const since = performance.now();
        await fetch(`${server.base}/api/health`);
        waits.push(performance.now() - since);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const asking = ask();
    await work().finally(() => {
      isDone = true;
    });
    await asking;
    return Math.max(...waits);
  }

  /** A workbook with named sheets, written by hand: formulas, merged cells and a hidden sheet. */
  function oddWorkbook(): Buffer {
    const formula = (address: string, saved: string) =>
      `<c r="${address}" t="str"><f>CONCATENATE("si","ze")</f><v>${saved}</v></c>`;
    const failed = '<c r="C3" t="e"><f>1/0</f><v>#DIV/0!</v></c>';
    const text = (address: string, words: string) => `<c r="${address}" t="inlineStr"><is><t>${words}</t></is></c>`;
    const rows = [
      line(1, HEAD),
      `<row r="2">${text('A2', 'integer')}${formula('B2', 'size')}${text('C2', 'Size?')}</row>`,
      `<row r="3">${text('A3', 'text')}${text('B3', 'why')}${failed}${text('D3', '${size} &gt; 3')}</row>`,
    ].join('');
    const merged = sheet(rows).replace('</worksheet>', '<mergeCells><mergeCell ref="C2:E2"/></mergeCells></worksheet>');
    const all = parts([merged, sheet(line(1, ['a']) + line(2, ['b']))]);
    const xml = new TextDecoder()
      .decode(all['xl/workbook.xml'])
      .replace('name="S1"', 'name="survey"')
      .replace('name="S2"', 'name="secret" state="veryHidden"');
    return Buffer.from(zipSync({ ...all, 'xl/workbook.xml': new TextEncoder().encode(xml) }));
  }

  it('formulas are read by their saved value, failed ones named, merged cells read once and hidden sheets told', async () => {
    const { status, body } = await send(oddWorkbook());
    expect(status).toBe(200);
    expect(body.definition.fields).toMatchObject({
      size: { type: 'integer', label: { en: 'Size?' } },
      why: { type: 'text', label: { en: 'why' }, visibleWhen: { expr: 'size > 3' } },
    });
    expect(body.data.notes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: 'survey!C3', code: 'cell_failed' }),
        expect.objectContaining({ address: 'secret!A2', code: 'sheet_unknown' }),
      ]),
    );
    expect(body.data.findings).toContainEqual(expect.objectContaining({ address: 'survey!C3', rank: 'wrong' }));
    expect(body.data).toMatchObject({ cells_seen: 8, cells_carried: 6 });
  });

  it('what is too wide, too long or too large is refused by its code', async () => {
    const wide = Array.from({ length: 10_000 }, (_, at) => `c${at}`);
    expectRefusal(await send(Buffer.from(`type,name,label,${wide}\ntext,a,A,${wide}\n`), 'wide.csv'), 'sheet_cell_far');
    const long = Array.from({ length: 10_001 }, (_, at) => `text,q${at},Q`).join('\n');
    expectRefusal(await send(Buffer.from(`type,name,label\n${long}\n`), 'long.csv'), 'sheet_rows');
    expectRefusal(await send(Buffer.alloc(16 * 1024 * 1024, 'x'), 'large.csv'), 'too_large');
    const bomb = { ...parts([sheet(line(1, HEAD))]), 'xl/worksheets/sheet1.xml': new Uint8Array(200 * 1024 * 1024) };
    expectRefusal(await send(Buffer.from(zipSync(bomb, { level: 9 }))), 'sheet_unpacks_large');
  });

  it('circles, a hundred groups inside each other, deep brackets and names of every object become what they say', async () => {
    const circles = await sendSheets([
      survey([
        ['text', 'a', 'A', "${b} = '1'", null],
        ['text', 'b', 'B', "${a} = '1'", null],
        ['calculate', 'c', null, null, '${c} + 1'],
      ]),
    ]);
    expect(circles.body.data.findings.map(({ code }: Json) => code)).toEqual(
      expect.arrayContaining(['visible_circle', 'derived_circle']),
    );
    const hundred = Array.from({ length: 100 }, (_, at) => ['begin_group', `g${at}`, `G${at}`, '${n} > 1', null]);
    const nested = await sendSheets([
      survey([
        ['integer', 'n', 'N', null, null],
        ...hundred,
        ['text', 'inside', 'Inside', null, null],
        ...hundred.map(() => ['end_group', null, null, null, null]),
      ]),
    ]);
    expect(Object.keys(nested.body.definition.fields)).toContain('inside');
    expect(nested.body.data.notes.filter(({ code }: Json) => code === 'group_deepest')).toHaveLength(50);
    const deep = await sendSheets([
      survey([
        ['integer', 'n', 'N', null, null],
        ['text', 'a', 'A', `${'('.repeat(5_000)}\${n} > 1${')'.repeat(5_000)}`, null],
        ['text', 'b', 'B', `${'not('.repeat(70)}\${n} > 1${')'.repeat(70)}`, null],
      ]),
    ]);
    expect(deep.body.data.notes).toContainEqual(expect.objectContaining({ address: 'survey!D3', code: 'xpath_deep' }));
    expect(deep.body.definition.fields.b.visibleWhen.expr).toBe('n > 1');
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];
    const odd = await sendSheets([
      survey(names.map((name) => [`select_one ${name}`, name, name, null, null])),
      tableSheet('choices', ['list_name|name|label', ...names.map((name) => `${name}|${name}|${name}`)].join('\n')),
    ]);
    expect(odd.status).toBe(200);
    expect(Object.keys(odd.body.definition.fields)).toHaveLength(names.length);
    expect(odd.body.data.findings.filter(({ rank }: Json) => rank === 'wrong')).toEqual([]);
  });

  it('a list of nine thousand villages is read, and nobody waits longer than a part of it takes', async () => {
    const villages: Sheet = {
      title: 'choices',
      lines: [
        ['list_name', 'name', 'label'],
        ...Array.from({ length: 9_000 }, (_, at) => ['v', `v${at}`, `Village ${at}`]),
      ],
    };
    const bytes = await xlsxOf([survey([['select_one v', 'village', 'Village', null, null]]), villages]);
    const since = performance.now();
    let answer: Json = {};
    const wait = await beside(async () => {
      answer = await send(bytes);
    });
    const whole = performance.now() - since;
    expect(answer.status).toBe(200);
    expect(answer.body.definition.lists.v).toHaveLength(9_000);
    expect(wait).toBeLessThan(whole / 2);
  });

  it('a matrix of ten thousand items with five thousand questions each is refused before it is made', async () => {
    const lines = (count: number, of: (at: number) => string[]) => Array.from({ length: count }, (_, at) => of(at));
    const matrix = (items: number, questions: number): Sheet[] => [
      {
        title: 'survey',
        lines: [
          ['type', 'name', 'label', 'kobo--matrix_list'],
          ['begin_kobomatrix', 'm', 'Goods', 'items'],
          ...lines(questions, (at) => ['integer', `q${at}`, `Q${at}`]),
          ['end_kobomatrix'],
        ],
      },
      {
        title: 'choices',
        lines: [['list_name', 'name', 'label'], ...lines(items, (at) => ['items', `i${at}`, `I${at}`])],
      },
    ];
    const plain = await xlsxOf(matrix(10, 100));
    const since = performance.now();
    expect((await send(plain)).status).toBe(200);
    const ordinary = performance.now() - since;
    const bytes = await xlsxOf(matrix(9_999, 5_000));
    let took = 0;
    const wait = await beside(async () => {
      const began = performance.now();
      expectRefusal(await send(bytes), 'sheet_heavy');
      took = performance.now() - began;
    });
    expect(took).toBeLessThan(ordinary * 10);
    expect(wait).toBeLessThan(ordinary * 10);
  });
});
