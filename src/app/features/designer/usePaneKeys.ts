/**
 * Keys of the whole screen. Ctrl+Enter adds a question from wherever somebody writes, Escape goes back to the outline, and the
 * arrows lead from one heading of the question to the next.
 */
import { useEffect, useEffectEvent } from 'react';

const HEADINGS = '[data-pane=question] h3 > button[aria-expanded]';

export function usePaneKeys(add: () => void, back: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey } = event;
    // A dialog, or a list that is open, has keys of its own.
    if (event.defaultPrevented || !(target instanceof Element) || document.querySelector('[role=dialog]')) return;
    const isHeading = target.matches(HEADINGS);
    if (key === 'Enter' && (ctrlKey || metaKey)) add();
    else if (key === 'Escape' && (isHeading || target.getAttribute('aria-expanded') !== 'true')) back();
    else if (isHeading && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const all = [...document.querySelectorAll<HTMLElement>(HEADINGS)];
      all[all.indexOf(target as HTMLElement) + (key === 'ArrowUp' ? -1 : 1)]?.focus();
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
