/** Gives the focus back to what had it before; Mantine does so only for what stays mounted while it is closed. */
import { useEffect, useRef } from 'react';

/**
 * For what is drawn only while it is open. Nothing is taken away from somebody who moved the focus on purpose, as a
 * screen does that opens; if what was focused is gone, the heading of the screen is next.
 */
export function useFocusReturn(): void {
  const before = useRef<Element | null>(null);
  // While drawing: nothing inside has taken the focus yet.
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
