/** A canvas that is drawn on; black on white in every scheme, as it is kept. */
import { useCallback, useRef } from 'react';
import SignaturePad from 'signature_pad';

/** `onStroke` gets the whole drawing after each stroke. */
export function usePad(onStroke: (picture: Blob) => void) {
  const pad = useRef<SignaturePad | null>(null);
  const take = useRef(onStroke);
  take.current = onStroke;
  const canvas = useCallback((element: HTMLCanvasElement | null) => {
    if (!element) return;
    const drawing = new SignaturePad(element, { backgroundColor: '#fff', penColor: '#000' });
    pad.current = drawing;
    // As many points as the screen has, also when the phone is turned: what is drawn so far stays.
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
