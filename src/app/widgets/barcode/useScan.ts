/** Runs the camera while a component is on the page, and reads the first code that it shows. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type DeviceTrouble, deviceTrouble } from '../controls/deviceTrouble.ts';
import { openDecoder } from './decoder.ts';

/** Reasons why there is nothing to read, each with its sentence. */
type Trouble = DeviceTrouble | 'insecure';

/** Milliseconds between two looks at the picture. */
const PAUSE = 120;

export function useBarcodeScan(video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => void) {
  const [state, setState] = useState<'starting' | 'looking' | Trouble>('starting');
  const tell = useEffectEvent(onRead);
  useEffect(() => {
    const ended = new AbortController();
    scan(video.current!, ended.signal, () => setState('looking')).then(
      (text) => text !== undefined && tell(text),
      (error: unknown) => {
        if (ended.signal.aborted) return;
        console.warn('no code was read', error);
        setState(scanTrouble(error));
      },
    );
    return () => ended.abort();
  }, [video]);
  return state;
}

function scanTrouble(error: unknown): Trouble {
  // Browsers hide the camera from pages without https.
  if (!window.isSecureContext) return 'insecure';
  if (!('mediaDevices' in navigator)) return 'absent';
  return deviceTrouble(error);
}

/** Resolves with the text of a code, or with nothing when `signal` ends it. The camera is switched off in any case. */
async function scan(video: HTMLVideoElement, signal: AbortSignal, onLook: () => void): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
  });
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', close);
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    const [decoder] = await Promise.all([openDecoder(signal), video.play()]);
    onLook();
    while (!signal.aborted) {
      const text = await decoder(video);
      if (signal.aborted) return undefined;
      if (text) return text;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    return undefined;
  } finally {
    close();
  }
}
