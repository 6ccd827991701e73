/**
 * Caches responses for a short time. A response is reused only for the same person, request and language, and only if
 * nothing was written to the database since it was begun (`Database.stamp`). So it never differs from a new one. Identical
 * requests at the same time share the work.
 *
 * Each names the page after a page of a list as HTTP does (RFC 8288), so that any client goes on where the page ended.
 */
import { promisify } from 'node:util';
import { type InputType, gzip as zip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ListMeta } from '../../core/generated/api.ts';
import { memoizeByObject } from '../../core/memoize.ts';
import type { Actor } from '../../core/records/types.ts';
import { kabulDay } from '../../core/text/dates.ts';
import { acceptsGzip } from '../http/responses.ts';
import type { Services } from '../http/services.ts';
import type { ApiCall } from './call.ts';

const gzip = promisify<InputType, { level: number }, Buffer>(zip);

/** Largest total size of the cached responses, in bytes. */
const MOST_BYTES = 12_000_000;
/** Longer responses are rare and not repeated. */
const MOST_EACH = 400_000;
const LONGEST_KEY = 4000;
/** Below this size, compression costs more than it saves. */
const WORTH_PACKING = 1024;
/** Takes a quarter of the work of the default level, for a tenth more bytes. */
const LEVEL = 3;

interface Remembered {
  stamp: string;
  text: Promise<Buffer>;
  /** Of a page of a list: its `Link` to the next one. Known with the text. */
  link?: string | undefined;
  packed?: Promise<Buffer>;
  bytes: number;
}

type Memory = LRUCache<string, Remembered>;

const memoryOf = memoizeByObject(
  undefined,
  (_database: Services['database']): Memory =>
    new LRUCache({
      maxSize: MOST_BYTES,
      maxEntrySize: MOST_EACH,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    }),
);

/** Adds to the recorded size of a response, unless it was removed from the cache. */
function weigh(memory: Memory, key: string, one: Remembered, bytes: number): void {
  if (memory.peek(key) !== one) return;
  memory.delete(key);
  one.bytes += bytes;
  memory.set(key, one);
}

/** Changes with everything that a response is made of. */
export async function responseStamp({ database, registry, now }: Services): Promise<string> {
  return `${await database.stamp()} ${registry.revision()} ${kabulDay(now())}`;
}

/** Sends the result of `make` as JSON, or a cached one if it is still valid. */
export async function sendCached(call: ApiCall, make: () => Promise<unknown>): Promise<unknown> {
  const { services, reply, request } = call;
  const memory = memoryOf(services.database);
  const stamp = await responseStamp(services);
  const key = `${call.language} ${actorCacheKey(call.actor)} ${call.form.key} ${request.url}`;
  const known = memory.get(key);
  const found = known?.stamp === stamp ? known : begin(memory, key, stamp, request.url, make);
  const text = await found.text;
  if (found.link) reply.header('link', found.link);
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (text.length < WORTH_PACKING || !acceptsGzip(request)) return reply.send(text);
  found.packed ??= gzip(text, { level: LEVEL }).then((packed) => {
    weigh(memory, key, found, packed.length);
    return packed;
  });
  return reply.header('content-encoding', 'gzip').send(await found.packed);
}

/** Caches the response from the start, so that identical requests share the work. A failed one is removed. */
function begin(memory: Memory, key: string, stamp: string, url: string, make: () => Promise<unknown>): Remembered {
  const read = async () => {
    const response = await make();
    made.link = nextPageLink(url, response);
    return Buffer.from(JSON.stringify(response));
  };
  const made: Remembered = { stamp, text: read(), bytes: 0 };
  if (key.length > LONGEST_KEY) return made;
  memory.set(key, made);
  made.text.then(
    ({ length }) => weigh(memory, key, made, length),
    () => {
      if (memory.peek(key) === made) memory.delete(key);
    },
  );
  return made;
}

/** Returns the text of everything that decides what the person sees. */
export function actorCacheKey({ id, name, grants: given }: Actor): string {
  return JSON.stringify([id, name, given]);
}

/**
 * Returns the value of the header `Link`. It has the cursor, so that no row comes again because others were added meanwhile. It is
 * relative to the address that was asked for, which a server behind others does not know. Undefined for other answers and the last page.
 */
function nextPageLink(url: string, response: unknown): string | undefined {
  const { meta } = response as { meta?: Partial<ListMeta> };
  if (!meta?.next_cursor || meta.current_page === undefined) return undefined;
  const params = new URLSearchParams(url.split('?')[1]);
  params.set('page', String(meta.current_page + 1));
  params.set('after', meta.next_cursor);
  return `<?${params}>; rel="next"`;
}
