/** Puts the store of the account, the synchronisation and the offline data source behind the screens (`OfflineEngine`). */
import type { QueryClient } from '@tanstack/react-query';
import type { FormsResponse, SyncPlanResponse } from '../../core/generated/api.ts';
import { mergeOperation, resolveConflict } from '../../core/sync/conflicts.ts';
import { DOCUMENTS } from '../../core/sync/documents.ts';
import { repairLocal } from '../../core/sync/local.ts';
import { cursorKey, pullRecords, refetchRestricted, storedQueries } from '../../core/sync/pull.ts';
import { pullReference } from '../../core/sync/reference.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import type { RecordsQuery } from '../../core/sync/transport.ts';
import { connectionMode } from '../data/device/mode.ts';
import { deviceClock } from '../data/deviceClock.ts';
import { ApiError } from '../data/errors.ts';
import { call } from '../data/http.ts';
import { refetchUnreached } from '../data/queries.ts';
import { sessionToken } from '../data/token.ts';
import { onNetworkBack, registerBackgroundSync } from './backgroundSync.ts';
import type { OfflineEngine, OfflineEstimate, OfflineSelection } from './context.ts';
import { makeEngine } from './engine.ts';
import { toApiError } from './failure.ts';
import { refetchWhenReachable } from './fallback.ts';
import { whenIdle } from './idle.ts';
import type { OfflineParts } from './parts.ts';
import { prefetchScreen } from './prefetchScreen.ts';
import { CHOICES_KEY } from './preparing.ts';
import { packAllForms } from './reads/packing.ts';
import { localForms } from './reads/registry.ts';
import { enableFilePull, pullFiles } from './recordFiles.ts';
import { freeableSpace, freeUpSpace, resetSyncPosition } from './room.ts';
import { makeRulesDownload, resetRulesDownload } from './rules.ts';
import { type SyncRunner, startRunner, synchronise } from './runner.ts';
import { outboxProgress } from './sendingNow.ts';
import { MOST_REQUESTS } from './shellCache.ts';
import { offlineSource } from './source.ts';
import {
  askPersistence,
  currentStore,
  importRescueFile,
  makeRescueFile,
  readyStore,
  resetStore,
  storageUse,
  watchStore,
} from './store/index.ts';
import { httpTransport, serverState } from './transport.ts';

/**
 * Opens the store again that was open before the page was loaded, and starts to send what waits. Reads what the screen at
 * `first` shows, if there is no screen yet.
 */
export async function startOffline(client: QueryClient, first?: Location): Promise<OfflineEngine> {
  await readyStore();
  const engine = makeEngine(parts);
  followMode(client);
  refetchWhenReachable(client);
  // What was asked before there was a store to answer it.
  void refetchUnreached(client);
  followStore(client);
  if (first && currentStore()) await prefetchScreen(client, first);
  return engine;
}

const parts: OfflineParts = {
  store: currentStore,
  watchStore,
  async setUp() {
    const store = await readyStore();
    // It opens with the password, which only a login has.
    if (!store) throw new ApiError(409, { code: 'store_locked' });
    return store;
  },
  source: (store) => offlineSource(store),
  async plan(choice) {
    const query = queryOf(choice);
    if (!query) return { records: 0, files: 0, bytes: 0, file_bytes: 0, forms: [] };
    const { forms, ...sums } = await call<SyncPlanResponse>('sync/plan', { query: queryText(query) });
    return { ...sums, forms } satisfies OfflineEstimate;
  },
  async isAll(store, choices) {
    const taken = new Set(queriesOf(choices).map(cursorKey));
    return (await storedQueries(store)).every((query) => taken.has(cursorKey(query)));
  },
  async pull(store, choice, { onProgress, signal }) {
    const common = { store, transport, forms: localForms(store), signal, atOnce: MOST_REQUESTS };
    const complete = makeRulesDownload(store.documents);
    const begun = performance.now();
    await pullReference({
      ...{ ...common, complete },
      onProgress: ({ part, done, total }) => onProgress({ part, done, total, left: secondsLeft(begun, done, total) }),
    });
    await refetchRestricted(common);
    signal.throwIfAborted();
    const query = queryOf(choice);
    if (query) {
      const { records: total } = await parts.plan(choice);
      await resetSyncPosition(store, cursorKey(query));
      const since = performance.now();
      onProgress({ part: 'records', done: 0, total, left: null });
      await pullRecords(
        {
          ...common,
          onProgress: (done) => onProgress({ part: 'records', done, total, left: secondsLeft(since, done, total) }),
        },
        query,
      );
      signal.throwIfAborted();
      // Earlier versions of forms are received only for records on the device.
      await pullReference({ ...common, complete });
    }
    await packAllForms(store);
    // Made now, while everything is in memory, it opens at once later.
    await offlineSource(store)
      .home()
      .catch((error: unknown) => console.warn('home was not prepared', error));
    if (!choice.files || !query) return;
    await enableFilePull(store, choice);
    const started = performance.now();
    let last = { done: 0, total: 0 };
    const leftOut = await pullFiles({
      ...{ store, signal },
      onProgress(done, total) {
        last = { done, total };
        onProgress({ part: 'files', done, total, left: secondsLeft(started, done, total) });
      },
    });
    onProgress({ part: 'files', ...last, left: 0, leftOut });
  },
  async send(store, signal) {
    const outcome = await synchronise({ ...sendingOf(store), signal, isAsked: true });
    if (!outcome) return { sent: 0, failed: 0 };
    const { sent, failed, conflicts, stopped } = outcome;
    return { sent, failed: failed + conflicts, ...(stopped && { failure: toApiError(stopped) }) };
  },
  async merge(store, operation) {
    if (operation.state.is !== 'conflict') throw new Error('the change is no conflict');
    return mergeOperation(operation, operation.state.theirs, localForms(store));
  },
  resolve: (store, operation, choices) => resolveConflict(operation, choices, localForms(store)),
  makeRescue: (password) => makeRescueFile(ownStore(), password),
  async takeRescue(file, password) {
    const store = ownStore();
    const records = await importRescueFile(store, file, password);
    await repairLocal(store, localForms(store), new Map(records.map((id) => [id, []])));
    return records.length;
  },
  async refresh(store) {
    // The person says that something is wrong, perhaps with what is stored already.
    await resetRulesDownload(store.documents);
    await pullReference({ store, transport, atOnce: MOST_REQUESTS, complete: makeRulesDownload(store.documents) });
  },
  async reset() {
    await resetStore();
  },
  ...{ room: freeableSpace, makeRoom: freeUpSpace, storage: storageUse },
  persist: askPersistence,
};

