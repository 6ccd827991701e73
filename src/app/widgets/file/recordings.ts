/** Length of sounds and films. */
import { localDigits } from '../../../core/text/digits.ts';
import type { Language } from '../../../core/text/languages.ts';

/** Milliseconds after which a browser does not tell the length any more. */
const PATIENCE = 5000;

/** Returns the length in seconds. Undefined if this browser cannot read it. */
export async function lengthOf(file: Blob, view: 'audio' | 'video'): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  const player = document.createElement(view);
  const length = await new Promise<number>((resolve) => {
    player.onloadedmetadata = () => resolve(player.duration);
    player.onerror = () => resolve(Number.NaN);
    setTimeout(() => resolve(Number.NaN), PATIENCE);
    player.preload = 'metadata';
    player.src = url;
  });
  URL.revokeObjectURL(url);
  return Number.isFinite(length) ? length : undefined;
}

/** Returns 75 seconds as `1:15`, with the digits of the language. */
export function clock(seconds: number, language: Language): string {
  const whole = Math.floor(seconds);
  return localDigits(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`, language);
}
