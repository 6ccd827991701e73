/** RJSF renders the sections: it walks them, finds our inputs and foreign ones, and few of our components are in between. */

import { withTheme } from '@rjsf/core';
import TextareaWidget from '@rjsf/core/lib/components/widgets/TextareaWidget.js';
import type { WidgetProps } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exampleData, exampleForms } from '../../src/app/screens/fieldExamples/exampleForms.ts';
import { exampleFiles, exampleSource } from '../../src/app/screens/fieldExamples/exampleSource.ts';
import { rjsfTheme, SectionForm } from '../../src/app/screens/form/drawing/SectionForm.tsx';
import { FormSections } from '../../src/app/screens/form/Sections.tsx';
import { flushTyping } from '../../src/app/widgets/controls/useTypedText.ts';
import { WidgetProvider } from '../../src/app/widgets/environment.tsx';
import { FormHostProvider } from '../../src/app/widgets/host.tsx';
import { registry } from '../../src/app/widgets/registry.ts';
import { FormStore } from '../../src/app/widgets/store.ts';
import type { CompiledForm, RecordData, SectionNode, ValidatorModule } from '../../src/core/definitions/types.ts';
import { withPrograms } from '../../src/core/expressions/load.ts';
import { inputUiSchema, sectionUiSchema } from '../../src/core/form/rjsf.ts';
import { isAnswerable } from '../../src/core/form/types/question.ts';
import { constants, form } from '../support/form.ts';

const NO_RULES = { validate: () => [], conditions: {} };
/** At most this many of our components from the one that renders the section to the input. */
const AT_MOST = 6;

let end = () => {};

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // jsdom has none of these three and computes no layout.
  document.adoptedStyleSheets ??= [];
  const Observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  globalThis.ResizeObserver ??= Observer;
  globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver;
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { form: {}, errors: {} } } });
});
afterEach(() => end());

/** Renders the sections of a form into a page, over a store. */
async function open(
  compiled: CompiledForm,
  data: RecordData = {},
  Section: ComponentType<{ section: SectionNode }> = SectionForm,
  rules: ValidatorModule = NO_RULES,
): Promise<{ page: HTMLElement; store: FormStore }> {
  const store = new FormStore(compiled, rules, data, { today: '2026-11-22' });
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const client = new QueryClient();
  const environment = { language: 'en', calendar: 'gregorian', constants, source: exampleSource, registry } as const;
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <WidgetProvider value={environment}>
          <FormHostProvider value={{ form: compiled, store, files: exampleFiles, refs: {} }}>
            {compiled.sections.map((section) => (
              <Section key={section.id} section={section} />
            ))}
          </FormHostProvider>
        </WidgetProvider>
      </QueryClientProvider>,
    ),
  );
  // Choice lists load a little later.
  const turn = () => act(() => new Promise<void>((done) => setTimeout(done)));
  do await turn();
  while (client.isFetching() > 0);
  await turn();
  end = () => {
    act(() => root.unmount());
    page.remove();
  };
  return { page, store };
}

interface Fiber {
  type: unknown;
  return: Fiber | null;
  stateNode: unknown;
}

function fiberOf(element: Element | null): Fiber | undefined {
  const key = element && Object.keys(element).find((one) => one.startsWith('__reactFiber$'));
  if (key) return (element as unknown as Record<string, Fiber>)[key];
  // Radio buttons and options are cloned DOM, so React knows only the element around them.
  return element ? fiberOf(element.parentElement) : undefined;
}

function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name;
  const inner = (type as { type?: unknown; render?: unknown } | null)?.type ?? (type as { render?: unknown })?.render;
  return inner ? nameOf(inner) : undefined;
}

/** Returns the names of the components around a control, up to the one that renders the section or the row. */
function componentsAround(control: Element): string[] {
  const frame = control.closest('.am-row, .am-problem-parts, .am-section');
  const names: string[] = [];
  let isInside = true;
  for (let at = fiberOf(control); at; at = at.return ?? undefined) {
    if (at.stateNode === frame) isInside = false;
    const name = typeof at.type === 'string' ? undefined : nameOf(at.type);
    if (name) names.unshift(name);
    if (name && !isInside) break;
  }
  return names;
}

const RJSF = /^ObjectFieldProperty/;

