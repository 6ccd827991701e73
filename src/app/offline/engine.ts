/** Puts store, synchronisation and offline data source together to what the screens use (`OfflineEngine`). */

import { DOCUMENTS } from '../../core/sync/documents.ts';
import type { Choices, RecordMerge } from '../../core/sync/merge.ts';
import { recordsBelow } from '../../core/sync/outbox.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import type { Operation } from '../../core/sync/types.ts';
import { type Mode, mode } from '../data/mode.ts';
import { online } from '../data/online.ts';
import { type DataSource, setSource } from '../data/source.ts';
import {
  NOT_PREPARED,
  type OfflineChoice,
  type OfflineEngine,
  type OfflinePlan,
  type OfflineState,
  type Preparation,
  type Room,
  type StorageUse,
  type SyncEnd,
} from './context.ts';
import { idle } from './idle.ts';
import { shownFailure } from './source/failure.ts';

export interface OfflineParts {
  /** Store of the account that is logged in; undefined if it is not set up or locked. */
  store(): SyncStore | undefined;
  /** Calls back when another store is in use: login, logout, reset. */
  watchStore(watcher: () => void): () => void;
  /** Sets up the store of the account that is logged in. */
  setUp(): Promise<SyncStore>;
  source(store: SyncStore): DataSource;
  plan(choice: OfflineChoice): Promise<OfflinePlan>;
  /** Takes records along, continuing after a cursor that it keeps in the store. Throws AbortError when the signal says so. */
  pull(store: SyncStore, choice: OfflineChoice, watch: Watch<Omit<Preparation, 'is'>>): Promise<void>;
  /** Sends what waits. Throws if it stopped before it had tried all. */
  send(store: SyncStore, watch: Watch<{ done: number; total: number; current?: string }>): Promise<Omit<SyncEnd, 'at'>>;
  /** Merges the answers of a conflict with what somebody else saved. */
  merge(store: SyncStore, operation: Operation): Promise<RecordMerge>;
  /** Returns a conflict as a change that waits again, with the sides that the person chose. */
  resolve(store: SyncStore, operation: Operation, choices: Choices): Promise<Operation>;
  /** Returns what is not sent as a file that the password opens. */
  makeRescue(password: string): Promise<Blob>;
  /** Adds the unsent changes of a rescue file. Returns the number of their records. Throws RescueError. */
  takeRescue(file: Blob, password: string): Promise<number>;
  refresh(store: SyncStore): Promise<void>;
  reset(): Promise<void>;
  storage(): Promise<StorageUse>;
  /** Returns what can leave the device without loss, and lets it leave. */
  room(store: SyncStore): Promise<Room>;
  makeRoom(store: SyncStore): Promise<void>;
  persist(): Promise<boolean>;
}

export interface Watch<Progress> {
  onProgress(progress: Progress): void;
  signal: AbortSignal;
}

/** Keys of what the engine keeps in the documents of the store. */
export const CHOICES = 'offline/choices';
const PREPARATION = 'offline/preparation';
const LAST_SYNC = 'offline/last-sync';

/** Milliseconds between two writes of the progress. */
const KEEP_MS = 2000;

export function makeEngine(parts: OfflineParts): OfflineEngine {
  let state: OfflineState = {
    isSupported: true,
    mode: mode.get(),
    store: parts.store(),
    preparation: NOT_PREPARED,
    operations: [],
    receipts: [],
    counts: {},
    newerForms: [],
    sync: { running: false, done: 0, total: 0 },
  };
  const watchers = new Set<() => void>();
  const set = (change: Partial<OfflineState>) => {
    state = { ...state, ...change };
    for (const watcher of watchers) watcher();
  };
  const { switchMode, follow } = modes(parts, () => state, set);
  const preparing = preparations(parts, () => state, set);
  const run = runner(parts, () => state, set);
  follow();
  return {
    state: () => state,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    switchMode,
    ...preparing,
    sync: { run },
    forgetNewerForms: () => opened(state).documents.remove([DOCUMENTS.newerForms]),
    ...changes(parts, () => state, run),
    refresh: async () => parts.refresh(opened(state)),
    async reset() {
      await parts.reset();
      if (state.mode === 'offline') await switchMode('online');
      set({ preparation: NOT_PREPARED });
    },
    room: async () => parts.room(opened(state)),
    makeRoom: async () => parts.makeRoom(opened(state)),
    ...{ makeRescue: parts.makeRescue, takeRescue: parts.takeRescue, storage: parts.storage, persist: parts.persist },
  };
}

