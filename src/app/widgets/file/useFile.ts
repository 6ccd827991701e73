/** Returns an object URL of a stored or waiting file. The URL is released when the file is no longer shown. */
import { useEffect, useState } from 'react';
import { useWidgets } from '../environment.tsx';
import { isLocalFile, useFormHost } from '../host.tsx';

export interface ShownFile {
  /** Id under which it was loaded. */
  of?: string;
  url?: string;
  name?: string;
  type?: string;
  failed?: boolean;
}

export function useFile(id: string, size?: 'thumb'): ShownFile {
  const { source } = useWidgets();
  const files = useFormHost()?.files;
  const [shown, setShown] = useState<ShownFile>({});
  const { url, of } = shown;
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
        console.warn('a file could not be shown', error);
        if (!gone) setShown({ failed: true });
      }
    };
    void load();
    return () => {
      gone = true;
    };
  }, [id, size, source, files, of]);
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
  return shown;
}
