// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** A workbook of XLSForm becomes a draft on a running server and in a store, and what did not come over is said. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workbookStream } from '../../src/server/api/files/workbook.ts';
import { forms } from '../../src/server/jobs/forms.ts';
import { anyDatabase } from '../support/database.ts';
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
  const code = await forms(args, { print: (line) => lines.push(line), store: server.services.settings });
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
    const dari = await run('import-xlsform', join(folder, 'household.xlsx'), '--language', 'fa', ...asked());
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

describe('forms doctor', () => {
  it('speaks by address and with what mends it, and writes the same as JSON', async () => {
    const file = join(folder, 'wells.csv');
    const report = join(folder, 'found.json');
    writeFileSync(file, 'type,name,label,relevant\ninteger,size,Size?,\ntext,x,X,${sice} > 3\n');
    expect(await run('doctor', file, '--report', report)).toEqual({
      code: 1,
      lines: ['To look at in “wells”: 1.', 'Wrong:', '  survey!D3  There is no question “sice”. Write “size”.'],
    });
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
      form: 'wells',
      complaints: [
        expect.objectContaining({
          ...{ sheet: 'survey', row: 3, column: 'D', rank: 'wrong', code: 'xpath_name' },
          mend: 'Write “size”.',
        }),
      ],
    });
    expect((await run('doctor', file, '--language', 'pa')).lines[1]).toBe('ناسم:');
    writeFileSync(file, 'type,name,label\ninteger,size,Size?\n');
    expect((await run('doctor', file)).code).toBe(0);
  });
});