type Get = () => OfflineState;
type Set_ = (change: Partial<OfflineState>) => void;

function opened({ store }: OfflineState): SyncStore {
  if (!store) throw new Error('the store of this account is not open');
  return store;
}

/** Follows the store, and the mode that this or another tab chose. */
function modes(parts: OfflineParts, get: Get, set: Set_) {
  const use = () => setSource(get().mode === 'offline' && get().store ? parts.source(opened(get())) : online);
  const read = async () => {
    const { store } = get();
    if (!store) return set({ operations: [], receipts: [], counts: {}, newerForms: [], preparation: NOT_PREPARED });
    const [operations, preparation = NOT_PREPARED, last, newerForms = []] = await Promise.all([
      store.operations.all(),
      store.documents.get<Preparation>(PREPARATION),
      store.documents.get<SyncEnd>(LAST_SYNC),
      store.documents.get<string[]>(DOCUMENTS.newerForms),
    ]);
    if (store !== get().store) return;
    // What ran in a page that was closed continues when the person says so.
    const isOurs = get().preparation.is === 'running';
    const found: Preparation = preparation.is === 'running' ? { ...preparation, is: 'paused' } : preparation;
    set({
      ...{ operations, newerForms, preparation: isOurs ? get().preparation : found },
      sync: { ...get().sync, last: get().sync.last ?? last },
    });
    await readRest(store);
  };
  /** Only the Sync screen and settings show these, and hundreds of receipts take time to decrypt. */
  const readRest = async (store: SyncStore) => {
    if (get().receipts.length === 0) await idle();
    const [receipts, counts] = await Promise.all([store.receipts.all(), store.records.counts()]);
    if (store === get().store) set({ receipts, counts });
  };
  let stop = () => {};
  const take = () => {
    stop();
    const store = parts.store();
    set({ store, sync: { running: false, done: 0, total: 0 } });
    stop = store?.watch(() => void read()) ?? (() => {});
    use();
    void read();
  };
  return {
    follow() {
      parts.watchStore(take);
      mode.subscribe(() => {
        set({ mode: mode.get() });
        use();
      });
      take();
    },
    async switchMode(to: Mode) {
      if (to === 'offline') opened(get());
      mode.set(to);
    },
  };
}

