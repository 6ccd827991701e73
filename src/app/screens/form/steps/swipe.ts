/** Handlers of a sideways swipe with one finger. */
import type { TouchEvent } from 'react';

/** Least way in pixels, and how much longer than high a swipe is. */
const LEAST = 60;
const FLAT = 2;

/** What a finger moves itself: text, sliders, drawings, maps. */
const OWN = 'input:not([type=radio], [type=checkbox]), textarea, select, canvas, svg, .leaflet-container, .am-popup';

/** `onSwipe` gets 1 for a swipe to the next page in reading direction, -1 for one back. */
export function swipeHandlers(onSwipe: (by: 1 | -1) => void) {
  let start: { x: number; y: number } | undefined;
  return {
    onTouchStart({ touches, target }: TouchEvent<HTMLElement>) {
      const finger = touches[0];
      const isFree = touches.length === 1 && target instanceof Element && !target.closest(OWN) && !scrolls(target);
      start = finger && isFree ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches, currentTarget }: TouchEvent<HTMLElement>) {
      const finger = changedTouches[0];
      if (!start || !finger) return;
      const [x, y] = [finger.clientX - start.x, finger.clientY - start.y];
      start = undefined;
      if (Math.abs(x) < LEAST || Math.abs(x) < FLAT * Math.abs(y)) return;
      const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
      onSwipe(x < 0 === isRightToLeft ? -1 : 1);
    },
  };
}

/** Returns true if the element, or one around it, is scrolled sideways. */
function scrolls(element: Element): boolean {
  for (let one: Element | null = element; one && one.tagName !== 'FORM'; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  return false;
}
