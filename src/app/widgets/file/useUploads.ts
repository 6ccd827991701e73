/** Uploads of one field. A picked file is uploaded at once. If that fails, it waits on this device for the next save. */
import { useState } from 'react';
import { isApiError } from '../../data/errors.ts';
import type { FileQuestion } from '../../data/files.ts';
import { useWidgets } from '../environment.tsx';
import { isLocalFile, useFormHost } from '../host.tsx';

interface Sending {
  key: string;
  name: string;
  /** From 0 to 1. */
  share: number;
}

/**
 * `replace(before, after)` puts an id into the answer; `before` is undefined for a new file. The server asks the definition of
 * `question` what it takes.
 */
export function useUploads(replace: (before: string | undefined, after: string) => void, question?: FileQuestion) {
  const { source } = useWidgets();
  const host = useFormHost();
  const [sending, setSending] = useState<Sending[]>([]);
  /** Reason why the upload failed, by local id. */
  const [failed, setFailed] = useState<Record<string, string>>({});

  const one = async (blob: Blob, name: string, localId?: string) => {
    const key = localId ?? `${name} ${blob.size} ${sending.length}`;
    setSending((now) => [...now, { key, name, share: 0 }]);
    // Store the file first, so that a crash during the upload loses nothing. A full device may still upload it.
    const keep = () => host?.files.keep({ name, blob, ...(question && { question }) }).catch(notKept);
    const kept = localId ?? (await keep())?.id;
    if (kept && !localId) replace(undefined, kept);
    try {
      const onProgress = (share: number) =>
        setSending((now) => now.map((entry) => (entry.key === key ? { ...entry, share } : entry)));
      const stored = await source.upload(blob, name, onProgress, undefined, question);
      replace(kept, stored.id);
      if (kept) await host?.files.sent(kept, stored.id);
      setFailed(({ [kept ?? '']: _gone, ...rest }) => rest);
    } catch (error) {
      const reason = isApiError(error) && error.status !== 0 ? error.message : '';
      if (kept) setFailed((now) => ({ ...now, [kept]: reason }));
      else throw error;
    } finally {
      setSending((now) => now.filter((entry) => entry.key !== key));
    }
  };

  return {
    sending,
    failed,
    async send(files: { blob: Blob; name: string }[]) {
      for (const { blob, name } of files) await one(blob, name);
    },
    async retry(localId: string) {
      const kept = isLocalFile(localId) ? await host?.files.get(localId) : undefined;
      if (kept) await one(kept.blob, kept.name, localId);
    },
  };
}

function notKept(error: unknown): undefined {
  console.warn('a file was not kept on this device', error);
}
