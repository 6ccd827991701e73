// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** A workbook of XLSForm becomes a draft on a running server and in a store, and what did not come over is said. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { makeNextVersionDraft } from '../../src/core/xlsform/edition.ts';
import { importXlsformSheets, readUploadedSheets } from '../../src/server/api/admin/xlsform/xlsform.ts';
import { workbookStream } from '../../src/server/api/files/workbook.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { anyDatabase } from '../support/database.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { PASSWORD, startTestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const SHEETS: Record<string, string[][]> = {
  survey: [
    ['type', 'name', 'label::English (en)', 'label::Dari (prs)', 'relevant', 'appearance'],
    ['phonenumber', 'tel', '', '', '', ''],
    ['select_one_from_file villages.csv', 'village', 'Village', 'قریه', '', 'minimal'],
    ['integer', 'size', 'How many people live here?', 'چند نفر این‌جا زندگی می‌کند؟', '', 'w4'],
    ['text', 'why', 'Why so many?', 'چرا این قدر زیاد؟', '${size} > 20', ''],
  ],
  settings: [
    ['form_title', 'form_id'],
    ['Household', 'partner_household'],
  ],
};

let folder: string;
let server: Awaited<ReturnType<typeof startTestServer>>;

async function run(...args: string[]) {
  const lines: string[] = [];
  const code = await formsCommand(args, { print: (line) => lines.push(line), store: server.services.settings });
  return { code, lines };
}
const asked = () => ['--server', server.base, '--user', 'mande'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amanat-xlsform-'));
  const sheets = Object.entries(SHEETS).map(([title, [head = [], ...rows]]) => ({ title, head, rows }));
  writeFileSync(join(folder, 'household.xlsx'), await buffer(workbookStream({ language: 'en', sheets })));
  writeFileSync(join(folder, 'villages.csv'), 'name,label,area\n11,Qala,3\n12,Deh,4\n');
  server = await startTestServer((anyDatabase()[0] as { name: string }).name);
  process.env.AMANAT_PASSWORD = PASSWORD;
});

afterAll(async () => {
  delete process.env.AMANAT_PASSWORD;
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('forms import-xlsform', { timeout: 120_000 }, () => {
  it('makes a draft that the check finds sound, with the list of the file beside it', async () => {
    const report = join(folder, 'report.json');
    const { code, lines } = await run(
      'import-xlsform',
      join(folder, 'household.xlsx'),
      '--programme',
      'schools',
      '--report',
      report,
      ...asked(),
    );
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        '22 of 25 cells are in the form “partner-household”, from 7 rows.',
        'Carried in another form:',
        '  settings!B2  “partner_household” is called “partner-household” here.',
        'Not carried:',
        '  survey!2  “phonenumber” is not taken: this product does not read the number of a telephone or of its SIM card.',
        '  survey!F4  “w4” says only how questions are laid out; this form lays them out itself.',
        'It is a draft now. Open it under Forms and versions.',
      ],
    });
    const said = JSON.parse(readFileSync(report, 'utf8')) as Json;
    expect(said.account).toMatchObject({ rows_seen: 7, rows_carried: 6, cells_seen: 25, cells_carried: 22 });
    expect(said.account.not_carried).toHaveLength(3);
    expect(said.notes[0]).toMatchObject({ sheet: 'survey', row: 2, column: '', code: 'phone_refused' });
    const mande = server.person('mande');
    const { data } = await mande.must('GET', 'definitions/drafts');
    const own = data.find(({ form }: Json) => form === 'partner-household');
    const draft = await mande.must('GET', `definitions/drafts/${own.id}`);
    expect(draft.definition).toMatchObject({
      languages: ['en', 'fa'],
      words: 'advice',
      fields: { village: { choices: '#villages', 'ui:widget': 'select' }, why: { visibleWhen: { expr: 'size > 20' } } },
    });
    const checked = await mande.must('POST', `definitions/drafts/${own.id}/check`);
    expect(checked.issues ?? []).toEqual([]);
  });

  it('speaks the language of whoever asks, and says what keeps a file from being read', async () => {
    const plain = join(folder, 'wells-2.csv');
    writeFileSync(plain, 'type,name,label\ninteger,size,Size?\n');
    const dari = await run('import-xlsform', plain, '--language', 'fa', ...asked());
    expect(dari.lines.at(-2)).toMatch(/مسوده/);
    expect(dari.lines.at(-1)).toMatch(/--programme/);
    const old = join(folder, 'old.xlsx');
    writeFileSync(old, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]));
    expect(await run('import-xlsform', old, ...asked())).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/old kind/)],
    });
    expect(await run('import-xlsform', join(folder, 'villages.csv'), ...asked())).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/survey/)],
    });
    expect(await run('import-xlsform', join(folder, 'none.xlsx'), ...asked())).toMatchObject({ code: 2 });
    const broken = join(folder, 'broken.xlsx');
    writeFileSync(broken, 'PK no archive');
    expect(await run('import-xlsform', broken, ...asked())).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/^broken\.xlsx: /)],
    });
  });

  it('refuses a form that somebody is writing, and leaves their draft as it is', async () => {
    const drafts = async () => {
      const { data } = await server.person('mande').must('GET', 'definitions/drafts');
      return data.filter(({ form }: Json) => form === 'partner-household');
    };
    const before = await drafts();
    expect(before).toHaveLength(1);
    expect(await run('import-xlsform', join(folder, 'household.xlsx'), ...asked())).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/“partner-household” already: it is a draft/)],
    });
    expect(await drafts()).toEqual(before);
  });

  it('refuses a form that is there already, and a file of which only a part would be read', async () => {
    const taken = join(folder, 'school.csv');
    writeFileSync(taken, 'type,name,label\ntext,a,A\n');
    expect(await run('import-xlsform', taken, ...asked())).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/“school” already/)],
    });
    const wide = join(folder, 'wide.csv');
    const further = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',');
    writeFileSync(wide, `type,name,label,${further}\ntext,a,A,${further}\n`);
    expect(await run('import-xlsform', wide, ...asked())).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/wide\.csv/)],
    });
  });
});

