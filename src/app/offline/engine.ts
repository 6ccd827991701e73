/** Puts store, synchronisation and offline data source together to what the screens use (`OfflineEngine`). */

import type { MergeChoices } from '../../core/sync/merge.ts';
import { recordsBelow } from '../../core/sync/outbox.ts';
import { answersOfChange } from '../../core/sync/retryAfterOthers.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import type { Operation } from '../../core/sync/types.ts';
import { type ConnectionMode, connectionMode } from '../data/device/mode.ts';
import { deviceClock } from '../data/deviceClock.ts';
import { onlineSource } from '../data/onlineSource.ts';
import { type DataSource, type FormApi, setSource } from '../data/source.ts';
import { createWatcherSet } from '../data/watchedValue.ts';
import {
  type DevicePreparation,
  NO_PREPARATION,
  type OfflineEngine,
  type OfflineState,
  type SyncResult,
} from './context.ts';
import { toApiError } from './failure.ts';
import { withFallback } from './fallback.ts';
import { whenIdle } from './idle.ts';
import { forgetNewerForms, readNewerForms } from './newerForms.ts';
import { formsWithoutRoom, NO_ROOM_KEY } from './noRoom.ts';
import { type GetState, type OfflineParts, type SetState, UP_TO_DATE_KEY } from './parts.ts';
import { createDevicePreparation, PREPARATION_KEY } from './preparing.ts';
import { outboxProgress } from './sendingNow.ts';

/** Key of the end of the last synchronisation that the person asked for. */
const LAST_SYNC = 'offline/last-sync';

/** Milliseconds between two readings of the store: sending and preparing change it many times a second. */
const READ_MS = 400;

export function makeEngine(parts: OfflineParts): OfflineEngine {
  let state: OfflineState = {
    isSupported: true,
    mode: connectionMode.get(),
    store: parts.store(),
    preparation: NO_PREPARATION,
    operations: [],
    receipts: [],
    counts: {},
    newerForms: [],
    noRoom: formsWithoutRoom.get(),
    sync: { running: false, progress: outboxProgress.get() },
  };
  const { subscribe, tell } = createWatcherSet();
  const set = (change: Partial<OfflineState>) => {
    state = { ...state, ...change };
    tell();
  };
  const { switchMode, follow, read } = modes(parts, () => state, set);
  const preparing = createDevicePreparation(parts, () => state, set);
  const { run, anew } = runner(parts, () => state, set, read);
  follow();
  const engine: OfflineEngine = {
    opened: async () => engine,
    state: () => state,
    subscribe,
    switchMode,
    ...preparing,
    sync: { run },
    forgetNewerForms: () => forgetNewerForms(opened(state).documents),
    ...changes(parts, () => state, anew),
    refresh: async () => parts.refresh(opened(state)),
    async reset() {
      await parts.reset();
      if (state.mode === 'offline') await switchMode('online');
      set({ preparation: NO_PREPARATION });
    },
    room: async () => parts.room(opened(state)),
    makeRoom: async () => parts.makeRoom(opened(state)),
    ...{ makeRescue: parts.makeRescue, takeRescue: parts.takeRescue, storage: parts.storage, persist: parts.persist },
  };
  return engine;
}

function opened({ store }: OfflineState): SyncStore {
  if (!store) throw new Error('the store of this account is not open');
  return store;
}

/** Follows the store, and the mode that this or another tab chose. */
function modes(parts: OfflineParts, get: GetState, set: SetState) {
  const use = () => setSource(sourceFor(parts, get()));
  const read = async () => {
    const { store } = get();
    if (!store)
      return set({
        operations: [],
        receipts: [],
        counts: {},
        newerForms: [],
        preparation: NO_PREPARATION,
        upToDate: undefined,
      });
    const [operations, preparation = NO_PREPARATION, last, upToDate, told] = await Promise.all([
      store.operations.all(),
      store.documents.get<DevicePreparation>(PREPARATION_KEY),
      store.documents.get<SyncResult>(LAST_SYNC),
      store.documents.get<string>(UP_TO_DATE_KEY),
      readNewerForms(store.documents),
    ]);
    if (store !== get().store) return;
    // What ran in a page that was closed continues when the person says so.
    const found: DevicePreparation = preparation.is === 'running' ? { ...preparation, is: 'paused' } : preparation;
    const ours = get().preparation;
    // The store does not have why it failed, and a full device not even that it did.
    const isOurs = ours.is === 'running' || (ours.failure !== undefined && ours.at === found.at);
    set({
      // Stores of before have only the end of their preparation.
      upToDate: upToDate ?? preparation.at,
      ...{ operations, newerForms: told, preparation: isOurs ? ours : found },
      sync: { ...get().sync, last: get().sync.last ?? last },
    });
    await readRest(store);
  };
  /** Only the Sync screen and settings show these, and hundreds of receipts take time to decrypt. */
  const readRest = async (store: SyncStore) => {
    if (get().receipts.length === 0) await whenIdle();
    const [receipts, counts] = await Promise.all([store.receipts.all(), store.records.counts()]);
    if (store === get().store) set({ receipts, counts });
  };
  const readSoon = throttled(async () => {
    const { store } = get();
    await read().catch((error: unknown) => {
      // A logout closes the store in the middle.
      if (store === get().store) console.warn('the store of this device cannot be read', error);
    });
  });
  let stop = () => {};
  const take = () => {
    stop();
    const store = parts.store();
    formsWithoutRoom.set(undefined);
    // Once: from then on the runs of this page say it.
    void store?.documents.get<string[] | null>(NO_ROOM_KEY).then((missing) => missing && formsWithoutRoom.set(missing));
    set({ store, sync: { running: false } });
    stop = store?.watch(() => void readSoon()) ?? (() => {});
    use();
    void readSoon();
  };
  return {
    read,
    follow() {
      parts.watchStore(take);
      formsWithoutRoom.subscribe(() => set({ noRoom: formsWithoutRoom.get() }));
      outboxProgress.subscribe(() => set({ sync: { ...get().sync, progress: outboxProgress.get() } }));
      connectionMode.subscribe(() => {
        set({ mode: connectionMode.get() });
        use();
      });
      take();
    },
    async switchMode(to: ConnectionMode) {
      if (to === 'offline') opened(get());
      connectionMode.set(to);
    },
  };
}

