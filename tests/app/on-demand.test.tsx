/** Parts of the program that load on first render: with their texts, once for all who wait, again after a failure. */
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lazyComponent, retryLazyComponents } from '../../src/app/data/onDemand.tsx';
import { partsMissing } from '../../src/app/data/signals.ts';

const asked: string[] = [];
let root: ReturnType<typeof createRoot>;
let page: HTMLElement;

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await i18next
    .use({
      type: 'backend',
      read: (_language: string, namespace: string, done: (error: null, words: object) => void) => {
        asked.push(namespace);
        done(null, { name: 'Words' });
      },
    })
    .init({ lng: 'en', fallbackLng: false, ns: [] });
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

const draw = (what: ReactNode) => act(async () => root.render(what));
const Greeting = ({ name }: { name: string }) => <b>{`${i18next.t('here:name')} ${name}`}</b>;

describe('a part that comes on demand', () => {
  it('is waited for by all who draw it, comes once, with its words', async () => {
    let loads = 0;
    let arrive = (_part: { default: typeof Greeting }) => {};
    const Part = lazyComponent<{ name: string }>(
      () => {
        loads += 1;
        return new Promise((resolve) => {
          arrive = resolve;
        });
      },
      { words: ['here'], waiting: '…' },
    );
    await draw([<Part key="a" name="A" />, <Part key="b" name="B" waiting="soon" />]);
    expect(page.textContent).toBe('…soon');
    await act(async () => arrive({ default: Greeting }));
    expect(page.textContent).toBe('Words AWords B');
    expect([loads, asked]).toEqual([1, ['here']]);
    // A loaded part renders at once.
    act(() => root.render(<Part name="C" />));
    expect(page.textContent).toBe('Words C');
  });

  it('that cannot be fetched takes nothing along, is counted as missing while it is wanted, and comes when asked again', async () => {
    let line = false;
    const Part = lazyComponent<{ name: string }>(async () => {
      if (!line) throw new Error('no line');
      return { default: ({ name }) => <b>{name}</b> };
    });
    const counts: number[] = [];
    const stop = partsMissing.listen((count) => counts.push(count));
    const screen = (...names: string[]) => draw(['typed ', ...names.map((name) => <Part key={name} name={name} />)]);
    await screen('A', 'B');
    expect(page.textContent).toBe('typed ');
    expect(counts.at(-1)).toBe(2);
    await act(async () => retryLazyComponents());
    expect([page.textContent, counts.at(-1)]).toEqual(['typed ', 2]);
    // A part that is no longer shown does not count as missing.
    await screen('A');
    expect(counts.at(-1)).toBe(1);
    line = true;
    await act(async () => retryLazyComponents());
    expect([page.textContent, counts.at(-1)]).toEqual(['typed A', 0]);
    stop();
  });

  it('says so itself where it is waited for, and offers to ask again', async () => {
    let line = false;
    const load = async () => {
      if (!line) throw new Error('no line');
      return { default: () => <b>here</b> };
    };
    const Plain = lazyComponent(load);
    const Own = lazyComponent(load, { waiting: '…', failed: () => 'not here' });
    const counts: number[] = [];
    const stop = partsMissing.listen((count) => counts.push(count));
    await draw([<Plain key="plain" waiting="…" />, <Own key="own" />]);
    expect(page.querySelector('[role=alert]')?.textContent).toContain('partMissing');
    expect(page.textContent).toContain('not here');
    expect(counts.at(-1)).toBe(0);
    line = true;
    await act(async () => page.querySelector('button')?.click());
    expect(page.textContent).toBe('herenot here');
    await act(async () => retryLazyComponents());
    expect(page.textContent).toBe('herehere');
    stop();
  });
});
