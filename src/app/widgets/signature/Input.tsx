/**
 * Signing with a finger, a pen or a mouse. The drawing is stored on the device after each stroke and uploaded when the form
 * is saved, so that no button is needed. Users who cannot draw sign on paper and add a photo of it.
 */
import { useRef, useState } from 'react';
import { useWidgetTexts } from '../environment.tsx';
import { FileField } from '../file/FileField.tsx';
import { useFormHost } from '../host.tsx';
import type { InputProps } from '../types.ts';
import { useSignaturePad } from './usePad.ts';

export function Input(props: InputProps) {
  const { t } = useWidgetTexts();
  const files = useFormHost()?.files;
  // A new drawing stays on the pad. A signature that was stored before is shown as a picture.
  const [isDrawn, setDrawn] = useState(false);
  const strokes = useRef(0);
  const drawn = useRef<string>(undefined);
  const { canvas, clear } = useSignaturePad(async (blob) => {
    strokes.current += 1;
    const stroke = strokes.current;
    setDrawn(true);
    const kept = await files?.keep({ name: 'signature.png', blob });
    // Another stroke followed meanwhile, or the drawing was cleared: this version is out of date.
    if (kept && stroke !== strokes.current) void files?.drop(kept.id);
    else replace(kept?.id);
  });
  const replace = (id: string | undefined) => {
    if (drawn.current) void files?.drop(drawn.current);
    drawn.current = id;
    props.onChange(id === undefined ? undefined : [id]);
  };
  const again = () => {
    strokes.current += 1;
    clear();
    setDrawn(false);
    replace(undefined);
  };
  const field = <FileField props={props} limit={1} />;
  const isStored = Array.isArray(props.value) && props.value.length > 0 && !isDrawn;
  if (props.disabled || isStored) return field;
  const hint = `${props.id}-pad`;
  return (
    <div className="am-signature am-stack am-own-width" data-drawn={isDrawn || undefined}>
      <canvas ref={canvas} aria-label={t('signature.pad')} aria-describedby={hint} />
      <p id={hint} className="am-help">
        {t('signature.hint')}
      </p>
      {isDrawn ? (
        <button type="button" className="am-button" onClick={again}>
          {t('signature.again')}
        </button>
      ) : (
        field
      )}
    </div>
  );
}