/** In online mode, what the server does not answer is read on the device. */
function sourceFor(parts: OfflineParts, { mode, store }: OfflineState): DataSource {
  if (!store) return onlineSource;
  const device = parts.source(store);
  return mode === 'offline' ? device : withFallback(onlineSource, device);
}

/** Returns what does the work at once, and for all calls of the next `READ_MS` once more after them. */
function throttled(work: () => Promise<void>): () => Promise<void> {
  let isBusy = false;
  let isAsked = false;
  return async () => {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    try {
      while (isAsked) {
        isAsked = false;
        await work();
        await new Promise((resolve) => setTimeout(resolve, READ_MS));
      }
    } finally {
      isBusy = false;
    }
  };
}

/** Returns the functions that send what waits. Only one runs at a time. `anew` begins another one at the end of one that runs. */
function runner(parts: OfflineParts, get: GetState, set: SetState, read: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let stopper = new AbortController();
  // Who logs out may have a large file half-way on a slow line. It continues at the next login.
  parts.watchStore(() => stopper.abort());
  const send = async () => {
    const store = opened(get());
    stopper = new AbortController();
    set({ sync: { ...get().sync, running: true } });
    const end = await parts
      .send(store, stopper.signal)
      .catch((failure: unknown) => ({ sent: 0, failed: 0, failure: toApiError(failure) }));
    if (store !== get().store) return;
    // What waits is shown as it is at the end. A store that fails here has failed in what was sent, which is said.
    await read().catch(() => undefined);
    const last = { ...end, at: deviceClock.now().toISOString() };
    set({ sync: { ...get().sync, running: false, last } });
    // A full device shows it until the page is left.
    await store.documents.put(LAST_SYNC, { ...last, failure: undefined }).catch(() => undefined);
  };
  const begin = () => {
    running = send().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    run: () => running ?? begin(),
    // One that runs may have sent already, and only receive: what a person decided just now would wait for no known time.
    anew() {
      if (!running) return begin();
      next ??= running.then(() => {
        next = undefined;
        return get().store ? begin() : undefined;
      });
      return next;
    },
  };
}

/** What a person decides about unsent changes. */
function changes(parts: Pick<OfflineParts, 'resolve' | 'merge'>, get: GetState, send: () => Promise<void>) {
  const waiting = { is: 'waiting', attempts: 0 } as const;
  return {
    async retry(ids?: readonly string[]) {
      const store = opened(get());
      const failed = get().operations.filter(({ id, state }) => state.is === 'failed' && (ids?.includes(id) ?? true));
      for (const operation of failed) await store.operations.put({ ...operation, state: waiting });
      await send();
    },
    async ask(operation: Operation, api: FormApi, step: { action: string; comment: string }) {
      if (operation.state.is !== 'failed') return;
      const store = opened(get());
      const { record_id, state } = operation;
      const version = (await store.records.get(record_id))?.server?.version;
      const { record } = await onlineSource.transition(api, {
        ...{ ...step, record_id, not_taken: answersOfChange(operation) },
        ...(version !== undefined && { version }),
      });
      const asked = { at: deviceClock.now().toISOString(), state: record?.current_state.id ?? '' };
      await store.operations.put({ ...operation, state: { ...state, asked } });
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
    async resolve(operation: Operation, choices: MergeChoices = {}) {
      if (operation.state.is !== 'conflict') return;
      const store = opened(get());
      await store.operations.put(await parts.resolve(store, operation, choices));
      await send();
    },
  };
}
