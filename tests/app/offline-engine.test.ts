/** The engine of offline work over a store in memory: preparing, sending, giving up, deciding a conflict, switching the mode. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionMode } from '../../src/app/data/device/mode.ts';
import { onlineSource } from '../../src/app/data/onlineSource.ts';
import { type DataSource, setSource, source } from '../../src/app/data/source.ts';
import { makeEngine } from '../../src/app/offline/engine.ts';
import type { OfflineParts } from '../../src/app/offline/parts.ts';
import { isOfflineReady } from '../../src/app/offline/ready.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import { SyncError } from '../../src/core/sync/transport.ts';
import type { LocalRecord, Operation } from '../../src/core/sync/types.ts';

const record = (id: string, form = 'well') => ({ id, form, version: 1, data: {} }) as LocalRecord['record'];
const local = (id: string, isSent = true): LocalRecord => ({
  record: record(id),
  name: id,
  refs: {},
  ...(isSent && { server: record(id) }),
});
const theirs = {
  version: 5,
  state: 'submitted',
  form_version: 1,
  data: { depth: 7 },
  updated_at: '2026-11-23T06:00:00.000Z',
  updated_by: { id: 'u', name: 'Najib' },
};
const failure = { reason: 'other', status: 500, code: 'x', message: '', at: '' } as const;
const waiting = { is: 'waiting', attempts: 0 } as const;

function operation(seq: number, record_id: string, more: Partial<Operation> = {}): Operation {
  return {
    ...{ id: `op-${seq}`, seq, kind: 'update', form: 'well', record_id, parent_id: null, body: {}, files: [] },
    ...{ base: null, captured_at: '2026-11-23T05:00:00.000Z', state: waiting },
    ...more,
  };
}

const idle = () => new Promise((done) => setTimeout(done));

function open(store: SyncStore | undefined, more: Partial<OfflineParts> = {}) {
  let current = store;
  const watchers = new Set<() => void>();
  const parts: OfflineParts = {
    store: () => current,
    watchStore(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async setUp() {
      current = memoryStore();
      for (const watcher of watchers) watcher();
      return current;
    },
    source: () => ({ home: async () => 'of this device' }) as unknown as DataSource,
    plan: async () => ({ records: 1, files: 0, bytes: 1, file_bytes: 0, forms: [] }),
    isAll: async () => true,
    pull: async () => {},
    send: async () => ({ sent: 0, failed: 0 }),
    merge: () => Promise.reject(new Error('not here')),
    resolve: async (_store, operation, choices) => {
      if (operation.state.is !== 'conflict') return operation;
      const { version, form_version, state, data } = operation.state.theirs;
      const base = { version, form_version, state, data };
      return { ...operation, base, body: { ...operation.body, ...choices }, state: { is: 'waiting', attempts: 0 } };
    },
    refresh: async () => {},
    makeRescue: async () => new Blob(['rescue']),
    takeRescue: async () => 2,
    reset: async () => {},
    room: async () => ({ files: 0, bytes: 0, records: 0, months: 3, versions: 0 }),
    makeRoom: async () => {},
    storage: async () => ({ used: 1, quota: null, isPersistent: true }),
    persist: async () => true,
    ...more,
  };
  return makeEngine(parts);
}

beforeEach(() => {
  localStorage.clear();
  setSource(onlineSource);
});

describe('preparing', () => {
  it('sets up the store, pauses, and continues after a reload with what was not taken yet', async () => {
    const store = memoryStore();
    const taken: unknown[] = [];
    let second: ReturnType<typeof open> | undefined;
    const pull: OfflineParts['pull'] = async (_store, choice, { onProgress, signal }) => {
      onProgress({ part: 'records', done: 3, total: 9, left: 4 });
      await new Promise((done) => setTimeout(done, signal.aborted || second ? 0 : 60));
      if (signal.aborted) throw new DOMException('', 'AbortError');
      taken.push(choice);
    };
    const first = open(store, { pull });
    await idle();
    const going = first.prepare({ ids: ['a'] });
    await vi.waitFor(() => expect(first.state().preparation.done).toBe(3));
    first.pause();
    await going;
    expect(first.state().preparation).toMatchObject({ is: 'paused', part: 'records', done: 3 });
    expect(taken).toEqual([]);
    second = open(store, { pull });
    await idle();
    expect(second.state().preparation.is).toBe('paused');
    await second.resume();
    expect(taken).toEqual([{ ids: ['a'] }]);
    expect(second.state().preparation.is).toBe('done');
    expect(isOfflineReady(second.state())).toBe(true);
  });

  it('takes a new choice before one that is paused, which stays so, and asks for persistent storage once', async () => {
    const taken: unknown[] = [];
    const pull: OfflineParts['pull'] = async (_store, choice) => void taken.push(choice);
    const persist = vi.fn(async () => true);
    const waiting = [{ province: 'p' }];
    const engine = open(memoryStore({ documents: { 'offline/choices': waiting } }), { pull, persist });
    expect(await engine.prepare({ ids: ['a'], files: true })).toBe(true);
    expect([taken, engine.state().preparation.is]).toEqual([[{ ids: ['a'], files: true }], 'paused']);
    await engine.resume();
    expect([taken.length, engine.state().preparation.is]).toEqual([2, 'done']);
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('brings the device up to date, unless other records are here or wait', async () => {
    const engine = open(undefined);
    expect(engine.state().upToDate).toBeUndefined();
    await engine.prepare({ province: 'p' });
    await vi.waitFor(() => expect(engine.state().upToDate).toBe(engine.state().preparation.at));
    const before = engine.state().upToDate;
    const some = open(memoryStore({ documents: { 'offline/up-to-date': before } }), { isAll: async () => false });
    await idle();
    await some.prepare({ ids: ['a'] });
    expect([some.state().preparation.is, some.state().upToDate]).toEqual(['done', before]);
    const choices = { 'offline/choices': [{ province: 'p' }] };
    const waits = open(memoryStore({ documents: choices }));
    await idle();
    await waits.prepare({ ids: ['a'] });
    await idle();
    expect(await waits.state().store?.documents.get('offline/up-to-date')).toBeUndefined();
  });

  it('says that it failed and keeps the choice', async () => {
    const pull = vi.fn<OfflineParts['pull']>().mockRejectedValueOnce(new Error('no line')).mockResolvedValue();
    const engine = open(undefined, { pull });
    await expect(engine.prepare({ province: 'p' })).rejects.toThrow('no line');
    expect(engine.state().preparation.is).toBe('failed');
    await engine.resume();
    expect(pull.mock.calls.map(([, choice]) => choice)).toEqual([{ province: 'p' }, { province: 'p' }]);
    expect(engine.state().preparation.failure).toBeUndefined();
  });

  it('on a full device says why, and takes what was asked for once there is space', async () => {
    const store = memoryStore({ documents: { 'offline/preparation': { is: 'done', at: 'before' } } });
    const { put } = store.documents;
    let isFull = true;
    const watched = { ...store.documents, put: (key: string, value: unknown) => (isFull ? full() : put(key, value)) };
    const pull = vi.fn<OfflineParts['pull']>().mockResolvedValue();
    const engine = open({ ...store, documents: watched }, { pull });
    await idle();
    await expect(engine.prepare({ ids: ['a'] })).rejects.toThrow();
    // Something else changes in the store.
    await put('other', 1);
    await idle();
    expect(engine.state().preparation).toMatchObject({ is: 'failed', failure: { code: 'store_full' } });
    expect(pull).not.toHaveBeenCalled();
    isFull = false;
    await engine.resume();
    expect(pull.mock.calls.map(([, choice]) => choice)).toEqual([{ ids: ['a'] }]);
    expect(engine.state().preparation.is).toBe('done');
  });

  it('is paused, not running, in the next page when the page was closed', async () => {
    const running = { is: 'running', part: 'files', done: 2, total: 4, left: 9 };
    const engine = open(memoryStore({ documents: { 'offline/preparation': running } }));
    await idle();
    expect(engine.state().preparation).toMatchObject({ is: 'paused', done: 2 });
  });
});

const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));

describe('the mode', () => {
  it('exchanges the data source, also for another tab, and needs a store', async () => {
    const engine = open(memoryStore());
    await engine.switchMode('offline');
    expect([engine.state().mode, await source.home()]).toEqual(['offline', 'of this device']);
    connectionMode.set('online');
    expect(engine.state().mode).toBe('online');
    await expect(open(undefined).switchMode('offline')).rejects.toThrow();
  });
});

describe('unsent changes', () => {
  it('are sent once at a time; what stopped it is kept', async () => {
    const send = vi.fn<OfflineParts['send']>(async () => {
      await idle();
      throw new Error('no line');
    });
    const engine = open(memoryStore({ operations: [operation(1, 'a')] }), { send });
    await idle();
    await Promise.all([engine.sync.run(), engine.sync.run()]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(engine.state().sync).toMatchObject({ running: false, last: { sent: 0, failure: new Error('no line') } });
  });

  it('are stopped by a full device or by the server, and the reason is told in words', async () => {
    const reasons = [
      [new DOMException('full', 'QuotaExceededError'), 'store_full'],
      [new SyncError(0, { code: 'network' }), 'network'],
      [new SyncError(503, { code: 'busy', message: 'Try later' }), 'busy'],
    ] as const;
    for (const [reason, code] of reasons) {
      const engine = open(memoryStore(), { send: () => Promise.reject(reason) });
      await idle();
      await engine.sync.run();
      expect(engine.state().sync.last?.failure).toMatchObject({ name: 'ApiError', code });
    }
  });

  it('wait again at a retry, only those asked for', async () => {
    const stuck = { state: { is: 'failed', failure } } as const;
    const store = memoryStore({ operations: [operation(1, 'a', stuck), operation(2, 'b', stuck)] });
    const engine = open(store);
    await idle();
    await engine.retry(['op-2']);
    expect((await store.operations.all()).map(({ state }) => state.is)).toEqual(['failed', 'waiting']);
  });

  it('are given up with the records below a new one, and the record is as the server has it', async () => {
    const store = memoryStore({
      records: [local('a'), local('new', false), local('child', false), local('other', false)],
      operations: [
        operation(1, 'new', { kind: 'create' }),
        operation(2, 'child', { kind: 'create', parent_id: 'new' }),
        operation(3, 'a'),
        operation(4, 'other', { kind: 'create', parent_id: 'a' }),
      ],
    });
    const engine = open(store);
    await engine.discard('new');
    expect((await store.operations.all()).map(({ id }) => id)).toEqual(['op-3', 'op-4']);
    expect([await store.records.get('new'), await store.records.get('child')]).toEqual([undefined, undefined]);
    await engine.discard('a');
    expect((await store.records.get('a'))?.record).toEqual(record('a'));
    expect((await store.operations.all()).map(({ id }) => id)).toEqual(['op-4']);
  });

  it('of a conflict are sent on what the other person saved, with the answers chosen', async () => {
    const conflict = { is: 'conflict', failure, theirs } as const;
    const store = memoryStore({ operations: [operation(1, 'a', { body: { depth: 5, note: 'x' }, state: conflict })] });
    const engine = open(store);
    await idle();
    await engine.resolve(engine.state().operations[0]!, { depth: 'mine' });
    expect((await store.operations.all())[0]).toMatchObject({
      body: { depth: 'mine', note: 'x' },
      base: { version: 5, data: { depth: 7 } },
      state: waiting,
    });
  });

  it('that are decided while others are sent and received are sent at the end of that', async () => {
    const conflict = { is: 'conflict', failure, theirs } as const;
    const store = memoryStore({ operations: [operation(1, 'a', { body: { depth: 5 }, state: conflict })] });
    const ends: (() => void)[] = [];
    const seen: string[][] = [];
    const engine = open(store, {
      send: async () => {
        seen.push((await store.operations.all()).map(({ state }) => state.is));
        await new Promise<void>((end) => ends.push(end));
        return { sent: 0, failed: 0 };
      },
    });
    await idle();
    const first = engine.sync.run();
    await idle();
    const decided = engine.resolve(engine.state().operations[0]!, { depth: 'mine' });
    await idle();
    expect(seen).toEqual([['conflict']]);
    ends[0]?.();
    await first;
    await vi.waitFor(() => expect(seen).toEqual([['conflict'], ['waiting']]));
    ends[1]?.();
    await decided;
  });
});