describe('forms doctor', { timeout: 120_000 }, () => {
  const file = () => join(folder, 'wells.csv');

  it('speaks by address and with what mends it, or as JSON', async () => {
    writeFileSync(file(), 'type,name,label,relevant\ninteger,size,Size?,\ntext,x,X,${sice} > 3\n');
    expect(await run('doctor', file())).toEqual({
      code: 1,
      lines: ['To look at in “wells”: 1.', 'Wrong:', '  survey!D3  There is no question “sice”. Write “size”.'],
    });
    const { code, lines } = await run('doctor', file(), '--json');
    expect({ code, ...JSON.parse(lines.join('\n')) }).toEqual({
      code: 1,
      form: 'wells',
      findings: [
        {
          ...{ sheet: 'survey', row: 3, column: 'D', address: 'survey!D3', rank: 'wrong', code: 'xpath_name' },
          message: 'There is no question “sice”.',
          mend: 'Write “size”.',
        },
      ],
    });
    expect((await run('doctor', file(), '--language', 'pa')).lines[1]).toBe('ناسم:');
    writeFileSync(file(), 'type,name,label\ninteger,size,Size?\n');
    expect(await run('doctor', file())).toEqual({ code: 0, lines: ['Nothing wrong was found in “wells”.'] });
  });
});

