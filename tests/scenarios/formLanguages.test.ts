/** Languages of a form: a text that is missing in one is shown in the source, counted, and advice where the form says so. */
import { afterEach, describe, expect, it, test } from 'vitest';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { formatDefinition } from '../../src/core/definitions/format.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import { languagesOf, missingTexts, sourceFirst, textsOf } from '../../src/core/definitions/texts.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import {
  formLanguageFor,
  inThreeLanguages,
  pickText,
  setSecondLanguage,
  shownLanguage,
  type Text,
  textAsWritten,
  textDirection,
} from '../../src/core/text/languages.ts';
import { readMetaSchemas } from '../../src/server/definitions/definitionFiles.ts';
import { withWordsSetting } from '../../src/server/definitions/drafts.ts';
import { checkWith, productFiles, ROOT } from '../support/definitions.ts';
import { type FormSpec, source } from '../support/form.ts';

const files = await productFiles;
const form = (name: string) =>
  structuredClone(files.get(`forms/examples/${name}.form.json`)?.json) as FormDefinition & Record<string, unknown>;

afterEach(() => setSecondLanguage(undefined));

test.each([
  ['ar', 'rtl'],
  ['fa', 'rtl'],
  ['ps', 'rtl'],
  ['ur', 'rtl'],
  ['he', 'rtl'],
  ['ku', 'ltr'],
  ['ku-Arab', 'rtl'],
  ['ku-IQ', 'rtl'],
  ['uz', 'ltr'],
  ['uz-Arab', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['fr-CA', 'ltr'],
  ['en', 'ltr'],
])('%s runs %s', (tag, dir) => {
  expect(textDirection(tag)).toBe(dir);
});

const said = (words: Record<string, string>) => words as Text;

describe('a text of a form', () => {
  const text = said({ fr: 'Bonjour {name}', ar: 'مرحبا {name}' });

  it('is shown in the language of the reader, in the one read besides, or in the source', () => {
    expect(shownLanguage({ ...text, fa: 'سلام' }, 'fa')).toBe('fa');
    expect([pickText(text, 'fa'), shownLanguage(text, 'en')]).toEqual(['Bonjour …', 'fr']);
    setSecondLanguage('ar');
    expect([pickText(text, 'fa'), shownLanguage(text, 'en')]).toEqual(['مرحبا …', 'ar']);
    expect(shownLanguage(said({ fr: 'Bonjour' }), 'fa'), 'where it is missing there too').toBe('fr');
    expect(formLanguageFor(['fr', 'ar'], 'fa')).toBe('ar');
  });

  it('is shown to readers of a language in whatever tag names it', () => {
    expect(shownLanguage(said({ fr: 'Bonjour', prs: 'سلام' }), 'fa')).toBe('prs');
    expect(shownLanguage(said({ fr: 'Bonjour', 'en-GB': 'Hello' }), 'en')).toBe('en-GB');
  });

  it('never breaks, even without a word', () => {
    expect([textAsWritten({}, 'fa'), pickText({ en: '' }, 'ps')]).toEqual(['', '']);
    expect(inThreeLanguages(said({ fr: 'Puits' }))).toEqual({ en: 'Puits', fa: 'Puits', ps: 'Puits' });
  });
});

describe('the texts of a form', () => {
  it('are found whatever their languages, but not what stands by name or code', () => {
    const definition = {
      languages: ['fr', 'ar'],
      title: { fr: 'Puits', ar: 'بئر' },
      fields: {
        fr: { label: { ar: 'اسم' }, bind: { fr: 'x', ar: 'y' }, media: { image: { fr: 'a.png', ar: 'b.png' } } },
      },
      migrate: { rename: { fr: 'ar' }, drop: { old: { fr: 'Fini' } } },
    };
    expect(textsOf(definition).map(({ pointer }) => pointer)).toEqual([
      '/title',
      '/fields/fr/label',
      '/migrate/drop/old',
    ]);
  });

  it('are counted where they are missing', () => {
    expect(missingTexts(form('example-languages'))).toEqual([{ language: 'ar', texts: 1 }]);
    expect(missingTexts(form('example-text'))).toEqual([]);
  });

  it('have the source first, also in the canonical text of their file', () => {
    const definition = form('example-languages');
    const turned = { ...definition, title: { ar: 'نقطة مياه', fr: 'Point d’eau' } };
    expect(Object.keys(sourceFirst(turned).title)).toEqual(['fr', 'ar']);
    const schema = { type: 'object', properties: files.get('schemas/examples/example-languages.schema.json')?.json };
    expect(pickText(compileForm({ definition: turned, schema } as never).definition.title, 'en')).toBe('Point d’eau');
    const meta = readMetaSchemas(ROOT).get('form');
    expect(formatDefinition(turned, meta)).toBe(formatDefinition(definition, meta));
    expect(formatDefinition(turned, meta)).toContain('"title": { "fr": "Point d’eau", "ar": "نقطة مياه" },\n');
  });
});

describe('the check of words', () => {
  const spec: FormSpec = { fields: { name: { type: 'text' } } };
  async function found(change: (definition: Record<string, unknown>) => void) {
    const { definition, schema } = structuredClone(source(spec));
    const label = { en: 'Name', fa: 'نام', ps: 'نوم' };
    const plain = JSON.parse(JSON.stringify(definition), (key, value) =>
      key !== '' && typeof value === 'object' && value !== null && 'en' in value ? label : value,
    ) as Record<string, unknown>;
    change(plain);
    const issues = await checkWith({ 'forms/wells/visit.form.json': plain, 'schemas/wells/visit.schema.json': schema });
    return issues.map(({ pointer, code, params, advice }) => [pointer, code, params.language, advice ?? false]);
  }
  const only = (definition: Record<string, unknown>, ...languages: string[]) => {
    for (const { text } of textsOf(definition)) {
      const words = text as Record<string, string>;
      for (const tag of Object.keys(words)) if (!languages.includes(tag)) delete words[tag];
      for (const tag of languages) words[tag] ??= 'Nom';
    }
  };

  it('is strict unless the form says otherwise', async () => {
    expect(await found(() => undefined)).toEqual([]);
    const missing = await found((definition) => (definition.title = { en: 'Name', fa: 'نام' }));
    expect(missing).toEqual([['/title', 'words_missing', { code: 'language_ps' }, false]]);
    const advice = await found((definition) =>
      Object.assign(definition, {
        words: 'advice',
        title: { en: 'Name', fa: 'نام' },
        plural: { en: 'Names', fa: 'Names' },
      }),
    );
    expect(advice).toEqual([
      ['/title', 'words_missing', { code: 'language_ps' }, true],
      ['/plural', 'words_missing', { code: 'language_ps' }, true],
      ['/plural/fa', 'text_untranslated', { code: 'language_fa' }, true],
    ]);
  });

  it('needs the source of a form in every text, whatever its words are', async () => {
    const issues = await found((definition) => {
      Object.assign(definition, { languages: ['fr', 'ar'], words: 'advice' });
      for (const { text } of textsOf({ ...definition, languages: ['en', 'fa', 'ps'] })) {
        const words = text as Record<string, string>;
        for (const tag of Object.keys(words)) delete words[tag];
        Object.assign(words, { fr: 'Nom', ar: 'الاسم' });
      }
      definition.title = { ar: 'الاسم' };
    });
    expect(issues).toEqual([['/title', 'words_missing', 'fr', false]]);
  });

  it('takes a bounded number of languages', async () => {
    const languages = Array.from({ length: 25 }, (_, at) => `qa${String.fromCharCode(97 + at)}`);
    const issues = await found((definition) => Object.assign(definition, { languages, words: 'advice' }));
    expect(issues).toEqual([['/languages', 'not_possible', undefined, false]]);
  });

  it('takes any languages and only those', async () => {
    const issues = await found((definition) => {
      definition.languages = ['en', 'fa'];
      only(definition, 'en', 'fa');
      definition.title = { en: 'Name', fa: 'نام', ps: 'نوم' };
    });
    expect(issues).toEqual([['/title/ps', 'key_unknown', undefined, false]]);
  });
});

describe('a draft that says nothing of its words', () => {
  const made = { form: 'visit', version: 1 };
  it('is advice where its form is new, and as strict as the version before it', () => {
    expect(withWordsSetting(made, undefined)).toEqual({ ...made, words: 'advice' });
    expect(withWordsSetting({ ...made, words: 'strict' }, undefined)).toEqual({ ...made, words: 'strict' });
    expect(withWordsSetting(made, form('example-text'))).toEqual(made);
    expect(withWordsSetting(made, form('example-languages'))).toEqual({ ...made, words: 'advice' });
    expect(withWordsSetting({}, undefined), 'a draft that is not begun').toEqual({});
  });
});

describe('the forms that ship', () => {
  const shipped = sourcesOf(files).forms.filter(({ definition }) => definition.programme !== 'examples');

  it('are strict in English, Dari and Pashto outside the examples', () => {
    expect(shipped.length).toBeGreaterThan(30);
    for (const { definition } of shipped) {
      expect([definition.form, definition.words ?? 'strict', languagesOf(definition)]).toEqual([
        definition.form,
        'strict',
        ['en', 'fa', 'ps'],
      ]);
      expect(missingTexts(definition), definition.form).toEqual([]);
    }
  });
});
