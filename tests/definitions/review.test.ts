/** What a change of the definition files changes, as Markdown in three languages for its review. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFiles } from '../../src/core/definitions/files.ts';
import { isolateName } from '../../src/core/text/languages.ts';
import { diskIo } from '../../src/server/definitions/definitionFiles.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { inCopy, writeJson } from '../support/definitions.ts';

const FORM = 'forms/communication/media-appearance.form.json';
const SCHEMA = 'schemas/communication/media-appearance.schema.json';
const LIST = 'forms/common/choices/bank.json';

async function run(root: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await formsCommand(args, { root, print: (line) => lines.push(line) });
  return { code, text: lines.join('\n') };
}

const git = (root: string, ...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args]);

function commit(root: string): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'state');
}

const json = (root: string, path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const code = (text: string) => isolateName(`\`${text}\``);
/** Returns the sections of the three languages. */
const sections = (text: string) => text.split(/^(?:<div dir="rtl">\n\n)?## /m).slice(1);

/** Starts the next version: one question more, and the first text away. */
async function change(root: string, words: object) {
  await run(root, 'new-version', 'media-appearance');
  const [definition, schema] = [json(root, FORM), json(root, SCHEMA)];
  definition.changes.note = words;
  definition.fields.garden = { id: 'q_garden', type: 'yesno', label: words };
  const [first] = definition.sections;
  const [gone] = first.fields.filter((name: string) => definition.fields[name]?.type === 'text');
  first.fields = [...first.fields.filter((name: string) => name !== gone), 'garden'];
  const label = definition.fields[gone].label;
  delete definition.fields[gone];
  for (const key of ['columns', 'filters', 'search'])
    definition.list[key] = definition.list[key]?.filter(
      (one: unknown) => one !== gone && (one as { field?: string }).field !== gone,
    );
  schema.properties.garden = { type: 'string', enum: ['yes', 'no'] };
  delete schema.properties[gone];
  schema.required = schema.required.filter((name: string) => name !== gone);
  writeJson(root, FORM, definition);
  writeJson(root, SCHEMA, schema);
  return { label };
}

describe('a change of the definitions', { timeout: 180_000 }, () => {
  it('is told in three languages by form and version, with what it means for stored answers', async () => {
    await inCopy(async (root) => {
      git(root, 'init', '-q', '-b', 'main');
      commit(root);
      const none = await run(root, 'diff', 'main');
      expect(none.code).toBe(0);
      expect(sections(none.text).map((one) => one.match(/\*\*(.*)\*\*/)?.[1])).toEqual([
        'Nothing changed in the forms or in what they share.',
        'در فورم‌ها و بخش‌های مشترک هیچ چیز تغییر نکرده است.',
        'په فورمو او ګډو برخو کې هېڅ شی نه دی بدل شوی.',
      ]);

      git(root, 'checkout', '-q', '-b', 'work');
      const words = { en: 'Is there a garden?', fa: 'آیا باغ دارد؟', ps: 'ایا باغ لري؟' };
      const { label } = await change(root, words);
      const bank = json(root, LIST);
      bank.items.push({ id: 'new-bank', label: { en: 'New bank', fa: 'بانک نو', ps: 'نوی بانک' } });
      writeJson(root, LIST, bank);
      commit(root);
      const { code: exit, text } = await run(root, 'diff', 'main..work');
      expect(exit).toBe(0);
      const [english = '', dari = '', pashto = ''] = sections(text);
      const title = json(root, FORM).title;
      const [section] = json(root, FORM).sections;
      expect(english.split('\n')).toEqual([
        'English',
        '',
        `Changes of forms and what they share: ${code('main..work')}`,
        '',
        `### ${isolateName(title.en)} ${code('media-appearance')}`,
        '',
        '#### Version 2, compared with version 1',
        '',
        `What is new: ${isolateName(words.en)}`,
        '',
        `- **Question added**: ${isolateName(words.en)} (${isolateName(section.title.en)})`,
        `- **Answer type**: ${isolateName(words.en)} (${code('yesno')})`,
        `- **Question removed**: ${isolateName(label.en)} (${isolateName(section.title.en)})`,
        `- **List column removed**: ${isolateName(label.en)}`,
        `- **Form changed**: ${isolateName('Detailed search')} (${code('media_channel')})`,
        '',
        '**Stored answers**',
        '',
        `- Earlier answers to ${isolateName(label.en)} are not read in this version.`,
        '',
        `### Shared part: ${isolateName(bank.title.en)} ${code('choices.bank')}`,
        '',
        `- **Option added**: ${isolateName(bank.title.en)} (${isolateName('New bank')})`,
        '',
        '',
      ]);
      expect(english).not.toContain('Answer type changed');
      expect(dari).toContain(`- **سوال افزوده شد**: ${isolateName(words.fa)}`);
      expect(dari).toContain('#### نسخه ۲، در مقایسه با نسخه ۱');
      expect(pashto).toContain(`- **پوښتنه زیاته شوه**: ${isolateName(words.ps)}`);
      expect(text.match(/^<div dir="rtl">\n\n## (دری|پښتو)\n/gm)).toHaveLength(2);
      expect(text.match(/\n\n<\/div>(\n|$)/g)).toHaveLength(2);

      // The files as they are, what is new since both parted, one side left out, and a file.
      expect((await run(root, 'diff', 'main')).text).toBe(
        text
          .replaceAll(code('main..work'), `${code('main')} – X`)
          .replace('– X', '– files as they are')
          .replace('– X', '– فایل‌های کنونی')
          .replace('– X', '– اوسنۍ دوتنې'),
      );
      expect((await run(root, 'diff', 'main..')).text).toBe(text.replaceAll('main..work', 'main..'));
      git(root, 'checkout', '-q', 'main');
      writeJson(root, LIST, { ...bank, items: bank.items.slice(1) });
      commit(root);
      expect((await run(root, 'diff', 'main...work')).text).toBe(text.replaceAll('main..work', 'main...work'));
      expect((await run(root, 'diff', 'main..work')).text).not.toBe(text);
      const file = join(root, 'out/review.md');
      expect(await run(root, 'diff', 'main...work', '--to', file)).toEqual({ code: 0, text: file });
      expect(readFileSync(file, 'utf8')).toBe(`${text.replaceAll('main..work', 'main...work')}\n`);
    });
  });

  it('shows hostile words as they stand, and says what is no revision or cannot be read', async () => {
    await inCopy(async (root) => {
      git(root, 'init', '-q', '-b', 'main');
      commit(root);
      const hostile = '</div><script>x</script> [a](https://evil.example) `b` @all #1 **c**\u202e\n# d';
      await change(root, { en: hostile, fa: 'متن', ps: `${'ژ'.repeat(400)}` });
      commit(root);
      const { text } = await run(root, 'diff', 'HEAD~1..HEAD');
      expect(text).toContain(
        '\u2068&lt;/div&gt;&lt;script&gt;x&lt;/script&gt; \\[a\\](https\\:\u2060//evil.example) \\`b\\` @\u2060all \\#\u20601 \\*\\*c\\*\\* \\#\u2060 d\u2069',
      );
      expect(text).not.toMatch(/<(?!div dir="rtl">$|\/div>$)/m);
      expect(text).toContain(`\u2068${'ژ'.repeat(300)}…\u2069`);
      expect(text).not.toContain('ژ'.repeat(301));

      expect(await run(root, 'diff', 'main..nowhere')).toEqual({
        code: 2,
        text: `git knows no revision nowhere in ${root}.`,
      });
      expect(await run(root, 'diff', '--git', 'main')).toMatchObject({ code: 2 });
      // A branch with the name of a form is not meant.
      git(root, 'branch', 'media-appearance');
      expect((await run(root, 'diff', 'media-appearance')).text).toMatch(/^media-appearance 1 → 2: /);
      writeFileSync(join(root, FORM), '{');
      commit(root);
      expect(await run(root, 'diff', 'HEAD~1..HEAD')).toEqual({
        code: 2,
        text: expect.stringMatching(/^The definitions in .* at [0-9a-f]{12} cannot be read: .*media-appearance/),
      });
      expect((await readFiles(diskIo(root))).get(FORM)?.json).toBeUndefined();
    });
  });
});
