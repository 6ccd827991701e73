/** A panel that opens at its control: closes on Escape, on a press outside and when the focus leaves. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface Popup<T extends HTMLElement> {
  open: boolean;
  setOpen: (open: boolean) => void;
  ref: RefObject<T | null>;
  /** For the element around control and panel. */
  around: { onBlur: (event: FocusEvent) => void; onKeyDown: (event: KeyboardEvent) => void };
}

export function usePopup<T extends HTMLElement = HTMLDivElement>(onEscape?: () => void): Popup<T> {
  const [open, setOpen] = useState(false);
  const ref = useRef<T>(null);
  useEffect(() => {
    if (!open) return;
    const close = (event: PointerEvent) => {
      if (!ref.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close, true);
    return () => document.removeEventListener('pointerdown', close, true);
  }, [open]);
  const onBlur = useCallback((event: FocusEvent) => {
    if (event.relatedTarget && !ref.current?.contains(event.relatedTarget as Node)) setOpen(false);
  }, []);
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return;
      event.stopPropagation();
      setOpen(false);
      onEscape?.();
    },
    [open, onEscape],
  );
  return { open, setOpen, ref, around: { onBlur, onKeyDown } };
}
