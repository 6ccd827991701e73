/** Words of the example form that names answers, in an open form and in a record that is read. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleData, exampleForms } from '../../src/app/screens/fieldExamples/exampleForms.ts';
import { exampleFiles, exampleSource } from '../../src/app/screens/fieldExamples/exampleSource.ts';
import { SectionForm } from '../../src/app/screens/form/drawing/SectionForm.tsx';
import { ErrorSummary } from '../../src/app/screens/form/ErrorSummary.tsx';
import { AnswerDisplay } from '../../src/app/widgets/Answer.tsx';
import { WidgetProvider } from '../../src/app/widgets/environment.tsx';
import { FormHostProvider } from '../../src/app/widgets/host.tsx';
import { registry } from '../../src/app/widgets/registry.ts';
import { FormStore } from '../../src/app/widgets/store.ts';
import { ReadAnswersProvider } from '../../src/app/widgets/WithAnswers.tsx';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { answerLevelsAt } from '../../src/core/form/answersInWords.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { constants } from '../support/form.ts';

const compiled = exampleForms.find(({ form }) => form === 'example-words')!;
const answers = exampleData.answers['example-words'] as RecordData;
const environment = { language: 'en', calendar: 'gregorian', constants, source: exampleSource, registry } as const;

let page: HTMLElement;
let store: FormStore;
let end = () => {};

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.adoptedStyleSheets ??= [];
  const Observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  globalThis.ResizeObserver ??= Observer;
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { form: {}, errors: {} } } });
});
afterEach(() => end());

const plain = (text: string | null | undefined) => text?.replaceAll(/[\u2068\u2069]/g, '').trim();
const all = (selector: string) => [...page.querySelectorAll(selector)].map((one) => plain(one.textContent));
const settled = () => act(() => new Promise((done) => setTimeout(done, 50)));

describe('an open form', () => {
  beforeEach(async () => {
    store = new FormStore(compiled, await loadValidator(compiled), {}, { today: '2026-11-22' });
    page = document.createElement('div');
    document.body.append(page);
    const root = createRoot(page);
    // No names come with the record: they are those of what is chosen now.
    const host = { form: compiled, store, files: exampleFiles, refs: {} };
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <WidgetProvider value={environment}>
            <FormHostProvider value={host}>
              <ErrorSummary onGo={() => {}} />
              {compiled.sections.map((section) => (
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
  });

  const answer = async (patch: RecordData) => {
    await act(async () => store.set(patch));
    await settled();
  };

  it('shows … until the answers are there, and follows them', async () => {
    const headings = () => all('h2, h3, .am-section > .am-help, .am-heading');
    const open = ['Visit', 'The household of …', 'As it was on ….', 'Water (…)', 'After the visit to …'];
    expect(headings()).toEqual(open);
    await answer({ head_name: 'Ahmad', visit_day: '2026-09-12', water_from: 'river' });
    expect(headings()).toEqual([
      'Visit',
      'The household of Ahmad',
      'As it was on 12 September 2026.',
      'Water (river)',
      'After the visit to Ahmad',
    ]);
    await answer({ head_name: undefined });
    expect(all('h2')).toEqual(['Visit', 'The household of …']);
  });

  it('finds the names of what was chosen from lists and records', async () => {
    await answer({ offices: ['education', 'water'], near_school: 'r-1' });
    expect(all('[data-field=office_help] label, [data-field=school_way] label')).toEqual([
      'What did these say: Education office, Water office?',
      'How many minutes is it to Example School?',
    ]);
  });

  it('reads the row in its labels, its help, its options and its errors', async () => {
    await answer({ head_name: 'Ahmad', visit_day: '2026-09-12', people: [{ name: 'Zahra', age: 340 }, { age: 9 }] });
    expect(all('.am-row .am-group > h4')).toEqual(['About Zahra', 'About …']);
    expect(all('.am-row .am-group [data-field=age] label')).toEqual(['How old is Zahra?', 'How old is …?']);
    expect(all('[data-field=age] .am-help')).toEqual(['On 12 September 2026.', 'On 12 September 2026.']);
    const options = ['Child of Ahmad', 'Husband or wife of Ahmad', 'Other relative of Ahmad'];
    expect(all('[data-field=kin] label:has(input)')).toEqual([...options, ...options]);
    act(() => void store.check());
    await settled();
    expect(all('[data-field=age] .am-error')).toEqual(['Zahra cannot be 340 years old.']);
    expect(page.querySelector('#error-summary')?.textContent?.replaceAll(/[\u2068\u2069]/g, '')).toContain(
      ': Zahra cannot be 340 years old.',
    );
    await answer({ people: [{ name: 'Zahra', age: 341 }] });
    expect(all('[data-field=age] .am-error')).toEqual(['Zahra cannot be 341 years old.']);
  });

  it('names answers in a warning, and chooses an option whose label follows an answer', async () => {
    await answer({ head_name: 'Ahmad', litres: 12, water_from: 'well' });
    expect(all('.am-warning')).toEqual(['12 litres a day (well) is little. Say why.']);
    await answer({ people: [{ name: 'Zahra', kin: 'child' }] });
    expect(page.querySelector<HTMLInputElement>('[data-field=kin] input:checked')?.value).toBe('child');
    await answer({ head_name: 'Karim' });
    const chosen = page.querySelector<HTMLInputElement>('[data-field=kin] input:checked');
    expect(plain(chosen?.closest('label')?.textContent)).toContain('Child of Karim');
  });
});

it('a record that is read says them too, each row its own', async () => {
  page = document.createElement('div');
  const root = createRoot(page);
  end = () => act(() => root.unmount());
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <WidgetProvider value={environment}>
          <ReadAnswersProvider
            value={{ definition: compiled.definition, levels: answerLevelsAt(compiled, answers), refs: {} }}
          >
            <AnswerDisplay node={compiled.fields.get('people')!} data={answers} refs={{}} />
          </ReadAnswersProvider>
        </WidgetProvider>
      </QueryClientProvider>,
    ),
  );
  expect(all('tbody td')).toEqual(['Zahra', '34', 'Husband or wife of Ahmad', 'Ali', '9', 'Child of Ahmad']);
  // A heading stands for all rows, so labels stand in it for their answers.
  expect(all('th')).toEqual(['About [Name]', 'Name', 'How old is [Name]?', 'Who is [Name]?']);
});
