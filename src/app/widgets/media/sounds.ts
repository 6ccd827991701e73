/** Plays the sounds of questions and options, one at a time in the whole page. */
import { useSyncExternalStore } from 'react';

let player: HTMLAudioElement | undefined;
let owner: string | undefined;
const listeners = new Set<() => void>();

/** Returns the id of the button whose sound is played. */
export function playing(): string | undefined {
  return owner;
}

function set(next: string | undefined): void {
  owner = next;
  for (const listener of listeners) listener();
}

function makePlayer(): HTMLAudioElement {
  const made = new Audio();
  made.addEventListener('ended', () => set(undefined));
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
  set(by);
  try {
    await player.play();
  } catch (error) {
    // Another sound has taken the player.
    if (owner !== by) return;
    set(undefined);
    throw error;
  }
}

/** Stops the sound, or only that of one button. */
export function stopSound(by = owner): void {
  if (owner === undefined || by !== owner) return;
  player?.pause();
  set(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsPlaying(by: string): boolean {
  return useSyncExternalStore(subscribe, () => owner === by);
}
