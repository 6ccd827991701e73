/** The pictures somebody sends into an album, for as long as its screen is open. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Api } from '../../data/source.ts';
import { type Item, SendQueue } from './sendQueue.ts';

/** Milliseconds after which a broken line is tried again. */
const AGAIN = 15_000;

export interface Sending {
  queue: SendQueue;
  items: readonly Item[];
  isBusy: boolean;
  /** Something that is not in the album yet would be lost by leaving. */
  isOpen: boolean;
}

/** `api`, `album` and `onIdle` are those of the first call: another album is another screen. */
export function useSending(api: Api, album: string, onIdle: () => void): Sending {
  const [queue] = useState(() => new SendQueue({ api, album, onIdle }));
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  useEffect(() => {
    // What the server refused is for people to decide; a line comes back by itself.
    const tryLine = () => queue.retry(({ reason }) => reason === '');
    const timer = setInterval(() => navigator.onLine && tryLine(), AGAIN);
    window.addEventListener('online', tryLine);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryLine);
      queue.remove(() => true);
    };
  }, [queue]);
  return {
    queue,
    items,
    isBusy: items.some(({ state }) => state === 'waiting' || state === 'sending'),
    isOpen: items.some(({ state }) => state !== 'done'),
  };
}
