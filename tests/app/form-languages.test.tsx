/** A form that is not in the language of the page: its words say in which they are, and which are not translated. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import words from '../../locales/en/form.json' with { type: 'json' };
import { preferences } from '../../src/app/data/preferences.ts';
import { exampleForms } from '../../src/app/screens/fieldExamples/exampleForms.ts';
import { exampleFiles, exampleSource } from '../../src/app/screens/fieldExamples/exampleSource.ts';
import { SectionForm } from '../../src/app/screens/form/drawing/SectionForm.tsx';
import { FormLanguages } from '../../src/app/screens/form/FormLanguages.tsx';
import { WidgetProvider } from '../../src/app/widgets/environment.tsx';
import { FieldDisplay } from '../../src/app/widgets/FieldDisplay.tsx';
import { FormHostProvider } from '../../src/app/widgets/host.tsx';
import { ReadAnswersContext } from '../../src/app/widgets/readAnswers.ts';
import { registry } from '../../src/app/widgets/registry.ts';
import { FormStore } from '../../src/app/widgets/store.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import type { CompiledForm, FormDefinition } from '../../src/core/definitions/types.ts';
import { setSecondLanguage } from '../../src/core/text/languages.ts';
import { constants, form as testForm } from '../support/form.ts';

const languages = exampleForms.find(({ form }) => form === 'example-languages') as CompiledForm;
let end = () => {};

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.adoptedStyleSheets ??= [];
  // Read first by the page too: it sets the language of forms.
  preferences();
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { form: words, errors: {} } } });
});
afterEach(() => {
  end();
  setSecondLanguage(undefined);
});

async function open(form: CompiledForm): Promise<HTMLElement> {
  const store = new FormStore(form, { validate: () => [], conditions: {} }, {}, { today: '2026-11-22' });
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const environment = { language: 'en', calendar: 'gregorian', constants, source: exampleSource, registry } as const;
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <WidgetProvider value={environment}>
          <FormHostProvider value={{ form, store, files: exampleFiles, refs: {} }}>
            <FormLanguages form={form} />
            {form.sections.map((section) => (
              <SectionForm key={section.id} section={section} />
            ))}
          </FormHostProvider>
        </WidgetProvider>
      </QueryClientProvider>,
    ),
  );
  end = () => {
    act(() => root.unmount());
    page.remove();
  };
  return page;
}

/** Returns the words that are drawn in a language. */
const drawnIn = (page: HTMLElement, tag: string): string[] =>
  [...page.querySelectorAll(`span[lang="${tag}"]`)].map((one) => one.textContent ?? '');

it('is drawn in its source, with the languages to choose from, and without a mark', async () => {
  const page = await open(languages);
  expect(drawnIn(page, 'fr')).toEqual(
    expect.arrayContaining([
      'Visite',
      'Où se trouve le point d’eau ?',
      'À réparer',
      'À boire',
      'Avez-vous d’autres remarques ?',
    ]),
  );
  expect(page.querySelector('[data-in]')).toBeNull();
  const choices = [...page.querySelectorAll('[data-form-language]')];
  expect(choices.map((one) => [one.textContent, one.getAttribute('aria-pressed')])).toEqual([
    ['français', 'true'],
    ['العربية', 'false'],
  ]);
  expect(page.querySelector('[data-missing]')).toBeNull();
});

it('is drawn in the language that was chosen; what is missing is marked and counted', async () => {
  setSecondLanguage('ar');
  // The options are kept by their list.
  const page = await open(
    compileForm({ definition: structuredClone(languages.definition), schema: languages.contract }),
  );
  expect(drawnIn(page, 'ar')).toEqual(expect.arrayContaining(['الزيارة', 'تحتاج إلى إصلاح']));
  expect(page.querySelector('span[lang=ar]')?.getAttribute('dir')).toBe('rtl');
  const marked = [...page.querySelectorAll('[data-in]')];
  expect(
    marked.map((one) => [
      one.textContent,
      one.getAttribute('lang'),
      one.getAttribute('dir'),
      one.getAttribute('data-in'),
    ]),
  ).toEqual([['Avez-vous d’autres remarques ?', 'fr', 'ltr', 'français']]);
  expect(page.querySelector('[data-missing]')?.getAttribute('data-missing')).toBe('1');
});

it('a form in the three languages is drawn without any of it', async () => {
  const page = await open(exampleForms.find(({ form }) => form === 'example-text') as CompiledForm);
  expect(page.querySelector('[data-languages], [data-in], .am-label [lang]')).toBeNull();
});

