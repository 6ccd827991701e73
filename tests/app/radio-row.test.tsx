/** Options as large buttons: choosing, and the only ways to take an answer back. */
import i18next from 'i18next';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleSource } from '../../src/app/screens/fieldExamples/exampleSource.ts';
import { RadioRow } from '../../src/app/widgets/controls/RadioRow.tsx';
import { WidgetProvider } from '../../src/app/widgets/environment.tsx';
import { registry } from '../../src/app/widgets/registry.ts';
import type { InputProps } from '../../src/app/widgets/types.ts';
import { constants } from '../support/form.ts';

const ENVIRONMENT = { language: 'en', calendar: 'gregorian', constants, source: exampleSource, registry } as const;
const OPTIONS = ['good', 'bad'].map((value) => ({ value, label: value }));

let page: HTMLElement;
let root: Root;
let value: string | undefined;
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // jsdom has none.
  document.adoptedStyleSheets ??= [];
  const form = { choice: { clear: 'Clear' } };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { form } } });
});
beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
  value = undefined;
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

const clear = () => page.querySelector<HTMLElement>('.am-clear');
const tap = (option: string) =>
  act(() => {
    page.querySelector<HTMLElement>(`input[value=${option}]`)?.click();
  });

describe.each(['tiles', 'row', 'list'] as const)('an answer drawn as %s', (look) => {
  const show = (props: Partial<InputProps> = {}) =>
    act(() =>
      root.render(
        <WidgetProvider value={ENVIRONMENT}>
          <RadioRow
            props={props as InputProps}
            {...{ name: 'water', look, options: OPTIONS, value }}
            onPick={(picked) => {
              value = picked;
              show(props);
            }}
          />
        </WidgetProvider>,
      ),
    );

  it('stays however often it is tapped', () => {
    show();
    expect(clear()).toBeNull();
    for (const option of ['good', 'good', 'good', 'bad', 'bad']) {
      tap(option);
      expect(value).toBe(option);
    }
  });

  it('is taken back by the button below it and by the Delete key', () => {
    show();
    tap('good');
    expect(clear()?.textContent).toBe('Clear');
    act(() => clear()?.click());
    expect([value, page.querySelector('input:checked'), clear()]).toEqual([undefined, null, null]);
    tap('bad');
    const input = page.querySelector('input') as HTMLInputElement;
    act(() => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true })));
    expect(value).toBeUndefined();
  });
});
