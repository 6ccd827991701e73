/** A part of the definition as its text. The editor is loaded when the box is opened: few people ever open one. */
import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../../data/onDemand.tsx';
import type { JsonProps } from './JsonEditor.tsx';

const JsonEditor = lazyComponent<JsonProps>(() => import('./JsonEditor.tsx'), { words: ['designer'] });

export function JsonBox(props: JsonProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const around = box.current?.closest('details');
    const look = () => setSeen((before) => before || (around?.open ?? true));
    look();
    around?.addEventListener('toggle', look);
    return () => around?.removeEventListener('toggle', look);
  }, []);
  return <div ref={box}>{isSeen && <JsonEditor {...props} />}</div>;
}
