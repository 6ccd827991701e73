/** Keeps the focus on a button whose row was moved: a browser drops it from an element that is put at another place. */
import { useLayoutEffect, useRef } from 'react';

/** Call what it returns before changing `order`. */
export function useHeldFocus(order: unknown): () => void {
  const held = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useLayoutEffect(() => {
    if (held.current instanceof HTMLElement && held.current !== document.activeElement) held.current.focus();
    held.current = null;
  }, [order]);
  return () => {
    held.current = document.activeElement;
  };
}
