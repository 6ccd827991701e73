/** What controls do between the person and the form: text that is being typed, and rows of a table. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushTyping, useTypedText } from '../../src/app/widgets/controls/useTypedText.ts';
import { type TableRowActions, useTableRows } from '../../src/app/widgets/table/useRows.ts';
import type { InputProps } from '../../src/app/widgets/types.ts';
import type { FieldNode, RecordData } from '../../src/core/definitions/types.ts';
import { form } from '../support/form.ts';

let page: HTMLElement;
let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers();
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.useRealTimers();
});

describe('typed text', () => {
  const commit = vi.fn();
  const show = (text = '', isThere = true) =>
    act(() => root.render(isThere ? <Control text={text} commit={commit} /> : <p />));
  const input = () => page.querySelector('input') as HTMLInputElement;
  const type = (text: string) =>
    act(() => {
      input().focus();
      input().value = text;
      input().dispatchEvent(new Event('input', { bubbles: true }));
    });
  beforeEach(() => commit.mockClear());

  it('is committed after a pause, once for many letters', () => {
    show();
    for (const text of ['w', 'we', 'wet']) type(text);
    expect(commit).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(150));
    expect(commit.mock.calls).toEqual([['wet']]);
  });

  it('is committed when the field disappears in the middle of it', () => {
    show();
    type('wet');
    show('', false);
    expect(commit.mock.calls).toEqual([['wet']]);
    act(() => vi.advanceTimersByTime(1000));
    expect(commit, 'and not again').toHaveBeenCalledTimes(1);
  });

  it('is committed before the form is saved', () => {
    show();
    type('wet');
    flushTyping();
    expect(commit.mock.calls).toEqual([['wet']]);
  });

  it('is not replaced while it is being typed, and shows the stored value afterwards', async () => {
    show('old');
    type('new');
    show('other');
    expect(input().value).toBe('new');
    act(() => input().blur());
    await act(async () => undefined);
    expect([commit.mock.calls, input().value]).toEqual([[['new']], 'other']);
    show('stored');
    expect(input().value).toBe('stored');
  });
});

function Control({ text, commit }: { text: string; commit: (typed: string) => void }) {
  const { ref, onInput, onBlur } = useTypedText<HTMLInputElement>(text, commit);
  return <input ref={ref} defaultValue={text} onInput={onInput} onBlur={onBlur} />;
}

describe('rows of a table', () => {
  const columns = {
    name: { type: 'text' },
    depth: { type: 'integer' },
    number: { type: 'text', once: true },
  } as never;
  const node = form({ fields: { wells: { type: 'table', columns } } }).fields.get('wells') as FieldNode;
  const first = { name: 'a', depth: 1, number: '7' };
  const second = { name: 'b', depth: 2, number: '8' };
  let rows: RecordData[] | undefined;
  let acts: TableRowActions;
  let keys: readonly number[];
  const draw = () => act(() => root.render(<Table />));
  const start = (given: RecordData[]) => {
    rows = given;
    draw();
  };
  const change = (work: () => void) => {
    act(work);
    draw();
  };

  function Table() {
    const onChange = (next: unknown) => {
      rows = next as RecordData[] | undefined;
    };
    ({ acts, keys } = useTableRows({ id: 'wells', node, onChange } as unknown as InputProps, rows ?? []));
    return null;
  }

  it('are copied without the answers that each row has once', () => {
    start([first, second]);
    change(() => acts.duplicate(0));
    expect(rows).toEqual([first, { name: 'a', depth: 1, number: undefined }, second]);
    change(() => acts.change(1, { number: '9', depth: undefined }));
    expect(rows).toEqual([first, { name: 'a', number: '9' }, second]);
  });

  it('keep their keys when they move or another one is removed, so that typed text stays in its row', () => {
    start([first, second, { name: 'c' }]);
    const [a, b, c] = keys;
    change(() => acts.move(0, 2));
    expect([rows?.map(({ name }) => name), keys]).toEqual([
      ['b', 'c', 'a'],
      [b, c, a],
    ]);
    change(() => acts.remove(1));
    expect([rows, keys]).toEqual([
      [second, first],
      [b, a],
    ]);
    change(() => acts.add({ name: 'd' }, 1));
    expect(keys[1]).not.toBe(c);
    expect(keys.map((_key, at) => rows?.[at]?.name)).toEqual(['b', 'd', 'a']);
  });

  it('are no answer when the last one is removed, and two changes at once both count', () => {
    start([first]);
    change(() => {
      acts.add(second);
      acts.change(0, { depth: 5 });
    });
    expect(rows).toEqual([{ ...first, depth: 5 }, second]);
    change(() => acts.remove(0));
    change(() => acts.remove(0));
    expect(rows).toBeUndefined();
  });
});
