/** Returns an object URL of a stored or waiting file. The URL is released when the file is no longer shown. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isApiError } from '../../data/errors.ts';
import { mode } from '../../data/mode.ts';
import { useWidgets } from '../environment.tsx';
import { isLocalFile, useFormHost } from '../host.tsx';

export interface ShownFile {
  /** Id under which it was loaded. */
  of?: string;
  url?: string;
  name?: string;
  type?: string;
  failed?: boolean;
  /** It failed because the file is not on this device and the server is out of reach. */
  isAway?: boolean;
}

/** Returns true if the file is all right, but not here. */
const isNotHere = (error: unknown) => isApiError(error) && (error.code === 'file_not_here' || error.status === 0);

export function useFile(id: string, size?: 'thumb'): ShownFile {
  const { source } = useWidgets();
  const files = useFormHost()?.files;
  const [shown, setShown] = useState<ShownFile>({});
  const { url, of, isAway } = shown;
  const way = useSyncExternalStore(mode.subscribe, mode.get);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isAway) return;
    const again = () => setRound((before) => before + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isAway]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is away is asked for again when the server may be in reach
  useEffect(() => {
    // An upload gives a file another id and no other content. A player that runs must not begin anew.
    if (of !== undefined && (of === id || isLocalFile(of))) return;
    let gone = false;
    const load = async () => {
      try {
        const kept = await files?.get(id);
        const blob = kept?.blob ?? (await source.fileBlob(id, size));
        if (gone) return;
        setShown({ of: id, url: URL.createObjectURL(blob), type: blob.type, ...(kept && { name: kept.name }) });
      } catch (error) {
        const isElsewhere = isNotHere(error);
        if (!isElsewhere) console.warn('a file could not be shown', error);
        if (!gone) setShown({ failed: true, isAway: isElsewhere });
      }
    };
    void load();
    return () => {
      gone = true;
    };
  }, [id, size, source, files, of, way, round]);
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
  return shown;
}
