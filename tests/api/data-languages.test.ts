/** A form in other languages than the interface: drafted, checked, published, filled in, listed and exported. */
import { parse } from 'csv-parse/sync';
import readSheets from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { exampleForm } from '../support/exampleForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { expectRoundTrip } from '../support/roundTrip.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const DRAFTS = 'definitions/drafts';
const BASE = 'test-points';

/** The example as a form that is not there yet, and that says nothing of its words. */
function point(): { definition: Json; schema: Json } {
  const { definition, schema } = exampleForm('example-languages');
  const text = JSON.stringify({ definition, schema })
    .replaceAll('example-languages', 'test-point')
    .replaceAll('examples-languages', BASE)
    .replaceAll('/examples/languages', '/test/points')
    .replaceAll('q_example_water', 'q_test_point')
    .replaceAll('EX_LG_', 'TEST_LG_');
  const made = JSON.parse(text);
  delete made.definition.words;
  return made;
}

describe.each(DATABASES)('a form in French and Arabic on %s', (database) => {
  let server: TestServer;
  let id = '';
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const mande = () => server.person('mande');
  const get = (path: string, language = 'en') =>
    fetch(`${server.base}/api/${path}`, {
      headers: { authorization: `Bearer ${server.tokens.mande}`, 'accept-language': language },
    });

  it('is checked and published with advice, which tells what is missing in each language', {
    timeout: 60_000,
  }, async () => {
    const { data, definition } = await mande().must('POST', DRAFTS, point());
    expect([definition.words, data.title]).toEqual(['advice', { fr: 'Point d’eau', ar: 'نقطة مياه' }]);
    const told = await mande().must('POST', `${DRAFTS}/${data.id}/check`, {});
    expect(told.missing_texts).toEqual([{ language: 'ar', texts: 1 }]);
    expect(told.advice).toMatchObject([{ pointer: '/fields/remarks/label', code: 'words_missing', advice: true }]);
    const preview = await mande().must('GET', `${DRAFTS}/${data.id}/preview`);
    expect([preview.issues, preview.form.form]).toEqual([told.advice, 'test-point']);
    expect(await mande().must('POST', `${DRAFTS}/${data.id}/publish`, { version: 1 })).toMatchObject({ version: 1 });
  });

  it('is refused where it is strict, or lacks a word of its source', { timeout: 60_000 }, async () => {
    const strict = point();
    strict.definition.version = 2;
    strict.definition.words = 'strict';
    const refused = await mande().call('POST', 'definitions?dry_run=1', strict);
    expect(refused.body.issues).toMatchObject([{ pointer: '/fields/remarks/label', code: 'words_missing' }]);
    const silent = point();
    Object.assign(silent.definition, { version: 2, words: 'advice', plural: { ar: 'نقاط المياه' } });
    const { body } = await mande().call('POST', 'definitions?dry_run=1', silent);
    expect(body.issues.filter((one: Json) => !one.advice)).toMatchObject([
      { pointer: '/plural', code: 'words_missing' },
    ]);
  });

  it('is filled in and listed for people of every language of the interface', async () => {
    const answers = { place: 'Aïn Draham', visited: '2026-09-12', state: 'repair', uses: ['drink'], households: 42 };
    const stored = await mande().must('POST', `${BASE}/store`, answers);
    id = stored.id;
    for (const language of ['en', 'fa', 'ps']) {
      const list = await (await get(`${BASE}?fields=all`, language)).text();
      const shown = await (await get(`${BASE}/${id}`, language)).text();
      expect([list.includes('Aïn Draham'), shown.includes('Aïn Draham')]).toEqual([true, true]);
      expect(`${list}${shown}`).not.toContain('undefined');
    }
    const wrong = await mande().call('POST', `${BASE}/store`, { ...answers, state: 'broken' });
    expectRefusal(wrong, 'validation_failed');
    expect(JSON.stringify(wrong.body)).not.toContain('undefined');
    const { data } = await mande().must('GET', 'definitions');
    expect(data.find((one: Json) => one.form === 'test-point')?.plural).toEqual({
      fr: 'Points d’eau',
      ar: 'نقاط المياه',
    });
  });

  it('is exported with its source for whoever reads neither, and a codebook in its languages', async () => {
    for (const language of ['en', 'fa']) {
      const csv = await (await get(`${BASE}/export?format=csv&all=1`, language)).text();
      expect(csv).not.toContain('undefined');
      const [head, ...rows] = parse(csv, { bom: true, relax_column_count: true }) as string[][];
      const at = head?.indexOf('Dans quel état est la pompe ?') ?? -1;
      expect(rows.map((row) => row[at])).toContain('À réparer');
    }
    const all = await (await get(`${BASE}/export?format=csv&all=1&labels=all`, 'fa')).text();
    const [head = [], names = [], row = []] = parse(all, { bom: true, relax_column_count: true }) as string[][];
    const cells = (name: string) => [head, row].map((line) => line[names.findIndex((one) => one.startsWith(name))]);
    expect(cells('state')).toEqual([
      'Dans quel état est la pompe ? / ما هي حالة المضخة؟',
      'À réparer / تحتاج إلى إصلاح',
    ]);
    expect(cells('visited')[0], 'with words of the interface in that of the reader').toMatch(
      / \(هجری شمسی\) \/ .* \(هجری شمسی\)$/,
    );
    expect(cells('remarks')[0], 'a text that is missing in one of them stands once').not.toContain(' / ');
    const form = server.services.registry.form('test-point') as CompiledForm;
    for (const suffix of ['fa', 'pa'])
      await expectRoundTrip(server, form, id, server.person('admin'), `labels=all&split=1&localSuffix=${suffix}`);
    const file = new Blob([new Uint8Array(await (await get(`${BASE}/export?all=1&codebook=1`)).arrayBuffer())]);
    const [codebook = [], options = []] = (await readSheets(file))
      .slice(-2)
      .map(({ data }) => data as unknown as string[][]);
    expect(codebook[0]).toEqual(expect.arrayContaining(['Label in français', 'Label in العربية']));
    const state = codebook.find(([, name]) => name === 'state');
    expect(state).toEqual(expect.arrayContaining(['Dans quel état est la pompe ?', 'ما هي حالة المضخة؟']));
    expect(options.find(([, name, value]) => name === 'state' && value === 'repair')).toEqual(
      expect.arrayContaining(['À réparer', 'تحتاج إلى إصلاح']),
    );
    expect(
      codebook.find(([, name]) => name === 'remarks')?.filter((cell) => cell?.startsWith('Avez-vous')),
    ).toHaveLength(2);
  });

  it('tells what a next version changes in words of its languages', { timeout: 60_000 }, async () => {
    const next = point();
    Object.assign(next.definition, {
      version: 2,
      words: 'advice',
      changes: { from: 1, note: { fr: 'Titre', ar: 'العنوان' } },
    });
    next.definition.fields.households.label.ar = 'كم أسرة تستعمل هذه النقطة؟';
    next.definition.title.fr = 'Point d’eau potable';
    const { differences, missing_texts, advice } = await mande().must('POST', 'definitions?dry_run=1', next);
    expect(differences).toMatchObject([
      { after: { text: 'ar: كم أسرة تستعمل هذه النقطة؟', is_code: false }, as_before: null },
      { kind: 'form_changed', as_before: 'Reworded: français. As before: العربية' },
    ]);
    expect(missing_texts).toEqual([{ language: 'ar', texts: 1 }]);
    // The version before lacked it too.
    expect(advice).toMatchObject([{ pointer: '/fields/remarks/label', code: 'words_missing' }]);
  });
});
