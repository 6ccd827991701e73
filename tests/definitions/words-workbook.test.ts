/** Words by workbook on the command line: out, changed by two people, in again, twice; what is taken, and the states. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/core/definitions/texts.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { inCopy, productFiles } from '../support/definitions.ts';
import { type Edit, edited, rowsIn } from '../support/wordsWorkbook.ts';

const files = await productFiles;
// The two forms with the most texts.
const [big, second] = [...files.values()]
  .filter(({ kind, frozen, json }) => kind === 'form' && frozen === undefined && !('languages' in (json as object)))
  .map(({ path, form = '', json }) => ({ path, form, texts: textsOf(json as FormDefinition) }))
  .sort((a, b) => b.texts.length - a.texts.length) as [Chosen, Chosen];
interface Chosen {
  path: string;
  form: string;
  texts: ReturnType<typeof textsOf>;
}
const statusOf = ({ path }: Chosen, language: string) => `locales/status/${language}/${path.split('/')[1]}.json`;

/** Each case reads all definition files and writes workbooks. */
describe('the words of forms', { timeout: 120_000 }, () => {
  const inFolder = (use: (at: Folder) => Promise<void>) =>
    inCopy(async (root) => {
      const file = (name: string) => join(root, name);
      const lines: string[] = [];
      const run = async (...args: string[]) => {
        lines.length = 0;
        return { code: await formsCommand(['words', ...args], { root, print: (line) => lines.push(line) }), lines };
      };
      await use({ run, file, text: (path) => readFileSync(file(path), 'utf8') });
    });
  interface Folder {
    run(...args: string[]): Promise<{ code: number; lines: string[] }>;
    file(name: string): string;
    text(path: string): string;
  }

  it('go out as a sheet a form with every text, and back without a change', async () => {
    await inFolder(async ({ run, file, text }) => {
      const before = [big, second].map(({ path }) => text(path));
      const count = big.texts.length + second.texts.length;
      expect(count).toBeGreaterThan(500);
      expect(await run(big.form, second.form, '--out', file('w.xlsx'))).toEqual({
        code: 0,
        lines: [`${file('w.xlsx')}: ${count} texts of 2 forms.`],
      });
      const rows = await rowsIn(readFileSync(file('w.xlsx')), big.form);
      expect(new Set(rows.map(({ pointer }) => pointer))).toEqual(new Set(big.texts.map(({ pointer }) => pointer)));
      for (const { pointer, text: words } of big.texts) {
        const row = rows.find((one) => one.pointer === pointer);
        expect([row?.en, row?.fa, row?.ps, row?.['fa:was']]).toEqual([words.en, words.fa, words.ps, words.fa]);
      }
      writeFileSync(file('again.xlsx'), await edited(readFileSync(file('w.xlsx')), []));
      for (const name of ['w.xlsx', 'again.xlsx'])
        expect((await run('--in', file(name))).lines).toEqual([
          `${big.path}: 0 taken, 0 not taken.`,
          `${second.path}: 0 taken, 0 not taken.`,
        ]);
      expect([big, second].map(({ path }) => text(path))).toEqual(before);
    });
  });

  it('come back from two people, twice: what changed is taken once, with who, and a conflict is named', async () => {
    await inFolder(async ({ run, file, text }) => {
      await run(big.form, second.form, '--out', file('w.xlsx'));
      const [title, plural, button] = ['/title', '/plural', '/new'].map(
        (pointer) => big.texts.find((one) => one.pointer === pointer)?.text,
      );
      const at = (pointer: string, column: string, cell: Edit['cell'], sheet = big.form): Edit => ({
        sheet,
        pointer,
        column,
        cell,
      });
      const make = async (name: string, edits: Edit[]) =>
        writeFileSync(file(name), await edited(readFileSync(file('w.xlsx')), edits));
      await make('zahra.xlsx', [
        at('/title', 'fa', '=نخست'),
        at('/plural', 'en', '@Plural'),
        at('/new', 'ps', 2026),
        at('/title', 'ps:state', 'Signed off', second.form),
      ]);
      await make('karim.xlsx', [
        at('/title', 'fa', 'دوم'),
        at('/new', 'fa', new Date('2026-03-01')),
        at('/title', 'ps:state', 'بررسی‌شده', second.form),
      ]);
      const before = text(big.path);
      const zahra = await run('--in', file('zahra.xlsx'), '--by', 'Zahra');
      expect(zahra.code).toBe(0);
      expect(zahra.lines.toSorted()).toEqual(
        [
          `${big.path}: 3 taken, 0 not taken.`,
          `  + Name [fa] ${title?.fa} → =نخست (draft)`,
          `  + Heading of the list [en] ${plural?.en} → @Plural (draft)`,
          `  + Button for a new record [ps] ${button?.ps} → 2026 (draft)`,
          '  ~ Heading of the list: source changed: دری [fa], پښتو [ps]',
          big.path,
          statusOf(big, 'fa'),
          statusOf(big, 'ps'),
          `${second.path}: 1 taken, 0 not taken.`,
          '  + Name [ps] signed off',
          statusOf(second, 'ps'),
        ].toSorted(),
      );
      const karim = await run('--in', file('karim.xlsx'), '--by', 'Karim');
      expect(karim).toMatchObject({ code: 1 });
      expect(karim.lines).toEqual([
        `${big.path}: 1 taken, 1 not taken.`,
        `  + Button for a new record [fa] ${button?.fa} → 2026-03-01 (draft)`,
        '  ! Name [fa] Somebody has changed this text since the file was downloaded. “دوم” ≠ “=نخست”',
        big.path,
        statusOf(big, 'fa'),
        `${second.path}: 0 taken, 1 not taken.`,
        '  ! Name [ps] Somebody has given this text another state since the file was downloaded. “' +
          `${second.texts.find(({ pointer }) => pointer === '/title')?.text.ps}”`,
      ]);
      const state = (form: Chosen, language: string, pointer: string) => {
        const { en: _hash, at: day, ...rest } = JSON.parse(text(statusOf(form, language)))[form.path][pointer];
        return { ...rest, ...(day && { at: /^\d{4}-\d\d-\d\d$/.test(day) }) };
      };
      const states = () => [
        state(big, 'fa', '/title'),
        state(big, 'fa', '/plural'),
        state(big, 'ps', '/plural'),
        state(big, 'ps', '/new'),
        state(big, 'fa', '/new'),
        state(second, 'ps', '/title'),
        state(second, 'fa', '/title'),
      ];
      expect(states()).toEqual([
        { state: 'draft', by: 'Zahra', at: true },
        { state: 'stale', by: 'Zahra', at: true },
        { state: 'stale', by: 'Zahra', at: true },
        { state: 'draft', by: 'Zahra', at: true },
        { state: 'draft', by: 'Karim', at: true },
        { state: 'approved', by: 'Zahra', at: true },
        { state: expect.any(String) },
      ]);
      const once = [text(big.path), text(second.path), ...states()];
      expect((await run('--in', file('zahra.xlsx'), '--by', 'Other')).lines).toEqual([
        `${big.path}: 0 taken, 0 not taken.`,
        `${second.path}: 0 taken, 0 not taken.`,
      ]);
      expect((await run('--in', file('karim.xlsx'), '--by', 'Other')).lines).toHaveLength(4);
      expect([text(big.path), text(second.path), ...states()]).toEqual(once);
      const changed = text(big.path)
        .split('\n')
        .filter((line, number) => line !== before.split('\n')[number]);
      expect(changed, 'only the lines of the three texts').toHaveLength(3);
      expect((await run(big.form, '--out', file('next.xlsx'))).code).toBe(0);
      const [first] = await rowsIn(readFileSync(file('next.xlsx')), big.form);
      expect([first?.pointer, first?.['fa:state']], 'first what changed since').toEqual(['/plural', 'source changed']);
    });
  });

  it('refuse a language that the form has not, a column that cannot be compared, and another workbook', async () => {
    await inFolder(async ({ run, file }) => {
      await run(second.form, '--out', file('w.xlsx'));
      const workbook = readFileSync(file('w.xlsx'));
      const renamed = async (from: RegExp, to: string) => {
        const { unzipSync, zipSync } = await import('fflate');
        const parts = unzipSync(new Uint8Array(workbook));
        const sheet = 'xl/worksheets/sheet1.xml';
        const xml = new TextDecoder().decode(parts[sheet]).replaceAll(from, to);
        return Buffer.from(zipSync({ ...parts, [sheet]: new TextEncoder().encode(xml) }));
      };
      writeFileSync(file('german.xlsx'), await renamed(/\[ps(?=\]|:)/g, '[de'));
      writeFileSync(file('alone.xlsx'), await renamed(/\[ps:was\]/g, ''));
      expect(await run('--in', file('alone.xlsx'))).toEqual({
        code: 1,
        lines: [
          `${second.path}: 0 taken, 0 not taken.`,
          '  ! This column cannot be compared, because a hidden column is missing: پښتو [ps]. Download the workbook again.',
        ],
      });
      const german = await edited(readFileSync(file('german.xlsx')), [
        { sheet: second.form, pointer: '/title', column: 'de', cell: 'Neu' },
      ]);
      writeFileSync(file('german.xlsx'), german);
      const refused = await run('--in', file('german.xlsx'));
      expect([refused.code, refused.lines[1]]).toEqual([
        1,
        '  ! The form has no words in this language: Deutsch [de]. Its column was not read.',
      ]);
      writeFileSync(file('other.xlsx'), await edited(await renamed(/\[form:/g, '['), []));
      expect(await run('--in', file('other.xlsx'))).toEqual({
        code: 2,
        lines: ['The headings of the template were not found. Download the template and use it.'],
      });
      expect((await run('--in', file('none.xlsx'))).lines).toEqual([`There is no file ${file('none.xlsx')}.`]);
      for (const args of [[], [second.form], ['--out', 'x.xlsx'], [second.form, '--in', file('w.xlsx')]])
        expect((await run(...args)).code).toBe(2);
      expect(existsSync('x.xlsx')).toBe(false);
    });
  });
});
