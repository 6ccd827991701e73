/** Returns an object URL of a picture or sound that the open form's definition names. */

import { useEffect, useState } from 'react';
import { type Media, mediaFileFor } from '../../../core/definitions/media.ts';
import { getOwn } from '../../../core/json.ts';
import { useWidgets } from '../environment.tsx';
import { useFormHost } from '../host.tsx';

/** By hash. A content never changes, so its URL stays as long as the page. */
const urls = new Map<string, Promise<string>>();

/** Returns a function that loads a file in the user's language. It rejects if the file cannot be had now. */
export function useMediaUrl(): (named: NonNullable<Media['image']>) => Promise<string> {
  const { source, language } = useWidgets();
  const form = useFormHost()?.form;
  return (named) => {
    const name = mediaFileFor(named, language);
    const hash = getOwn(form?.definition.mediaFiles, name) ?? getOwn(form?.row?.definition.mediaFiles, name);
    // A draft may name a file that nobody has uploaded.
    if (hash === undefined) return Promise.reject(new Error(`${name} is not there`));
    let url = urls.get(hash);
    if (!url) {
      url = source.media(hash, name).then((blob) => URL.createObjectURL(blob));
      url.catch(() => urls.delete(hash));
      urls.set(hash, url);
    }
    return url;
  };
}

/** Loads a picture once `isNear`. Tries again when the connection is back, or when asked. */
export function usePicture(named: Media['image'], isNear: boolean) {
  const load = useMediaUrl();
  const { language } = useWidgets();
  const file = named && mediaFileFor(named, language);
  const [shown, setShown] = useState<{ file: string; url?: string }>();
  const [tries, setTries] = useState(0);
  const found = shown?.file === file ? shown : undefined;
  const isFailed = found !== undefined && !found.url;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new at every render; the file decides
  useEffect(() => {
    if (!file || !isNear) return;
    let isGone = false;
    load(named).then(
      (url) => isGone || setShown({ file, url }),
      () => isGone || setShown({ file }),
    );
    return () => {
      isGone = true;
    };
  }, [file, isNear, tries]);
  useEffect(() => {
    if (!isFailed) return;
    const again = () => setTries((before) => before + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isFailed]);
  return { url: found?.url, isFailed, again: () => setTries(tries + 1) };
}
