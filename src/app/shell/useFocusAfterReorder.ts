/** Keeps the focus on a button whose row was moved. A browser takes the focus from an element that is moved in the DOM. */
import { useLayoutEffect, useRef } from 'react';

/** Call the returned function before changing `order`. */
export function useFocusAfterReorder(order: unknown): () => void {
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
