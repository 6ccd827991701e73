/** Plays the sounds of questions and options, one at a time in the whole page. */
import { useSyncExternalStore } from 'react';
import { watchedValue } from '../../data/watchedValue.ts';

let player: HTMLAudioElement | undefined;
/** The id of the button whose sound is played. */
const owner = watchedValue<string | undefined>(undefined);
export const playingSound = owner.get;

function makePlayer(): HTMLAudioElement {
  const made = new Audio();
  made.addEventListener('ended', () => owner.set(undefined));
  // Recordings and films of answers have players of their own.
  document.addEventListener('play', () => stopSound(), true);
  return made;
}

/** Rejects if the device cannot play it. */
export async function playSound(by: string, url: string): Promise<void> {
  stopSound();
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) other.pause();
  player ??= makePlayer();
  player.src = url;
  owner.set(by);
  try {
    await player.play();
  } catch (error) {
    // Another sound has taken the player.
    if (owner.get() !== by) return;
    owner.set(undefined);
    throw error;
  }
}

/** Stops the sound, or only that of one button. */
export function stopSound(by = owner.get()): void {
  if (by === undefined || by !== owner.get()) return;
  player?.pause();
  owner.set(undefined);
}

export function useIsPlaying(by: string): boolean {
  return useSyncExternalStore(owner.subscribe, () => owner.get() === by);
}
