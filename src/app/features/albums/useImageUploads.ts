/** Holds the upload queue of an album while its screen is open. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useGallery } from './galleryForms.ts';
import { type UploadItem, UploadQueue } from './sendQueue.ts';

/** Milliseconds between retries after a lost connection. */
const AGAIN = 15_000;

export interface ImageUploads {
  queue: UploadQueue;
  items: readonly UploadItem[];
  isBusy: boolean;
  /** True if leaving would lose pictures that are not in the album yet. */
  isOpen: boolean;
}

/** Uses `album` and `onIdle` of the first call only. Another album is another screen. */
export function useImageUploads(album: string, onIdle: () => void): ImageUploads {
  const { images, picture } = useGallery();
  const [queue] = useState(() => new UploadQueue({ images, picture, album, onIdle }));
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  useEffect(() => {
    // Retry only lost connections. What the server refused is left to the user.
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
