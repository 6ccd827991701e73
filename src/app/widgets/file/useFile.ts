/** Returns an object URL of a stored or waiting file. The URL is released when the file is no longer shown. */
import { useEffect, useState } from 'react';
import { useWidgets } from '../environment.tsx';
import { useFormHost } from '../host.tsx';

export interface ShownFile {
  url?: string;
  name?: string;
  type?: string;
  failed?: boolean;
}

export function useFile(id: string, size?: 'thumb'): ShownFile {
  const { source } = useWidgets();
  const files = useFormHost()?.files;
  const [shown, setShown] = useState<ShownFile>({});
  useEffect(() => {
    let url: string | undefined;
    let gone = false;
    const load = async () => {
      try {
        const kept = await files?.get(id);
        const blob = kept?.blob ?? (await source.fileBlob(id, size));
        if (gone) return;
        url = URL.createObjectURL(blob);
        setShown({ url, type: blob.type, ...(kept && { name: kept.name }) });
      } catch (error) {
        console.warn('a file could not be shown', error);
        if (!gone) setShown({ failed: true });
      }
    };
    void load();
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id, size, source, files]);
  return shown;
}
