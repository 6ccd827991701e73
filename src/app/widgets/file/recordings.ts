/** Length of sounds and films. */

import type { Language } from '../../../core/text/languages.ts';
import { localDigits } from '../../../core/text/letters.ts';

/** Milliseconds after which a browser does not tell the length any more. */
const PATIENCE = 5000;

/** A place beyond the end of every recording, in seconds. */
const BEYOND = 1e9;

/**
 * Makes a player find the length of its recording. Browsers record without writing the length down, and find it when they are
 * sent to the end.
 */
export function loadLength(player: HTMLMediaElement): void {
  if (player.duration !== Number.POSITIVE_INFINITY) return;
  const rewind = () => {
    player.currentTime = 0;
  };
  player.addEventListener('durationchange', rewind, { once: true });
  player.currentTime = BEYOND;
}

/** Returns the length in seconds. Undefined if this browser cannot read it. */
export async function recordingLength(file: Blob, view: 'audio' | 'video'): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  const player = document.createElement(view);
  const length = await new Promise<number>((resolve) => {
    player.onloadedmetadata = () => loadLength(player);
    player.ondurationchange = () => Number.isFinite(player.duration) && resolve(player.duration);
    player.onerror = () => resolve(Number.NaN);
    setTimeout(() => resolve(Number.NaN), PATIENCE);
    player.preload = 'metadata';
    player.src = url;
  });
  URL.revokeObjectURL(url);
  return Number.isNaN(length) ? undefined : length;
}

/** Returns 75 seconds as `1:15`, with the digits of the language. */
export function formatClock(seconds: number, language: Language): string {
  const whole = Math.floor(seconds);
  return localDigits(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`, language);
}