function preparations(parts: OfflineParts, get: Get, set: Set_) {
  const keep = (preparation: Preparation) => {
    set({ preparation });
    return get().store?.documents.put(PREPARATION, preparation);
  };
  let keptAt = 0;
  /** Keeps it from time to time, so that a reload shows about how far it came. */
  const show = (preparation: Preparation) => {
    set({ preparation });
    if (performance.now() - keptAt < KEEP_MS) return;
    keptAt = performance.now();
    void keep(preparation);
  };
  /** Choices made since the store was last written. They come before those that wait. */
  const added: OfflineChoice[] = [];
  let stopper: AbortController | undefined;
  let running: Promise<boolean> | undefined;
  /** Takes the choices that were added, and unless `onlyAdded` those that waited. Returns how many wait still. */
  const takeAll = async (signal: AbortSignal, onlyAdded: boolean): Promise<number> => {
    const store = get().store ?? (await parts.setUp());
    const { at } = get().preparation;
    const before = at === undefined ? {} : { at };
    const choices = (await store.documents.get<OfflineChoice[]>(CHOICES)) ?? [];
    const waiting = onlyAdded ? choices.length : 0;
    await keep({ ...NOT_PREPARED, ...before, is: 'running' });
    for (;;) {
      choices.unshift(...added.splice(0));
      await store.documents.put(CHOICES, choices);
      const [choice] = choices;
      if (!choice || choices.length <= waiting) return choices.length;
      signal.throwIfAborted();
      const onProgress: Watch<Omit<Preparation, 'is'>>['onProgress'] = (progress) =>
        show({ ...progress, ...before, ...(choice.files && { files: true }), is: 'running' });
      await parts.pull(store, choice, { signal, onProgress });
      choices.shift();
    }
  };
  /** Returns false if it was paused. */
  const run = async (onlyAdded: boolean) => {
    stopper = new AbortController();
    const { signal } = stopper;
    const isFirst = get().preparation.at === undefined;
    try {
      const waiting = await takeAll(signal, onlyAdded);
      const at = new Date().toISOString();
      if (waiting > 0) await keep({ ...get().preparation, is: 'paused', at });
      else await keep({ ...get().preparation, is: 'done', left: 0, at });
      // What was prepared is worth keeping. The settings say whether the browser agreed.
      if (isFirst) parts.persist().catch(() => false);
      return true;
    } catch (failure) {
      await keep({ ...get().preparation, is: signal.aborted ? 'paused' : 'failed' });
      if (signal.aborted) return false;
      set({ preparation: { ...get().preparation, failure: shownFailure(failure) } });
      throw failure;
    }
  };
  const start = (onlyAdded: boolean) => {
    running ??= run(onlyAdded).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    plan: parts.plan,
    prepare(choice: OfflineChoice) {
      added.push(choice);
      return start(true);
    },
    pause: () => stopper?.abort(),
    resume: () => start(false),
  };
}

/** Returns the function that sends what waits. Only one runs at a time. */
function runner(parts: OfflineParts, get: Get, set: Set_) {
  let running: Promise<void> | undefined;
  const send = async () => {
    const store = opened(get());
    set({ sync: { ...get().sync, running: true, done: 0, total: get().operations.length } });
    const end = await parts
      .send(store, {
        signal: new AbortController().signal,
        onProgress: (progress) => set({ sync: { ...get().sync, ...progress } }),
      })
      .catch((failure: unknown) => ({ sent: get().sync.done, failed: 0, failure: shownFailure(failure) }));
    const last = { ...end, at: new Date().toISOString() };
    set({ sync: { running: false, done: 0, total: 0, last } });
    await store.documents.put(LAST_SYNC, { ...last, failure: undefined });
  };
  return () => {
    running ??= send().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** What a person decides about unsent changes. */
function changes(parts: Pick<OfflineParts, 'resolve' | 'merge'>, get: Get, run: () => Promise<void>) {
  const waiting = { is: 'waiting', attempts: 0 } as const;
  return {
    async retry(ids?: readonly string[]) {
      const store = opened(get());
      const failed = get().operations.filter(({ id, state }) => state.is === 'failed' && (ids?.includes(id) ?? true));
      for (const operation of failed) await store.operations.put({ ...operation, state: waiting });
      await run();
    },
    async discard(record: string) {
      const store = opened(get());
      const all = await store.operations.all();
      const records = recordsBelow(record, all);
      // The last first, so that what is left could be sent if this is interrupted.
      for (const { id, record_id } of all.filter((one) => records.has(one.record_id)).reverse()) {
        const local = await store.records.get(record_id);
        await store.operations.discard(id, record_id, local?.server && { ...local, record: local.server });
      }
    },
    merge: (operation: Operation) => parts.merge(opened(get()), operation),
    async resolve(operation: Operation, choices: Choices = {}) {
      if (operation.state.is !== 'conflict') return;
      const store = opened(get());
      await store.operations.put(await parts.resolve(store, operation, choices));
      await run();
    },
  };
}
