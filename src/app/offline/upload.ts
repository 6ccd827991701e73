/** Uploads a file of the device in chunks (tus protocol), continuing where an earlier upload was cut. */
import { DetailedError, Upload } from 'tus-js-client';
import { syncErrorOf } from '../../core/sync/request.ts';
import { SyncError } from '../../core/sync/transport.ts';
import type { LocalFile } from '../../core/sync/types.ts';
import { toWireLanguage } from '../../core/text/languages.ts';
import { preferences } from '../data/preferences.ts';
import { sessionToken } from '../data/token.ts';

const ENDPOINT = '/api/files/uploads';
/** Bytes that are sent again at most if a request is cut. */
const CHUNK = 256 * 1024;
/** Waits before a chunk is sent again, in milliseconds. Afterwards the run stops, and the next one continues. */
const RETRIES = [500, 2_000, 5_000];

/** Returns the server's id of the file. `onStarted` is awaited before any content is sent. `session` is a token. */
export function uploadInChunks(
  { blob, id, name, type, upload: begun, question }: LocalFile & { blob: Blob },
  onStarted: (address: string) => Promise<void>,
  signal?: AbortSignal,
  session: string | null = sessionToken.get(),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(blob as File, {
      endpoint: ENDPOINT,
      uploadUrl: begun ?? null,
      chunkSize: CHUNK,
      retryDelays: RETRIES,
      headers: {
        'Accept-Language': toWireLanguage(preferences().language),
        ...(session && { Authorization: `Bearer ${session}` }),
      },
      metadata: { filename: name, filetype: type, ...question },
      // The library waits for this before it sends content. What it would keep in localStorage is in the encrypted store.
      fingerprint: async () => id,
      urlStorage: {
        findAllUploads: async () => [],
        findUploadsByFingerprint: async () => [],
        removeUpload: async () => {},
        async addUpload(_fingerprint, { uploadUrl }) {
          if (uploadUrl && uploadUrl !== begun) await onStarted(uploadUrl);
          return id;
        },
      },
      onSuccess: ({ lastResponse }) => {
        const file = idIn(lastResponse.getBody()) ?? upload.url?.split('/').pop();
        if (file) resolve(file);
        else reject(new SyncError(0, { code: 'invalid_response' }));
      },
      onError: (error) => reject(errorOf(error)),
    });
    signal?.addEventListener('abort', () => {
      void upload.abort();
      reject(new SyncError(0, { code: 'aborted' }));
    });
    upload.start();
  });
}

function errorOf(error: Error): SyncError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return new SyncError(0, { code: 'network', message: error.message });
  return syncErrorOf(response.getStatus(), bodyIn(response.getBody()));
}

function idIn(text: string): string | undefined {
  const { id } = bodyIn(text);
  return typeof id === 'string' ? id : undefined;
}

function bodyIn(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === 'object' ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
