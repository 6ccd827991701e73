/**
 * Answers of `GET /api/start` that change only with definitions, in the browser's cache by their entity tags. `early.ts` names the
 * tags, and the server leaves out what has one of them: opening a form again then loads 15 kB and not 45. A tag is made of the content,
 * so what one person was answered is never taken for what another one would be.
 */
import type { StartResponse } from '../../core/generated/api.ts';
import { getOwn } from '../../core/json.ts';
import { sessionToken } from './token.ts';

/** As `early.ts` opens it. */
const CACHE = 'start';
const KEY = 'startEtags';
/** Those of all screens, and of the forms that were opened last. */
const MOST = 12;

interface StartPart {
  etag: string;
  answer: string;
}

const addressOf = (etag: string) => `/start/${etag}`;

/**
 * Returns the answers with those that the server left out. One that is no longer here is missing: its call is made on its own. There is
 * no cache on plain HTTP and in some private windows.
 */
export async function withStoredParts(
  { answers, etags = {} }: Pick<StartResponse, 'answers'> & Partial<StartResponse>,
  cache: Cache | undefined,
): Promise<Map<string, unknown>> {
  const all = new Map(Object.entries(answers));
  if (!cache) return all;
  const gone = new Set<string>();
  await Promise.all(
    Object.entries(etags).map(async ([call, etag]) => {
      if (all.has(call)) return;
      const answer = await storedAnswer(cache, etag);
      if (answer === undefined) gone.add(etag);
      else all.set(call, answer);
    }),
  );
  const fresh = Object.entries(etags).flatMap(([call, etag]) => {
    const answer = getOwn(answers, call);
    return answer === undefined ? [] : [{ etag, answer: JSON.stringify(answer) }];
  });
  // Nothing waits for it, and without it the next opening only loads more.
  store(cache, fresh, Object.values(etags), gone).catch((error: unknown) => console.warn(error));
  return all;
}

/** Undefined for one that is no longer here, or cannot be read. */
async function storedAnswer(cache: Cache, etag: string): Promise<unknown> {
  try {
    return await (await cache.match(addressOf(etag)))?.json();
  } catch {
    return undefined;
  }
}

/** Stores new parts before their tags are named, and removes those that were not used for the longest time. */
async function store(cache: Cache, fresh: readonly StartPart[], used: readonly string[], gone: ReadonlySet<string>) {
  for (const { etag, answer } of fresh) await cache.put(addressOf(etag), new Response(answer));
  if (sessionToken.get() === null) return;
  const before = (localStorage.getItem(KEY) ?? '').split(',');
  const all = [...new Set([...used, ...before])].filter((etag) => etag !== '' && !gone.has(etag));
  localStorage.setItem(KEY, all.slice(0, MOST).join(','));
  for (const etag of all.slice(MOST)) await cache.delete(addressOf(etag));
}

/** Removes the parts whenever somebody logs out here. */
export function forgetStartPartsAtLogout(): void {
  sessionToken.subscribe(() => {
    if (sessionToken.get() !== null || localStorage.getItem(KEY) === null) return;
    localStorage.removeItem(KEY);
    if ('caches' in globalThis) caches.delete(CACHE).catch((error: unknown) => console.warn(error));
  });
}
