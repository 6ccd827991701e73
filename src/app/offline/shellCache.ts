/** Stores parts of definitions for work without network. The service worker answers from there (codegen/installable.ts). */
import { forEachAtOnce } from '../../core/sync/atOnce.ts';
import { ApiError, noResponseError } from '../data/errors.ts';
import { sessionToken } from '../data/token.ts';

/** The service worker uses the same name. */
const CACHE = 'definitions';

/** What may be stored: validators, and media by the hash of their bytes. Both are served to the worker by address alone. */
const STORABLE = /^\/api\/definitions\/([^/]+\/\d+\/validator\.js(\?hash=[^&]+)?|media\/[a-f0-9]{64})$/;

/** Requests at the same time. A browser makes no more of them to one server without HTTP/2. */
export const MOST_REQUESTS = 6;

/** Returns true if this browser can store parts of the app. Private windows and plain HTTP cannot. */
function canStore(): boolean {
  return 'caches' in globalThis;
}

/**
 * Downloads validators (`validatorPath`) and definition media that are not stored yet. Each is stored when it arrives, so that
 * an interrupted preparation goes on where it stopped. A validator without a hash in its path may have been corrected, so it is
 * downloaded again. `onStored` gets how many are stored so far. Throws an ApiError at the first that fails.
 */
export async function cacheForOffline(
  paths: readonly string[],
  { onStored, signal }: { onStored?: (count: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  if (!canStore()) return;
  const cache = await caches.open(CACHE);
  let stored = 0;
  await forEachAtOnce(paths, MOST_REQUESTS, async (path) => {
    if (!STORABLE.test(path)) throw new Error(`not for the cache: ${path}`);
    signal?.throwIfAborted();
    const isFixed = /\?hash=|\/media\//.test(path);
    if (!isFixed || !(await cache.match(path, { ignoreVary: true })))
      await cache.put(path, await received(path, signal));
    stored += 1;
    onStored?.(stored);
  });
}

/** Removes rules and media but for those at these paths. */
export async function pruneOfflineCache(paths: ReadonlySet<string>): Promise<void> {
  if (!canStore()) return;
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (!paths.has(pathname + search)) await cache.delete(url, { ignoreVary: true });
  }
}

export const mediaPath = (hash: string): string => `/api/definitions/media/${hash}`;

/** Returns a picture or sound of a definition. Throws an ApiError if it was not stored. */
export async function storedMedia(hash: string): Promise<{ blob: Blob; name: null }> {
  const cache = canStore() ? await caches.open(CACHE) : undefined;
  const found = await cache?.match(mediaPath(hash), { ignoreVary: true });
  if (!found) throw new ApiError(404, { code: 'file_not_here' });
  return { blob: await found.blob(), name: null };
}

async function received(path: string, signal: AbortSignal | undefined): Promise<Response> {
  const held = sessionToken.get();
  const headers = { ...(held && { Authorization: `Bearer ${held}` }) };
  const response = await fetch(path, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw noResponseError();
  });
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => ({}))) as never);
  return response;
}
