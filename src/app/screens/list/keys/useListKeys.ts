/**
 * Keys of a list in wide windows: j and k go down and up, Enter opens, Space previews, e edits, x marks, ? tells
 * the keys. While a record is shown beside the list, j and k show the next ones, and Escape takes it away.
 */
import { type RefObject, useEffect } from 'react';

export const LIST_SHORTCUTS = [
  ['j', 'keyDown'],
  ['k', 'keyUp'],
  ['Enter', 'keyOpen'],
  ['Space', 'preview'],
  ['Esc', 'keyClosePreview'],
  ['e', 'keyEdit'],
  ['x', 'keyMark'],
  ['?', 'keyHelp'],
] as const;

interface Handlers {
  onHelp: () => void;
  /** The record with this id may not be edited. */
  onRefused: (id: string) => void;
}

export function useListShortcuts(frame: RefObject<HTMLElement | null>, { onHelp, onRefused }: Handlers): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (
        isModified ||
        event.defaultPrevented ||
        isTyping(event.target) ||
        document.querySelector('[role=dialog], [role=menu]')
      )
        return;
      if (key === '?') onHelp();
      else if (frame.current && !act(frame.current, key, onRefused)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [frame, onHelp, onRefused]);
}

function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]');
  return field instanceof Element && field.getAttribute('type') !== 'checkbox';
}

/** Carries out a key. The row with the focus is the one meant; Enter follows its link by itself. False for other keys. */
function act(frame: HTMLElement, key: string, onRefused: Handlers['onRefused']): boolean {
  const rows = [...frame.querySelectorAll('[data-record]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const inRow = (selector: string) => rows[at]?.querySelector<HTMLElement>(selector);
  const panel = document.querySelector('[data-panel]');
  if (key === 'j') focusRow(rows[Math.min(at + 1, rows.length - 1)], panel !== null);
  else if (key === 'k') focusRow(rows[Math.max(at - 1, 0)], panel !== null);
  else if (key === ' ' && inRow('a[data-opens]') === document.activeElement) inRow('[data-preview]')?.click();
  else if (key === 'Escape' && panel) closePanel(panel, rows);
  else if (key === 'e') edit(rows[at], onRefused);
  else if (key === 'x') inRow('input[type=checkbox]')?.click();
  else return false;
  return true;
}

function edit(row: Element | undefined, onRefused: Handlers['onRefused']): void {
  const link = row?.querySelector<HTMLElement>('a[data-quick]');
  if (link) link.click();
  else if (row) onRefused(row.getAttribute('data-record') ?? '');
}

function focusRow(row: Element | undefined, isPreviewed: boolean): void {
  row?.querySelector<HTMLElement>('a[data-opens]')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  if (isPreviewed) row?.querySelector<HTMLElement>('[data-preview][aria-pressed=false]')?.click();
}

/** Gives the focus back to the row, if it was in the panel. */
function closePanel(panel: Element, rows: readonly Element[]): void {
  const row = rows.find((one) => one.getAttribute('data-record') === panel.getAttribute('data-panel'));
  if (panel.contains(document.activeElement)) row?.querySelector<HTMLElement>('a[data-opens]')?.focus();
  panel.querySelector<HTMLElement>('[data-close]')?.click();
}
