/** Tells a chart when to be drawn: once it comes near the window, and all of them before printing. */
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const waiting = new Set<() => void>();

/** Draws every chart on the screen now. */
export function drawAllCharts(): void {
  for (const draw of [...waiting]) draw();
}

export function useIsNearScreen(place: RefObject<HTMLElement | null>): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (isDrawn || !place.current) return;
    const draw = () => flushSync(() => setDrawn(true));
    const seen = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setDrawn(true),
      { rootMargin: '200px' },
    );
    seen.observe(place.current);
    waiting.add(draw);
    window.addEventListener('beforeprint', draw);
    return () => {
      seen.disconnect();
      waiting.delete(draw);
      window.removeEventListener('beforeprint', draw);
    };
  }, [isDrawn, place]);
  return isDrawn;
}
