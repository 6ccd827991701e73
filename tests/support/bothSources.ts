/**
 * What screens ask, of the two sources that answer: the server over HTTP, and devices without network, with and without packed
 * columns. All have the records that a person sees on the server.
 */
import { vi } from 'vitest';
import { onlineSource } from '../../src/app/data/onlineSource.ts';
import type { DataSource } from '../../src/app/data/source.ts';
import { packForm } from '../../src/app/offline/reads/packing.ts';
import { localRegistry } from '../../src/app/offline/reads/registry.ts';
import { offlineSource } from '../../src/app/offline/source.ts';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import { LOCAL, prepareDevice, speak } from './localDevice.ts';
import type { TestServer } from './server.ts';

export const SOURCES = ['the server', 'a device', 'a device with packed columns'] as const;
export type SourceName = (typeof SOURCES)[number];

export interface Sources {
  of(name: SourceName, username: string): DataSource;
  /** The store of one of the devices. */
  store(name: SourceName, username: string): SyncStore;
}

/** Packs the columns of forms, as a device does after it synchronised. Throws if one of them changed meanwhile. */
export async function pack(store: SyncStore, forms: readonly string[]): Promise<void> {
  const registry = await localRegistry(store, LOCAL.loadValidator);
  for (const name of forms)
    if (!(await packForm(store, registry, registry.form(name) as CompiledForm))) throw new Error(`${name} changed`);
}

/** Returns a store with the same documents and records. */
async function copyOf({ documents, records }: SyncStore, forms: readonly string[]): Promise<SyncStore> {
  const keys = await documents.keys('');
  const read = await Promise.all(keys.map(async (key) => [key, await documents.get(key)] as const));
  const all = await Promise.all(forms.map((form) => records.ofForm(form)));
  return memoryStore({ documents: Object.fromEntries(read), records: all.flat() });
}

/** Lets the online source of the app ask a test server for one of its people. `speak` must have been called. */
function serverSource({ base, tokens }: TestServer, username: string): DataSource {
  const { fetch } = globalThis;
  const asked: typeof fetch = (path, given = {}) =>
    fetch(`${base}${path}`, { ...given, headers: { ...given.headers, authorization: `Bearer ${tokens[username]}` } });
  const asPerson = async (request: (...given: unknown[]) => Promise<unknown>, given: unknown[]) => {
    globalThis.fetch = asked;
    try {
      return await request(...given);
    } finally {
      globalThis.fetch = fetch;
    }
  };
  return new Proxy(onlineSource, {
    get:
      (of, name) =>
      (...given: unknown[]) =>
        asPerson(Reflect.get(of, name), given),
  });
}

/** `more` adds what came to the devices otherwise: of records that a person no longer sees, and files. */
export async function openSources(
  server: TestServer,
  { forms, now, people }: { forms: readonly string[]; now: () => Date; people: readonly string[] },
  more: (store: SyncStore) => Promise<void> = async () => undefined,
): Promise<Sources> {
  await speak();
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] });
  const stores = new Map<string, SyncStore>();
  for (const username of people) {
    const prepared = await prepareDevice(server, server.person(username), forms);
    await more(prepared);
    const packed = await copyOf(prepared, forms);
    await more(packed);
    await pack(packed, forms);
    stores.set(`${SOURCES[1]} ${username}`, prepared).set(`${SOURCES[2]} ${username}`, packed);
  }
  const store = (name: SourceName, username: string) => stores.get(`${name} ${username}`) as SyncStore;
  return {
    store,
    of: (name, username) =>
      name === SOURCES[0] ? serverSource(server, username) : offlineSource(store(name, username), { ...LOCAL, now }),
  };
}
