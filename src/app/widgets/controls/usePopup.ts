/** A panel at its control. It closes on Escape, on a press outside, and when the focus leaves it. */
import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface OpenPopup<T extends HTMLElement> {
  ref: RefObject<T | null>;
  /** Props for the same element. The panel closes when the focus leaves it. */
  around: { onBlur: (event: FocusEvent) => void };
}

export interface Popup<T extends HTMLElement> extends OpenPopup<T> {
  open: boolean;
  setOpen: (open: boolean) => void;
}

interface Ends {
  /** Called however the panel closes; `escaped` is true for the Escape key. */
  onClose: (escaped: boolean) => void;
  /** The panel's button, if it is outside. A press on it does not close the panel here: the button does that itself. */
  opener?: () => HTMLElement | null;
}

/** Tell of each open panel whether an element is in it, or is its button. */
const openPanels = new Set<(element: EventTarget | null) => boolean>();

/** Returns true while the focus is in an open panel: Escape then closes the panel, and not the dialog around it. */
export function isFocusInPanel(): boolean {
  return [...openPanels].some((inside) => inside(document.activeElement));
}

/** With `open` false it adds no listeners. */
export function useOpenPopup<T extends HTMLElement>(ends: Ends, open = true): OpenPopup<T> {
  const ref = useRef<T>(null);
  const held = useRef(ends);
  held.current = ends;
  useEffect(() => {
    if (!open) return;
    const inside = (target: EventTarget | null) =>
      target instanceof Node &&
      (ref.current?.contains(target) === true || held.current.opener?.()?.contains(target) === true);
    openPanels.add(inside);
    const press = (event: PointerEvent) => {
      if (!inside(event.target)) held.current.onClose(false);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !inside(event.target)) return;
      event.stopPropagation();
      held.current.onClose(true);
    };
    // Sections that the browser may skip off screen are clipped. Mark this one, so that its open panel may overflow.
    const clipped = ref.current?.closest('.am-section');
    clipped?.setAttribute('data-popup', 'true');
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', key, true);
    return () => {
      openPanels.delete(inside);
      clipped?.removeAttribute('data-popup');
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', key, true);
    };
  }, [open]);
  const onBlur = useCallback((event: FocusEvent) => {
    const to = event.relatedTarget as Node | null;
    if (to && !ref.current?.contains(to) && !held.current.opener?.()?.contains(to)) held.current.onClose(false);
  }, []);
  return { ref, around: { onBlur } };
}

/** For a panel inside the element that also contains its control. */
export function usePopup<T extends HTMLElement = HTMLDivElement>(onEscape?: () => void): Popup<T> {
  const [open, setOpen] = useState(false);
  const popup = useOpenPopup<T>(
    {
      onClose: (escaped) => {
        setOpen(false);
        if (escaped) onEscape?.();
      },
    },
    open,
  );
  return { ...popup, open, setOpen };
}