describe('POST /api/definitions/drafts/xlsform', { timeout: 120_000 }, () => {
  const send = async (person: string, files: [name: string, content: Buffer | string][], language = 'en') => {
    const body = new FormData();
    for (const [name, content] of files) body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
    const response = await fetch(`${server.base}/api/definitions/drafts/xlsform`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens[person]}`, 'accept-language': language },
      body,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const wells = (relevant: string) => `type,name,label,relevant\ninteger,size,Size?,\ntext,x,X,${relevant}\n`;

  it('says what a workbook becomes, with the files of its lists in any order, and stores nothing', async () => {
    const before = await server.person('mande').must('GET', 'definitions/drafts');
    const { status, body } = await send('mande', [
      ['villages.csv', readFileSync(join(folder, 'villages.csv'))],
      ['household.xlsx', readFileSync(join(folder, 'household.xlsx'))],
    ]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ form: 'partner-household', rows: 7, cells_seen: 25, cells_carried: 22, more: 0 });
    expect(body.data.findings).toMatchObject([{ address: 'villages.csv!A2', rank: 'tidy', code: 'words_missing' }]);
    expect(body.data.notes[0]).toEqual({
      ...{ sheet: 'survey', row: 2, column: '', address: 'survey!2', kind: 'lost', code: 'phone_refused' },
      message: expect.stringMatching(/telephone/),
    });
    expect(body.definition.lists.villages).toHaveLength(2);
    expect(await server.person('mande').must('GET', 'definitions/drafts')).toEqual(before);
  });

  it('tells what is wrong by its cells, in the language of whoever asks', async () => {
    const { body } = await send('mande', [['wells.csv', wells('${sice} > 3')]], 'pa');
    expect(body.data.findings).toEqual([expect.objectContaining({ address: 'survey!D3', code: 'xpath_name' })]);
    expect(body.data.findings[0].mend).toMatch(/ولیکئ/);
  });

  it('is for those who may publish, and names what keeps a file from being read', async () => {
    const file: [string, string] = ['wells.csv', wells('')];
    expectRefusal(await send('focal.bamyan', [file]), 'role_needed');
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]);
    expectRefusal(await send('mande', [['old.xlsx', old]]), 'sheet_old');
    expectRefusal(await send('mande', [['villages.csv', 'name,label\n1,A\n']]), 'survey_missing');
    expectRefusal(await send('mande', [['torn.xlsx', 'PK no archive']]), 'sheet_unreadable');
    expectRefusal(await send('mande', [['form.pdf', '%PDF']]), 'file_type');
    expectRefusal(await send('mande', [['big.csv', Buffer.alloc(5 * 1024 * 1024 + 1, 'a')]]), 'too_large');
    expectRefusal(await send('mande', []), 'bad_body');
  });
});

describe('GET /api/definitions/{form}/{version}/xlsform.xlsx', { timeout: 120_000 }, () => {
  const download = (person: string, path: string) =>
    fetch(`${server.base}/api/definitions/${path}/xlsform.xlsx`, {
      headers: { authorization: `Bearer ${server.tokens[person]}`, 'accept-language': 'en' },
    });

  it('gives a version that comes back as the same form, with a sheet of what others do not read', async () => {
    const form = server.services.registry.form('school-survey') as CompiledForm;
    const { definition } = form;
    const response = await download('mande', `school-survey/${form.version}`);
    expect(response.headers.get('content-type')).toMatch(/spreadsheetml/);
    const bytes = Buffer.from(await response.arrayBuffer());
    const sheets = await readUploadedSheets({ bytes, name: 'school-survey.xlsx' });
    expect(sheets.map(({ title }) => title)).toEqual(['survey', 'choices', 'settings', 'amanat']);
    expect(sheets.at(-1)?.lines[1]?.[2]).toMatch(/What only this product has: .*workflow/);
    const made = await importXlsformSheets(sheets, 'other.xlsx', 'en');
    expect(made.definition).toEqual(definition);
    expect(made.schema).toEqual(form.contract);
    expect(made.notes).toEqual([]);
    const next = makeNextVersionDraft(definition, made.definition);
    const { version, changes: _changes, migrate: _migrate, ...others } = definition;
    expect(next.definition).toMatchObject({ ...others, version: version + 1 });
    expect({ ...next, definition: null }).toEqual({ definition: null, renamed: [], added: [], removed: [] });
  });

  it('is for those who may publish, and of versions that are there', async () => {
    expectRefusal(await refusalOf(download('focal.bamyan', 'school-survey/1')), 'role_needed');
    expectRefusal(await refusalOf(download('mande', 'school-survey/900')), 'record_not_found');
  });

  it('is written by a command', async () => {
    const file = join(folder, 'out', 'school.xlsx');
    const { code, lines } = await run('export-xlsform', 'school', '--to', file);
    expect({ code, lines }).toEqual({ code: 0, lines: [expect.stringMatching(/school\.xlsx/)] });
    const sheets = await readUploadedSheets({ bytes: readFileSync(file), name: 'school.xlsx' });
    expect((await importXlsformSheets(sheets, file, 'en')).definition.form).toBe('school');
    expect(await run('export-xlsform', 'nowhere')).toMatchObject({ code: 2 });
  });
});
