import { afterEach, describe, expect, it, vi } from 'vitest';
import { cacheForOffline } from '../../src/app/offline/shellCache.ts';

const RULES = '/api/definitions/visit/2/validator.js?hash=abc';
const EARLIER = '/api/definitions/visit/1/validator.js';
const PICTURE = `/api/definitions/media/${'a'.repeat(64)}`;

/** Puts a cache and a server into the page. `fails` are the paths that the server does not answer. */
function stage(fails: Set<string>) {
  const stored = new Map<string, Response>();
  const cache = {
    match: async (path: string) => stored.get(path),
    put: async (path: string, response: Response) => void stored.set(path, response),
  };
  const asked: string[] = [];
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (fails.has(path)) throw new TypeError('no line');
    return new Response('bytes');
  });
  return { asked, stored };
}

describe('parts of definitions on this device', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are stored as they arrive, and go on where the line was lost', async () => {
    const fails = new Set([PICTURE]);
    const { asked, stored } = stage(fails);
    await expect(cacheForOffline([RULES, PICTURE, EARLIER])).rejects.toMatchObject({ status: 0 });
    expect([...stored.keys()].sort()).toEqual([EARLIER, RULES]);
    fails.clear();
    asked.length = 0;
    const counts: number[] = [];
    await cacheForOffline([RULES, PICTURE, EARLIER], { onStored: (count) => counts.push(count) });
    expect([asked.sort(), counts]).toEqual([[PICTURE, EARLIER].sort(), [1, 2, 3]]);
    asked.length = 0;
    await cacheForOffline([RULES, PICTURE, EARLIER]);
    expect(asked, 'only what its address does not fix').toEqual([EARLIER]);
  });

  it('are nothing else of the API', async () => {
    const { asked } = stage(new Set());
    for (const path of ['/api/session', '/api/definitions/visit', `${RULES}&x=1`, 'https://elsewhere.example/x'])
      await expect(cacheForOffline([path])).rejects.toThrow('not for the cache');
    expect(asked).toEqual([]);
  });
});