it('a form that has the language of the page offers no other; what it lacks there is marked', async () => {
  const definition: FormDefinition = {
    ...structuredClone(languages.definition),
    languages: ['ar', 'en'],
    words: 'advice',
  };
  const only = JSON.parse(JSON.stringify(definition).replaceAll('"fr":', '"en":')) as FormDefinition;
  only.fields.place = { ...only.fields.place!, label: { ar: 'أين؟' } as never };
  const page = await open(compileForm({ definition: only, schema: languages.contract }));
  expect([...page.querySelectorAll('[data-in]')].map((one) => one.textContent)).toEqual(['أين؟']);
  expect(page.querySelector('[data-form-language]')).toBeNull();
});

it('marks options, rows, columns and headings that are missing; plain text names the language', async () => {
  const missing = (words: string) => ({ ar: words }) as never;
  const both = (words: string) => ({ ar: `${words} بالعربية`, en: words }) as never;
  const options = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      value: `o${n}`,
      label: n === 0 ? missing('ناقص') : both(`Option ${n}`),
    }));
  const label = both('Question');
  const page = await open(
    testForm({
      languages: ['ar', 'en'],
      words: 'advice',
      fields: {
        listed: { type: 'choice', label, options: options(7), 'ui:widget': 'select' },
        searched: { type: 'choice', label, options: options(20), 'ui:widget': 'search' },
        ordered: { type: 'rank', label, options: options(3) },
        rated: {
          type: 'matrix',
          label,
          options: options(2),
          rows: [{ id: 'q_row', name: 'row', label: missing('سطر') }],
        },
        people: {
          type: 'table',
          label,
          columns: { age: { type: 'integer', label: missing('العمر') } },
          groups: [{ group: 'about', title: missing('عنه'), fields: ['age'] }],
        },
      },
    } as never),
  );
  const texts = (selector: string) => [...page.querySelectorAll(selector)].map((one) => one.textContent);
  const plain = '\u2068ناقص\u2069 (\u2068العربية\u2069)';
  expect(texts('[data-field=listed] option')).toContain(plain);
  expect(texts('[data-field=listed] option')).toContain('Option 1');
  expect(texts('[data-field=ordered] button [data-in]')).toEqual(['ناقص']);
  expect(texts('[data-field=rated] [data-in]')).toEqual(['سطر', 'ناقص']);
  await act(async () => page.querySelector<HTMLElement>('[data-field=searched] [role=combobox]')?.click());
  expect(texts('[role=option] [data-in]')).toEqual(['ناقص']);
  await act(async () => page.querySelector<HTMLElement>('[role=option]')?.click());
  expect(page.querySelector<HTMLInputElement>('[data-field=searched] input')?.value).toBe(plain);
  await act(async () => page.querySelector<HTMLElement>('[data-field=people] [id$=-add]')?.click());
  expect(texts('[data-field=people] h4 [data-in], [data-field=people] label [data-in]')).toEqual(['عنه', 'العمر']);
});

it('names the language of an answer that is read, where its label is not translated', async () => {
  const option = (value: string, label: object) => ({ value, label: label as never });
  const options = [option('old', { ar: 'قديم' }), option('new', { ar: 'جديد', en: 'New' })];
  const label = { ar: 'سؤال', en: 'Question' } as never;
  const form = testForm({
    languages: ['ar', 'en'],
    words: 'advice',
    fields: {
      one: { type: 'choice', label, options },
      some: { type: 'multi', label, options },
      turns: { type: 'rank', label, options },
    },
  } as never);
  const data = { one: 'old', some: ['new', 'old'], turns: ['new', 'old'] };
  const page = document.createElement('div');
  const root = createRoot(page);
  const environment = { language: 'en', calendar: 'gregorian', constants, source: exampleSource, registry } as const;
  const read = { definition: form.definition, levels: [], refs: {} };
  await act(async () =>
    root.render(
      <WidgetProvider value={environment}>
        <ReadAnswersContext.Provider value={read}>
          {[...form.fields.values()].map((node) => (
            <p key={node.name}>
              <FieldDisplay node={node} data={data} refs={{}} />
            </p>
          ))}
        </ReadAnswersContext.Provider>
      </WidgetProvider>,
    ),
  );
  end = () => act(() => root.unmount());
  const plain = '\u2068قديم\u2069 (\u2068العربية\u2069)';
  expect([...page.querySelectorAll('p')].map((one) => one.textContent)).toEqual([
    plain,
    `New, ${plain}`,
    `1. New, 2. ${plain}`,
  ]);
});
