// @vitest-environment node
/** Definitions and what belongs to them arrive in many requests. A device uses those of before until all of them are here. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { readReference, readReferenceStamps } from '../../src/app/offline/reads/reference.ts';
import { createAccountStore } from '../../src/app/offline/store/accountStore.ts';
import { deriveStoreKeys, newSecret } from '../../src/app/offline/store/crypto.ts';
import { storeDatabase } from '../../src/app/offline/store/database.ts';
import { DOCUMENTS } from '../../src/core/sync/documents.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { HASHES_KEY, pullReference } from '../../src/core/sync/reference.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import { SyncError, type SyncTransport } from '../../src/core/sync/transport.ts';

const PATHS = [
  ...['session', 'common', 'sync/rules', 'definitions', 'definitions/well/1', 'provinces', 'districts'],
  ...['master-tables/depths?all=1', 'sync/places?province=p'],
];

/** The server as of some day: each response says the day. On the second day there is one more version of the form. */
function server(day: number) {
  const paths = day === 1 ? PATHS : [...PATHS, 'definitions/well/2'];
  const entries = paths.map((path) => ({ path, hash: `${path} of day ${day}` }));
  const read = async (path: string): Promise<unknown> => {
    const place = { id: `${path} ${day}`, level: path === 'provinces' ? 'province' : 'district', name: `day ${day}` };
    if (/^(provinces|districts|master-tables)/.test(path)) return { data: [place] };
    if (path.startsWith('sync/places')) return [place];
    if (path === 'definitions') return { data: [{ form: 'well', version: day, hash: `day ${day}` }] };
    const [, form, version] = path.split('/');
    if (path.startsWith('definitions/')) return { form, version: Number(version), definition: { day } };
    return { day, revision: 7 };
  };
  return { entries, read };
}

/** A device whose connection is lost, or which is closed, at one of its requests or writes. */
class Device {
  readonly store: SyncStore;
  /** As a screen reads it, which is not cut. */
  readonly #read: SyncStore;
  /** Rules of forms that it has, by day. */
  readonly rules = new Set<number>();
  steps = 0;
  dies = Number.POSITIVE_INFINITY;

  constructor(store: SyncStore) {
    const { documents } = store;
    this.#read = store;
    const around =
      <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
      (...given: Given) =>
        this.#step(() => work(...given));
    const { put, change, remove } = documents;
    const writes = { put: around(put), change: around(change), remove: around(remove) };
    this.store = { ...store, documents: { ...documents, ...writes } };
  }

  async #step<T>(work: () => Promise<T>): Promise<T> {
    this.steps += 1;
    if (this.steps >= this.dies) throw new SyncError(0, { code: 'network' });
    return work();
  }

  async pull(day: number, dies = Number.POSITIVE_INFINITY, atOnce = 1): Promise<number> {
    this.steps = 0;
    this.dies = dies;
    const { entries, read } = server(day);
    const transport = {
      reference: () => this.#step(async () => ({ entries })),
      read: (path: string) => this.#step(() => read(path)),
    } as unknown as SyncTransport;
    const complete = () => this.#step(async () => void this.rules.add(day));
    return pullReference({ store: this.store, transport, atOnce, complete });
  }

  /** Returns the days of all that a screen is made of. */
  async days(): Promise<Set<number>> {
    const reading = this.#read;
    const { common, rules, forms, definitions, choices, places } = await readReference(
      reading,
      await readReferenceStamps(reading),
    );
    const session = await reading.documents.get<{ day: number }>(DOCUMENTS.session);
    const said = [
      ...[common, rules, session].map((one) => (one as unknown as { day: number }).day),
      ...forms.data.map(({ version }) => version),
      ...definitions.map(({ text }) => (JSON.parse(text) as { definition: { day: number } }).definition.day),
      ...[...choices.flatMap(([, items]) => items), ...places.values()].map(({ name }) => Number(name.slice(4))),
      definitions.length,
    ];
    return new Set(said);
  }
}

async function encrypted(): Promise<SyncStore> {
  const db = storeDatabase(`test ${crypto.randomUUID()}`);
  await db.open();
  return createAccountStore(db, await deriveStoreKeys(newSecret()), { id: 'one', username: 'one' }).store;
}

describe.each([
  ['in memory', async () => memoryStore()],
  ['encrypted', encrypted],
])('definitions in a store %s', (_name, open) => {
  it.each([1, 4])('are those of before or those of now, wherever %i requests at once are cut', async (atOnce) => {
    const device = new Device(await open());
    await device.pull(1);
    expect([...(await device.days())]).toEqual([1]);
    let isNew = false;
    let cuts = 0;
    for (; !isNew; cuts += 1) {
      const again = new Device(await open());
      await again.pull(1);
      await again.pull(2, cuts + 1, atOnce).catch((error: unknown) => {
        if (!(error instanceof SyncError)) throw error;
      });
      isNew = (await again.days()).has(2);
      expect([...(await again.days())], `cut at step ${cuts + 1}`).toEqual([isNew ? 2 : 1]);
      if (isNew) expect(again.rules.has(2), 'the rules came before').toBe(true);
      await again.pull(2);
      expect([...(await again.days())]).toEqual([2]);
      expect(await again.store.documents.keys('arriving/')).toEqual([]);
    }
    expect(cuts).toBeGreaterThan(server(2).entries.length * 2);
  });

  it('are not usable before all of the first are here, and what arrived is not asked for again', async () => {
    const device = new Device(await open());
    let asked = 0;
    for (let dies = 4; ; dies += 3) {
      const isDone = await device.pull(1, dies).then(
        () => true,
        () => false,
      );
      asked += 1;
      if (isDone) break;
      await expect(device.days(), `cut at step ${dies}`).rejects.toMatchObject({ code: 'not_prepared' });
    }
    expect(asked).toBeGreaterThan(3);
    expect([...(await device.days())]).toEqual([1]);
    expect(await device.pull(1)).toBe(0);
    expect(device.steps, 'one question, and the look at the rules').toBe(2);
  });

  it('continue from those of another tab that was faster, and leave what the server has no more', async () => {
    const store = await open();
    const [one, other] = [new Device(store), new Device(store)];
    await one.pull(1);
    const { entries, read } = server(2);
    const transport = {
      reference: async () => ({ entries: entries.filter(({ path }) => !path.startsWith('master-tables')) }),
      async read(path: string) {
        if (path === 'session') await other.pull(2);
        return read(path);
      },
    } as unknown as SyncTransport;
    await pullReference({ store, transport });
    const hashes = await store.documents.get<Record<string, string>>(HASHES_KEY);
    expect(hashes).toEqual(
      Object.fromEntries(
        entries.filter(({ path }) => !path.startsWith('master')).map(({ path, hash }) => [path, hash]),
      ),
    );
    expect(await store.documents.get(DOCUMENTS.choices('depths'))).toBeUndefined();
    expect(await store.documents.keys('arriving/')).toEqual([]);
    expect([...(await one.days())]).toEqual([2]);
    expect(await store.documents.get(DOCUMENTS.newerForms)).toEqual(['well']);
  });
});
