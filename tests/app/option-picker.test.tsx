/** A question whose options are searched on the server, with its real input: pages, typing, errors, the chosen option. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleFiles, exampleSource } from '../../src/app/screens/fieldExamples/exampleSource.ts';
import { SectionForm } from '../../src/app/screens/form/drawing/SectionForm.tsx';
import { WidgetProvider } from '../../src/app/widgets/environment.tsx';
import { FormHostProvider } from '../../src/app/widgets/host.tsx';
import { registry } from '../../src/app/widgets/registry.ts';
import type { OptionPage, OptionSearchQuery } from '../../src/app/widgets/source.ts';
import { FormStore } from '../../src/app/widgets/store.ts';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { constants, form } from '../support/form.ts';

const compiled = form({
  fields: {
    valley: { type: 'text' },
    village: { type: 'choice', choices: 'villages', filter: 'option.parent == valley', contract: { type: 'string' } },
  },
});
const PAGE = 50;
const villages = ['green', 'white'].flatMap((parent) =>
  Array.from({ length: 70 }, (_, n) => ({
    id: `${parent}-${n}`,
    name: `${parent} ${n}`,
    attributes: { value: `${parent}-${n}`, parent },
  })),
);

/** Answers as the server does. `before` may wait or throw. */
function serverOf(before: (question: OptionSearchQuery, signal: AbortSignal) => Promise<void> | void = () => {}) {
  return vi.fn(async (question: OptionSearchQuery, signal?: AbortSignal): Promise<OptionPage> => {
    await before(question, signal!);
    const { answers, text = '', ids, after = '0' } = question;
    if (ids) return { data: villages.filter(({ id }) => ids.includes(id)), next: null };
    const found = villages.filter(
      ({ name, attributes }) => attributes.parent === answers.valley && name.includes(text),
    );
    const end = Number(after) + PAGE;
    return { data: found.slice(Number(after), end), next: end < found.length ? String(end) : null };
  });
}

let end = () => {};
afterEach(() => end());
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.adoptedStyleSheets ??= [];
  const choice = { loading: 'Loading', nothing: 'Nothing', failed: 'Failed', more: 'More' };
  const words = { form: { choice, retry: 'Retry' }, errors: {} };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: words } });
});

const wait = (ms = 0) => act(() => new Promise<void>((done) => setTimeout(done, ms)));

async function open(data: RecordData, options: ReturnType<typeof serverOf>, isNew = true) {
  const store = new FormStore(compiled, await loadValidator(compiled), data, { today: '2026-11-22' }, isNew);
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  const source = { ...exampleSource, options };
  const environment = { language: 'en', calendar: 'gregorian', constants, source, registry } as const;
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <WidgetProvider value={environment}>
          <FormHostProvider value={{ form: compiled, store, files: exampleFiles, refs: {} }}>
            {compiled.sections.map((section) => (
              <SectionForm key={section.id} section={section} />
            ))}
          </FormHostProvider>
        </WidgetProvider>
      </QueryClientProvider>,
    ),
  );
  await wait();
  end = () => {
    act(() => root.unmount());
    page.remove();
  };
  const input = page.querySelector<HTMLInputElement>('[role=combobox]')!;
  return {
    store,
    input,
    check: () => {
      let isSound = false;
      act(() => {
        isSound = store.check();
      });
      return isSound;
    },
    names: () => [...page.querySelectorAll('[role=option]')].map((one) => one.textContent),
    note: () => page.querySelector('.am-list [role=status], .am-list [role=alert]')?.textContent,
    press: async (words: string) => {
      const target = [...page.querySelectorAll<HTMLElement>('button, [role=option]')].find(
        (one) => one.textContent === words,
      );
      await act(async () => target?.click());
      await wait();
    },
    open: async () => {
      await act(async () => input.click());
      await wait();
    },
    type: async (text: string) => {
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      act(() => {
        setter?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await wait(300);
      await wait();
    },
  };
}

describe('options searched on the server', () => {
  it('come a page at a time, for the answer that their filter reads', async () => {
    const server = serverOf();
    const village = await open({ valley: 'green' }, server);
    await village.open();
    expect(village.names()).toHaveLength(PAGE);
    await village.press('More');
    expect(village.names()).toHaveLength(70);
    await act(async () => village.store.set({ valley: 'white' }));
    await wait();
    expect(new Set(village.names().map((name) => name?.split(' ')[0]))).toEqual(new Set(['white']));
    expect(
      server.mock.calls.every(
        ([{ field, answers }]) => field === 'village' && Object.keys(answers).join() === 'valley',
      ),
    ).toBe(true);
  });

  it('are searched by what is typed; a running call is cancelled', async () => {
    const signals: AbortSignal[] = [];
    const slow = serverOf(({ text }, signal) => {
      signals.push(signal);
      return text === '6' ? new Promise(() => {}) : undefined;
    });
    const village = await open({ valley: 'green' }, slow);
    await village.type('6');
    await village.type('69');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
    expect(village.names()).toEqual(['green 69']);
    await village.type('700');
    expect([village.names(), village.note()]).toEqual([[], 'Nothing']);
  });

  it('say that they could not be loaded, and are loaded again', async () => {
    let fails = true;
    const server = serverOf(() => {
      if (fails) throw new Error('no line');
    });
    const village = await open({ valley: 'green' }, server);
    await wait(20);
    await village.open();
    expect(village.note()).toContain('Failed');
    fails = false;
    await village.press('Retry');
    expect(village.names()).toHaveLength(PAGE);
  });

  it('name the chosen one that is on no page, and judge it when the other answer changes', async () => {
    const village = await open({ valley: 'green', village: 'green-69' }, serverOf(), false);
    await wait();
    expect(village.input.value).toBe('green 69');
    expect(village.check()).toBe(true);
    await act(async () => village.store.set({ valley: 'white' }));
    expect(village.check()).toBe(false);
    expect(village.store.errors).toEqual({ '/village': [expect.objectContaining({ code: 'choice' })] });
    await village.open();
    await village.press('white 3');
    expect([village.check(), village.store.stored]).toEqual([true, { valley: 'white', village: 'white-3' }]);
  });
});
