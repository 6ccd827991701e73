/**
 * Marks the root of the page while something is there, for style sheets: `places`, `ownBar` and the tabs of `panes` fill the
 * lower edge of a phone, a `task` and a `saveBar` have no bar of places. A `:has()` selector on the root would be evaluated at
 * every change of the page.
 */
import { useLayoutEffect } from 'react';

export function useRootAttribute(mark: 'places' | 'ownBar' | 'panes' | 'task' | 'saveBar', isThere = true): void {
  useLayoutEffect(() => {
    if (!isThere) return;
    const { dataset } = document.documentElement;
    dataset[mark] = 'true';
    return () => {
      delete dataset[mark];
    };
  }, [mark, isThere]);
}