function ownStore() {
  const store = currentStore();
  if (!store) throw new ApiError(409, { code: 'store_locked' });
  return store;
}

const transport = httpTransport(async (form) => {
  const forms = await currentStore()?.documents.get<FormsResponse>(DOCUMENTS.forms);
  const entry = forms?.data.find((one) => one.form === form);
  if (!entry) throw new ApiError(409, { code: 'not_prepared' });
  return entry.api;
});

function sendingOf(store: SyncStore) {
  const account = currentStore()?.account.id ?? '';
  return {
    ...{ store, transport, forms: localForms(store), now: () => deviceClock.now().toISOString(), account },
    state: serverState,
    onProgress: outboxProgress.set,
    paused: async () => queriesOf((await store.documents.get<OfflineSelection[]>(CHOICES_KEY)) ?? []),
    complete: makeRulesDownload(store.documents),
    files: (signal?: AbortSignal) => pullFiles({ store, signal }),
  };
}

const queriesOf = (choices: readonly OfflineSelection[]) => choices.flatMap((choice) => queryOf(choice) ?? []);

/** Undefined for a choice that takes no records along. */
function queryOf({ forms, province, ids, filters, text }: OfflineSelection): RecordsQuery | undefined {
  if (forms?.length === 0) return undefined;
  return {
    ...(forms && { forms }),
    ...(province !== undefined && { province }),
    ...(ids && { ids }),
    ...(filters?.length && { filters: JSON.stringify(filters) }),
    ...(text !== undefined && { text }),
  };
}

const queryText = ({ forms, ids, ...rest }: RecordsQuery) => ({ forms: forms?.join(), ids: ids?.join(), ...rest });

function secondsLeft(since: number, done: number, total: number): number | null {
  if (done === 0 || total <= done) return null;
  return Math.round(((performance.now() - since) / done / 1000) * (total - done));
}

/** What the other source said is asked for again. Open screens keep what they show until then. */
function followMode(client: QueryClient): void {
  let before = connectionMode.get();
  connectionMode.subscribe(() => {
    if (connectionMode.get() === before) return;
    before = connectionMode.get();
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries();
  });
}

/** Packs what arrived when the page has nothing else to do. */
function packSoon(store: SyncStore): void {
  whenIdle()
    .then(() => packAllForms(store))
    .catch((error: unknown) => {
      // A logout closes the store in the middle. What is not packed is read whole, which only takes longer.
      if (store === currentStore()) console.warn('what arrived was not packed', error);
    });
}

/** Sends by itself while the person works online and something waits. */
function followStore(client: QueryClient): void {
  let runner: SyncRunner | undefined;
  const take = () => {
    runner?.stop();
    const store = currentStore();
    runner =
      store &&
      startRunner({
        ...sendingOf(store),
        isOnline: () => connectionMode.get() === 'online' && sessionToken.get() !== null && navigator.onLine,
        onEnd: ({ sent, received, stopped }) => {
          if (sent + received > 0) {
            void client.invalidateQueries();
            packSoon(store);
          }
          if (stopped) void registerBackgroundSync();
        },
      });
  };
  watchStore(take);
  onNetworkBack(() => runner?.wake());
  take();
}
