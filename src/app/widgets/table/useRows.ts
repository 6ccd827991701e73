/** Changes the rows of a table. Each change starts from the newest rows, not from those of the last render. */
import { useRef, useState } from 'react';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { InputProps } from '../types.ts';

export interface TableRowActions {
  change: (index: number, patch: RecordData) => void;
  add: (row: RecordData, at?: number) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
  move: (index: number, by: number) => void;
}

/** Returns the same functions at every render, and a stable key per row: a removed row must not pass its typed text on. */
export function useTableRows(
  props: InputProps,
  rows: RecordData[],
): { acts: TableRowActions; keys: readonly number[] } {
  const now = useRef({ rows, onChange: props.onChange });
  now.current = { rows, onChange: props.onChange };
  const made = useRef(0);
  const keys = useRef<number[]>([]);
  while (keys.current.length < rows.length) keys.current.push(made.current++);
  keys.current.length = rows.length;

  const [acts] = useState<TableRowActions>(() => {
    const { id, node } = props;
    const once = (node.columns ?? [])
      .filter(({ type, def }) => def.once && type !== 'hidden')
      .map(({ name }) => [name, undefined]);
    const put = (next: RecordData[]) => {
      now.current.rows = next;
      now.current.onChange(next.length > 0 ? next : undefined);
    };
    const add = (row: RecordData, at = now.current.rows.length) => {
      keys.current.splice(at, 0, made.current++);
      put(spliced(now.current.rows, at, 0, row));
      focus(`${id}-${at}`, 'input, select, textarea, button');
    };
    return {
      add,
      change: (index, patch) =>
        put(
          now.current.rows.map((row, at) => (at === index ? without(Object.keys(patch), { ...row, ...patch }) : row)),
        ),
      duplicate: (index) => add({ ...now.current.rows[index], ...Object.fromEntries(once) }, index + 1),
      remove: (index) => {
        keys.current.splice(index, 1);
        put(spliced(now.current.rows, index, 1));
        requestAnimationFrame(() => document.getElementById(`${id}-add`)?.focus());
      },
      move: (index, by) => {
        const to = index + by;
        const shifted = <T>(list: readonly T[]) => spliced(spliced(list, index, 1), to, 0, list[index] as T);
        keys.current = shifted(keys.current);
        put(shifted(now.current.rows));
        // The pressed button moved with its row. If it is disabled at the end, the other move button gets the focus.
        focus(`${id}-${to}`, `[data-move="${by}"]:enabled`, '[data-move]:enabled');
      },
    };
  });
  return { acts, keys: keys.current };
}

function spliced<T>(list: readonly T[], at: number, gone: number, ...added: T[]): T[] {
  return [...list.slice(0, at), ...added, ...list.slice(at + gone)];
}

function without(names: string[], row: RecordData): RecordData {
  for (const name of names) if (row[name] === undefined) delete row[name];
  return row;
}

/** Unfolds a row that is a panel. Returns it if it was folded. */
export function unfoldRow(row: string): HTMLElement | undefined {
  const panel = document.getElementById(row);
  if (!(panel instanceof HTMLDetailsElement) || panel.open) return undefined;
  panel.open = true;
  return panel;
}

/** Unfolds a row that is a panel, and brings its heading into view. */
export function openRow(row: string): void {
  const panel = unfoldRow(row);
  if (!panel) return;
  panel.querySelector('summary')?.focus({ preventScroll: true });
  panel.scrollIntoView?.({ block: 'nearest' });
}

/** Focuses the first element in a row that a selector finds, after the row is rendered. */
function focus(row: string, ...selectors: string[]): void {
  requestAnimationFrame(() => {
    openRow(row);
    const found = selectors.map((one) => document.getElementById(row)?.querySelector<HTMLElement>(one));
    found.find((one) => one)?.focus();
  });
}
