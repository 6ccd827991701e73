/**
 * Pictures on their way into an album: two at a time, each stored for itself, so that a broken line loses nothing that
 * has arrived. A key made with the picture makes repeating harmless; what failed waits and goes on when the line is back.
 */
import { useEffect, useRef, useState } from 'react';
import { v4 } from 'uuid';
import { kabulDay } from '../../../core/text/dates.ts';
import { isApiError } from '../../data/errors.ts';
import { shrink } from '../../data/files.ts';
import { type Api, useSource } from '../../data/source.ts';
import { type Captions, captionAnswers } from './captions.ts';

const AT_ONCE = 2;
/** Milliseconds after which a broken line is tried again. */
const AGAIN = 15_000;

export interface Words {
  activity_name: string;
  captions: Captions;
  /** ISO day, empty: each picture's own day. */
  date_taken: string;
}

export interface Item {
  key: string;
  name: string;
  file: File;
  /** Address of the picture on this device, while it is shown. */
  preview: string;
  /** 0 to 1. */
  share: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Why it failed; empty when no answer came. */
  reason: string;
  words: Words;
  /** Attachment that has arrived already. */
  stored?: string;
}

export interface Sending {
  items: Item[];
  isBusy: boolean;
  /** Something that is not in the album yet would be lost by leaving. */
  isOpen: boolean;
  add: (files: File[], words: Words) => void;
  retry: (key?: string) => void;
  cancel: (key: string) => void;
  cancelAll: () => void;
  /** Forget what has arrived. */
  clear: () => void;
}

export function useSending(api: Api, album: string, onDone: () => void): Sending {
  const source = useSource();
  const [items, setItems] = useState<Item[]>([]);
  const queue = useRef<Item[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const told = useRef(onDone);
  told.current = onDone;

  const show = () => setItems([...queue.current]);
  const change = (key: string, patch: Partial<Item>) => {
    queue.current = queue.current.map((one) => (one.key === key ? { ...one, ...patch } : one));
    show();
  };

  const send = async (item: Item) => {
    const stop = new AbortController();
    stops.current.set(item.key, stop);
    change(item.key, { state: 'sending', share: 0, reason: '' });
    try {
      let { stored } = item;
      if (!stored) {
        const small = await shrink(item.file);
        const name = small.type === 'image/jpeg' ? item.name.replace(/\.[^.]*$/, '.jpg') : item.name;
        const onProgress = (share: number) => change(item.key, { share: share * 0.95 });
        stored = (await source.uploadFile(small, name, onProgress, stop.signal)).id;
        change(item.key, { stored });
      }
      if (stop.signal.aborted) return;
      const { activity_name, captions, date_taken } = item.words;
      const taken = date_taken || kabulDay(new Date(item.file.lastModified));
      await source.store(
        api,
        {
          client_id: item.key,
          album_id: album,
          activity_name,
          ...captionAnswers(captions),
          date_taken: taken,
          image: [stored],
        },
        item.key,
      );
      change(item.key, { state: 'done', share: 1 });
    } catch (error) {
      if (!stop.signal.aborted)
        change(item.key, {
          state: 'failed',
          share: 0,
          reason: isApiError(error) && error.status !== 0 ? error.message : '',
        });
    } finally {
      stops.current.delete(item.key);
      next();
    }
  };

  const next = () => {
    const running = queue.current.filter((one) => one.state === 'sending').length;
    const waiting = queue.current.filter((one) => one.state === 'waiting');
    for (const item of waiting.slice(0, Math.max(0, AT_ONCE - running))) void send(item);
    if (running === 0 && waiting.length === 0) told.current();
  };

  const sendAgain = (isMeant: (item: Item) => boolean) => {
    if (!queue.current.some((one) => one.state === 'failed' && isMeant(one))) return;
    queue.current = queue.current.map((one) =>
      one.state === 'failed' && isMeant(one) ? { ...one, state: 'waiting' } : one,
    );
    show();
    next();
  };

  const remove = (isGone: (item: Item) => boolean) => {
    for (const item of queue.current.filter(isGone)) {
      stops.current.get(item.key)?.abort();
      URL.revokeObjectURL(item.preview);
    }
    queue.current = queue.current.filter((item) => !isGone(item));
    show();
  };

  const again = useRef(sendAgain);
  again.current = sendAgain;
  useEffect(() => {
    // What the server refused is for people to decide; a line comes back by itself.
    const tryLine = () => again.current(({ reason }) => reason === '');
    const timer = setInterval(() => navigator.onLine && tryLine(), AGAIN);
    window.addEventListener('online', tryLine);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryLine);
      for (const stop of stops.current.values()) stop.abort();
      for (const item of queue.current) URL.revokeObjectURL(item.preview);
      queue.current = [];
    };
  }, []);

  const isBusy = items.some(({ state }) => state === 'waiting' || state === 'sending');
  return {
    items,
    isBusy,
    isOpen: items.some(({ state }) => state !== 'done'),
    add(files, words) {
      queue.current = [
        ...queue.current,
        ...files.map(
          (file): Item => ({
            key: v4(),
            name: file.name,
            file,
            preview: URL.createObjectURL(file),
            share: 0,
            state: 'waiting',
            reason: '',
            words,
          }),
        ),
      ];
      show();
      next();
    },
    retry: (key) => sendAgain((item) => key === undefined || item.key === key),
    cancel: (key) => remove((item) => item.key === key),
    cancelAll: () => remove(({ state }) => state !== 'done'),
    clear: () => remove(({ state }) => state === 'done'),
  };
}
