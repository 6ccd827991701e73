/** Returns the focus to the element that had it. Mantine does so only for components that stay mounted while closed. */
import { useEffect, useRef } from 'react';

/**
 * For components that are rendered only while open. Does nothing if the focus is already elsewhere, for example because a
 * screen opened. If the element that had the focus is gone, the screen's heading gets it.
 */
export function useFocusReturn(): void {
  const before = useRef<Element | null>(null);
  // Read during render, because nothing inside has taken the focus yet.
  before.current ??= document.activeElement;
  useEffect(
    () => () => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const opener = before.current;
      const target = opener?.isConnected && opener !== document.body ? opener : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [],
  );
}
