/** Returns an object URL of a stored or waiting file. The URL is released when the file is no longer shown. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../../data/errors.ts';
import { useWidgets } from '../environment.tsx';
import { isLocalFile, useFormHost } from '../host.tsx';

export interface ShownFile {
  url?: string;
  name?: string;
  /** Media type. */
  type?: string;
  failed?: boolean;
  /** It failed because the file is not on this device and the server is out of reach. */
  isAway?: boolean;
}

/**
 * Milliseconds that the page holds a file which is not shown any more: it is in no cache of the browser, because that would keep
 * it on the disk. Logging out forgets it.
 */
const KEPT = 60_000;
const THUMB_KEPT = 10 * 60_000;

/** Returns true if the file is all right, but not here. */
const isNotHere = (error: unknown) => isApiError(error) && (error.code === 'file_not_here' || error.status === 0);

export function useStoredFile(id: string, size?: 'thumb'): ShownFile {
  const { source } = useWidgets();
  const files = useFormHost()?.files;
  const [asked, setAsked] = useState(id);
  const { data, error } = useQuery({
    queryKey: ['file', asked, size],
    async queryFn(): Promise<{ blob: Blob; name?: string }> {
      return (await files?.get(asked)) ?? { blob: await source.fileBlob(asked, size) };
    },
    // The content of an id never changes, and a photo on a slow network is not loaded twice.
    staleTime: 'static',
    gcTime: size === 'thumb' ? THUMB_KEPT : KEPT,
  });
  // An upload gives a file another id and no other content. A player that runs must not begin anew.
  if (asked !== id && !(data && isLocalFile(asked))) setAsked(id);
  const url = useObjectUrl(data?.blob);
  if (error) return { failed: true, isAway: isNotHere(error) };
  return { ...(url && { url }), ...(data && { type: data.blob.type }), ...(data?.name && { name: data.name }) };
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ blob: Blob; url: string }>();
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setMade({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return made?.blob === blob ? made?.url : undefined;
}