describe('from a section to its controls', () => {
  const types = [...new Set(exampleForms.flatMap(({ fields }) => [...fields.values()].map(({ type }) => type)))];

  it.each(exampleForms.map((one) => [one.form, one] as const))('%s', async (_name, compiled) => {
    const { page } = await open(compiled, exampleData.answers[compiled.form]);
    for (const node of [...compiled.fields.values()].filter(isAnswerable)) {
      const inside = (names: string) => page.querySelectorAll(`#f-${node.name}-field :is(${names})`);
      const inputs = inside('input, select, textarea, output');
      // Some have only buttons: files where no more may be added, shapes before their map or list is opened.
      const controls = inputs.length === 0 ? inside('button') : inputs;
      expect([node.type, controls.length]).not.toEqual([node.type, 0]);
      for (const control of controls) {
        const around = componentsAround(control);
        const ours = around.filter((name) => !RJSF.test(name));
        expect([node.type, ours, ours.length <= AT_MOST]).toEqual([node.type, ours, true]);
        if (!control.closest('.am-row, .am-problem-parts')) expect(around.some((name) => RJSF.test(name))).toBe(true);
      }
    }
  });

  it('all types are among them', () => {
    expect(types.sort()).toEqual(Object.keys(registry).sort());
  });
});

function type(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  act(() => {
    setter?.call(control, text);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('a widget written for RJSF', () => {
  it('is registered in one line, named by a definition, and takes and gives the answer', async () => {
    rjsfTheme.widgets.big = TextareaWidget;
    const compiled = form({
      fields: {
        what: { type: 'text', 'ui:widget': 'big', 'ui:options': { rows: 7 }, required: true },
        why: { type: 'text' },
      },
    });
    const { page, store } = await open(compiled, { what: 'A well' });
    const control = page.querySelector<HTMLTextAreaElement>('textarea#f-what');
    expect([control?.value, control?.rows, control?.required]).toEqual(['A well', 7, true]);
    expect(page.querySelector('label[for=f-what]')?.textContent).toContain('what');
    type(control!, 'A deep well');
    expect(store.data).toEqual({ what: 'A deep well' });
    expect(control?.value).toBe('A deep well');
    act(() => store.showErrors({ '/what': [{ code: 'too_long' }] } as never));
    expect(control?.getAttribute('aria-invalid')).toBe('true');
  });

  it('gets the options of its question, worded', async () => {
    let given: WidgetProps['options'] = {};
    rjsfTheme.widgets.seen = ({ options }: WidgetProps) => {
      given = options;
      return null;
    };
    const compiled = form({
      fields: {
        kind: {
          type: 'choice',
          'ui:widget': 'seen',
          options: [
            { value: 'a', label: { en: 'River', fa: 'دریا', ps: 'سیند' } },
            { value: 'b', label: { en: 'Well', fa: 'چاه', ps: 'څاه' } },
          ],
        },
      },
    });
    await open(compiled);
    expect(given.enumOptions?.map(({ value, label }) => [value, label])).toEqual([
      ['a', 'River'],
      ['b', 'Well'],
    ]);
  });

  it('is drawn again for its own answer alone', async () => {
    const drawn: unknown[] = [];
    rjsfTheme.widgets.told = ({ value }: WidgetProps) => {
      drawn.push(value);
      return null;
    };
    const compiled = form({ fields: { one: { type: 'text', 'ui:widget': 'told' }, other: { type: 'text' } } });
    const { page, store } = await open(compiled);
    type(page.querySelector<HTMLInputElement>('input#f-other')!, 'Typed');
    act(() => flushTyping());
    expect(store.data).toEqual({ other: 'Typed' });
    expect(drawn).toEqual([undefined]);
    act(() => store.set({ one: 'Told' }));
    expect(drawn).toEqual([undefined, 'Told']);
  });
});

it('RJSF draws the same without our lean form, from the schema, the uiSchema and the theme', async () => {
  const Themed = withTheme(rjsfTheme);
  const reader = { language: 'en', constants } as const;
  const Section = ({ section }: { section: SectionNode }) => (
    <Themed
      tagName="div"
      idPrefix="f"
      idSeparator="-"
      schema={section.schema}
      uiSchema={sectionUiSchema(section, reader, inputUiSchema)}
      formContext={section}
      validator={validator}
    >
      <span hidden />
    </Themed>
  );
  for (const compiled of exampleForms) {
    const ours = await open(compiled, exampleData.answers[compiled.form]);
    const drawn = ours.page.querySelector('.am-section')?.textContent;
    end();
    const theirs = await open(compiled, exampleData.answers[compiled.form], Section);
    expect([compiled.form, theirs.page.querySelector('.am-section')?.textContent]).toEqual([compiled.form, drawn]);
    expect(drawn?.length).toBeGreaterThan(0);
    end();
    end = () => {};
  }
});

it('parts of a question are set one by one, and a whole at once', async () => {
  const compiled = form({ fields: { at: { type: 'money', bind: { amount: 'cost', currency: 'cost_currency' } } } });
  const { page, store } = await open(compiled);
  type(page.querySelector<HTMLInputElement>('#f-at')!, '12');
  act(() => flushTyping());
  const currency = page.querySelector('select')!;
  act(() => {
    currency.value = 'AFN';
    currency.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(store.data).toEqual({ cost: 12, cost_currency: 'AFN' });
});

it('a row of a table shows and marks its cells as it is filled', async () => {
  const compiled = form({
    fields: {
      children: {
        type: 'table',
        columns: {
          age: { type: 'integer' },
          school: { type: 'text', visibleWhen: { expr: 'age >= 6' }, requiredWhen: { expr: 'age >= 7' } },
        } as never,
      },
    },
  });
  const rules = withPrograms({ ...NO_RULES, expressions: compiled.expressions! });
  const { page, store } = await open(compiled, { children: [{ age: 5 }, { age: 6 }] }, SectionForm, rules);
  const schools = () =>
    [0, 1].map((row) => page.querySelector(`#f-children-${row}-school-field`)?.innerHTML.includes('am-required'));
  expect(schools()).toEqual([undefined, false]);
  type(page.querySelector<HTMLInputElement>('#f-children-0-age')!, '7');
  act(() => flushTyping());
  expect(schools()).toEqual([true, false]);
  type(page.querySelector<HTMLInputElement>('#f-children-0-school')!, 'Near');
  type(page.querySelector<HTMLInputElement>('#f-children-0-age')!, '4');
  act(() => flushTyping());
  expect(schools()).toEqual([undefined, false]);
  expect(store.data.children).toEqual([{ age: 4, school: 'Near' }, { age: 6 }]);
  expect(store.stored.children).toEqual([{ age: 4 }, { age: 6 }]);
});

it('a month is asked for by its name and year, and stored as its first day', async () => {
  const paid = { type: 'date', 'ui:options': { month: true }, notAfter: 'today' } as const;
  const { page, store } = await open(form({ fields: { paid } }), { paid: '2025-12-17' });
  const [month, year] = [...page.querySelectorAll('select')] as [HTMLSelectElement, HTMLSelectElement];
  expect([month.value, year.value]).toEqual(['12', '2025']);
  const choose = (box: HTMLSelectElement, value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(box, value);
      box.dispatchEvent(new Event('change', { bubbles: true }));
    });
  expect(year.options[0]?.value, 'no later year').toBe(String(new Date().getFullYear()));
  await choose(year, year.options[1]?.value as string);
  await choose(month, '3');
  expect(store.data.paid).toBe(`${Number(year.options[0]?.value) - 1}-03-01`);
  await choose(month, '');
  expect(store.data.paid).toBeUndefined();
});

it('a long form is drawn to its end, also if a section has more questions than are drawn together', async () => {
  const names = Array.from({ length: 645 }, (_, n) => `q${n}`);
  const compiled = form({
    fields: Object.fromEntries(names.map((name) => [name, { type: 'integer' as const }])),
    sections: {
      first: names.slice(0, 5),
      most: names.slice(5, 635),
      next: names.slice(635, 640),
      last: names.slice(640),
    },
  });
  const InOrder = ({ section }: { section: SectionNode }) =>
    section.id === 'first' ? <FormSections all={false} only={undefined} /> : null;
  const { page } = await open(compiled, {}, InOrder);
  expect(names.filter((name) => !page.querySelector(`#f-${name}-field`))).toEqual([]);
});
