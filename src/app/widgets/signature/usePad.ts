/** A canvas to draw on, black on white in every colour scheme, because it is stored that way. */
import { useCallback, useRef } from 'react';
import SignaturePad from 'signature_pad';

/** `onStroke` receives the whole drawing after each stroke. */
export function useSignaturePad(onStroke: (picture: Blob) => void) {
  const pad = useRef<SignaturePad | null>(null);
  const take = useRef(onStroke);
  take.current = onStroke;
  const canvas = useCallback((element: HTMLCanvasElement | null) => {
    if (!element) return;
    const drawing = new SignaturePad(element, { backgroundColor: '#fff', penColor: '#000' });
    pad.current = drawing;
    // Match the screen's resolution, also after the phone is turned, and keep the drawing.
    const size = new ResizeObserver(() => {
      const ratio = Math.max(1, window.devicePixelRatio);
      element.width = element.offsetWidth * ratio;
      element.height = element.offsetHeight * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      drawing.redraw();
    });
    size.observe(element);
    drawing.addEventListener('endStroke', () => element.toBlob((blob) => blob && take.current(blob), 'image/png'));
    return () => {
      size.disconnect();
      drawing.off();
      pad.current = null;
    };
  }, []);
  return { canvas, clear: () => pad.current?.clear() };
}
