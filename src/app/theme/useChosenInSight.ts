/**
 * Brings the chosen one of a line that scrolls sideways whole into sight: when the line is first drawn, when another is chosen
 * and when more have arrived. The line is the nearest element with `data-sideways`; the page stays where it is.
 */
import { type RefObject, useEffect, useRef } from 'react';

export function useChosenInSight(row: RefObject<HTMLElement | null>): void {
  const shown = useRef({ chosen: null as Element | null, width: 0 });
  useEffect(() => {
    const chosen = row.current?.querySelector('[aria-current]') ?? null;
    const line = chosen?.closest('[data-sideways]');
    const width = line?.scrollWidth ?? 0;
    // Otherwise a person has scrolled the line since.
    if (chosen === shown.current.chosen && width === shown.current.width) return;
    shown.current = { chosen, width };
    if (!chosen || !line) return;
    const own = chosen.getBoundingClientRect();
    const seen = line.getBoundingClientRect();
    if (own.left < seen.left) line.scrollLeft -= seen.left - own.left;
    else if (own.right > seen.right) line.scrollLeft += own.right - seen.right;
  });
}
