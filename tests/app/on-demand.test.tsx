/** Parts of the program that come when they are first drawn: with their words, for all who wait, once more after a failure. */
import i18next from 'i18next';
import { act, Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onDemand } from '../../src/app/data/onDemand.tsx';

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
  // The boundary says what failed; React need not say it again.
  root = createRoot(page, { onCaughtError: () => {} });
});
afterEach(() => act(() => root.unmount()));

const draw = (what: ReactNode) => act(async () => root.render(what));
const Greeting = ({ name }: { name: string }) => <b>{`${i18next.t('here:name')} ${name}`}</b>;

class Boundary extends Component<{ children: ReactNode }, { failed?: string }> {
  override state: { failed?: string } = {};
  static getDerivedStateFromError(error: Error) {
    return { failed: error.message };
  }
  override render() {
    return this.state.failed ?? this.props.children;
  }
}

describe('a part that comes on demand', () => {
  it('is waited for by all who draw it, comes once, with its words', async () => {
    let loads = 0;
    let arrive = (_part: { default: typeof Greeting }) => {};
    const Part = onDemand<{ name: string }>(
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
    // One that is here is drawn at once.
    act(() => root.render(<Part name="C" />));
    expect(page.textContent).toBe('Words C');
  });

  it('that fails is told to the boundary, and asked for anew by the next drawing', async () => {
    let loads = 0;
    const Part = onDemand<{ name: string }>(async () => {
      loads += 1;
      if (loads === 1) throw new Error('no line');
      return { default: ({ name }) => <b>{name}</b> };
    });
    await draw(
      <Boundary key="first">
        <Part name="A" />
      </Boundary>,
    );
    expect(page.textContent).toBe('no line');
    await draw(
      <Boundary key="second">
        <Part name="A" />
      </Boundary>,
    );
    expect(page.textContent).toBe('A');
  });
});
