/** Rules between answers in the browser: messages, questions that come and go, values, and the same results as in Node. */
import { readFileSync } from 'node:fs';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/core/definitions/types.ts';
import { compileExpression, LONGEST_EXPRESSION, parseExpression } from '../../src/core/expressions/program.ts';
import type { insertAnswers } from '../../src/core/form/answersInWords.ts';
import { cases, TODAY, TYPES } from '../../tests/support/anyExpression.ts';
import { wordsCases } from '../../tests/support/anyWords.ts';
import { ROOT } from '../../tests/support/definitions.ts';
import { constants } from '../../tests/support/form.ts';
import fc from '../../tests/support/property.ts';
import { Form } from '../pages/form.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { visit } from '../pages/stage.ts';

const MESSAGE = {
  en: 'More taps work than there are.',
  fa: 'نل‌های فعال از همه نل‌ها زیادتر است.',
  ps: 'فعال نلونه له ټولو نلونو ډېر دي.',
};
const fields: Record<string, Pick<Field, 'type' | 'label'> & Partial<Field>> = {
  taps: { type: 'integer', label: { en: 'Taps', fa: 'نل‌ها', ps: 'نلونه' } },
  working: { type: 'integer', label: { en: 'Working taps', fa: 'نل‌های فعال', ps: 'فعال نلونه' } },
  why: {
    type: 'text',
    label: { en: 'Why?', fa: 'چرا؟', ps: 'ولې؟' },
    visibleWhen: { expr: 'working < taps' },
    requiredWhen: { expr: 'working < taps / 2' },
  },
  kind: {
    type: 'choice',
    label: { en: 'Kind', fa: 'نوع', ps: 'ډول' },
    options: [
      { value: 'iron', label: { en: 'Iron', fa: 'آهن', ps: 'اوسپنه' }, parent: 'many' },
      { value: 'brass', label: { en: 'Brass', fa: 'برنج', ps: 'ژېړ' } },
    ],
    filter: 'option.parent == "many" || taps < 5',
  },
  share: {
    type: 'derived',
    label: { en: 'Share', fa: 'حصه', ps: 'برخه' },
    derived: { expr: 'round(working / taps * 100)' },
  },
};
const TAPS = newForm('tap-count', { en: 'Tap count', fa: 'شمار نل‌ها', ps: 'د نلونو شمېر' }, fields, {
  taps: { type: 'integer', minimum: 0 },
  working: { type: 'integer', minimum: 0 },
  why: { type: 'string', maxLength: 200 },
  kind: { type: 'string', enum: ['iron', 'brass'] },
  share: { type: 'integer' },
});
TAPS.schema.required = ['province_id', 'taps', 'working'];
TAPS.definition.constraints = [{ id: 'taps_fit', expr: 'working <= taps', at: 'working', message: MESSAGE }];

/** The file of the built app that holds the evaluator. */
function evaluatorFile(): string {
  const manifest = JSON.parse(readFileSync(`${ROOT}/dist/app/.vite/manifest.json`, 'utf8'));
  const chunks = Object.values(manifest) as { name?: string; file: string }[];
  const file = chunks.find(({ name }) => name === 'expressions')?.file;
  if (!file) throw new Error('the build has no chunk of src/core/expressions/load.ts');
  return file;
}

/** Returns a module of the engine as a script of a page, in which it has the name `name`. */
async function scriptOf(name: string, path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: `${ROOT}/${path}`, formats: ['iife'], name, fileName: name } },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}

const own = ownServer();

describe('rules between answers', () => {
  it('are told, hide, require and work out while the form is filled on a phone', async () => {
    const { page, errors, close } = await visit(own.browser, own.server.base, {
      language: 'fa',
      user: 'mande',
      size: 'phone',
    });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await own.server.services.registry.publish(TAPS, { by: own.server.person('mande').id });
    await page.goto('/schools/create');
    const form = new Form(page);
    await form.ready();
    expect(
      loaded.filter((url) => url.endsWith(evaluatorFile())),
      'no form without expressions needs it',
    ).toEqual([]);
    await page.goto('/tap-counts/create');
    await form.ready();
    expect(loaded.filter((url) => url.endsWith(evaluatorFile()))).toHaveLength(1);

    await form.search('place', 'بامیان');
    await form.type('taps', '۸');
    await form.type('working', '۹');
    await (await form.field('working')).getByText(MESSAGE.fa).waitFor();
    await form.type('working', '۳');
    await (await form.field('share')).getByText('۳۸').waitFor();
    const options = (await form.field('kind')).locator('input[type=radio]');
    await expect.poll(() => options.count()).toBe(1);
    await form.pick('kind', 'iron');
    await form.submit();
    await (await form.field('why')).locator('.am-error').waitFor();
    await form.type('why', 'پرزه نیست');
    await form.save();
    expect(await page.locator('main[data-screen=detail]').textContent()).toContain('پرزه نیست');
    expect(errors).toEqual([]);
    await close();
  });

  it('are worked out in the browser as in Node, whatever they say', async () => {
    const chosen = fc.sample(cases, { numRuns: 3000, seed: 23 }).filter(
      // A long one may have more parts than an expression may have.
      ({ expr }) => expr.length <= LONGEST_EXPRESSION && (expr.length < 600 || parseExpression(expr) !== undefined),
    );
    const inNode = chosen.map(({ expr, answers }) => {
      const compiled = compileExpression(expr, TYPES);
      return 'program' in compiled ? (compiled.program.run(answers, { today: TODAY }) ?? null) : compiled.faults;
    });
    const page = await own.browser.newPage();
    await page.addScriptTag({ content: await scriptOf('expressions', 'src/core/expressions/program.ts') });
    const inBrowser = await page.evaluate(
      ({ chosen, types, today }) => {
        // The script defines it for the page.
        const { expressions } = globalThis as unknown as {
          expressions: { compileExpression: typeof compileExpression };
        };
        return chosen.map(({ expr, answers }) => {
          const compiled = expressions.compileExpression(expr, types);
          return 'program' in compiled ? (compiled.program.run(answers, { today }) ?? null) : compiled.faults;
        });
      },
      { chosen, types: TYPES, today: TODAY },
    );
    expect(inBrowser).toEqual(inNode);
    expect(inNode).toEqual(chosen.map(({ expected }) => expected ?? null));
    expect(chosen.length).toBeGreaterThan(2000);
    await page.close();
  });

  it('stand in words in the browser as in Node, whatever these say', async () => {
    const chosen = fc.sample(wordsCases, { numRuns: 3000, seed: 29 });
    const page = await own.browser.newPage();
    await page.addScriptTag({ content: await scriptOf('words', 'src/core/form/answersInWords.ts') });
    const inBrowser = await page.evaluate(
      ({ cases: given, constants: scales }) => {
        const { words } = globalThis as unknown as { words: { insertAnswers: typeof insertAnswers } };
        return given.map(({ words: text, levels, language }) =>
          words.insertAnswers(text, levels, { language, calendar: 'solar', constants: scales, refs: {} }),
        );
      },
      { cases: chosen, constants },
    );
    expect(inBrowser).toEqual(chosen.map(({ expected }) => expected));
    await page.close();
  });
});
