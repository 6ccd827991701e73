/** The text of a code, typed or read by the camera. */
import { useState } from 'react';
import { toLatinDigits } from '../../../core/text/letters.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { TextControl, toInputText, toStoredText } from '../controls/TextControl.tsx';
import { useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';

const ScanDialog = lazyComponent(() => import('./ScanDialog.tsx'));

export function Input(props: InputProps) {
  const { t, fill } = useWidgetTexts();
  const [isOpen, setOpen] = useState(false);
  const [read, setRead] = useState<string>();
  const put = (text: string) => {
    setOpen(false);
    setRead(text);
    props.onChange(toStoredText(text));
  };
  return (
    <div className="am-barcode am-flow">
      <TextControl
        props={props}
        ltr
        shown={toInputText(props.value)}
        onText={(text) => props.onChange(toStoredText(toLatinDigits(text)))}
      />
      {!props.disabled && (
        <button type="button" className="am-button" onClick={() => setOpen(true)}>
          <Icon name="barcode" />
          {t('barcode.scan')}
        </button>
      )}
      <output className="am-visually-hidden">{read && fill('barcode.read', { text: read })}</output>
      {isOpen && <ScanDialog onRead={put} onClose={() => setOpen(false)} />}
    </div>
  );
}
