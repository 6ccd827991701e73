/** Puts the store of the account, the synchronisation and the offline data source behind the screens (`OfflineEngine`). */
import type { QueryClient } from '@tanstack/react-query';
import { PROBLEM } from '../../core/definitions/rows.ts';
import type { FormsResponse, SyncPlanResponse } from '../../core/generated/api.ts';
import { mergeOperation, resolveConflict, resolvedWith } from '../../core/sync/conflicts.ts';
import { DOCUMENTS } from '../../core/sync/documents.ts';
import { pullRecords } from '../../core/sync/pull.ts';
import { pullReference } from '../../core/sync/reference.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import type { RecordsQuery } from '../../core/sync/transport.ts';
import { ApiError } from '../data/errors.ts';
import { call } from '../data/http.ts';
import { mode } from '../data/mode.ts';
import { validatorPath } from '../data/paths.ts';
import { token } from '../data/token.ts';
import { onWake, registerSync } from './backgroundSync.ts';
import type { OfflineChoice, OfflineEngine, OfflinePlan } from './context.ts';
import { makeEngine, type OfflineParts } from './engine.ts';
import { type Runner, startRunner, synchronise } from './runner.ts';
import { cacheForOffline } from './shellCache.ts';
import { offlineSource } from './source/index.ts';
import { localForms } from './source/registry.ts';
import { askPersistence, currentStore, readyStore, resetStore, storageUse, watchStore } from './store/index.ts';
import { httpTransport } from './transport.ts';

/** Opens the store again that was open before the page was loaded, and starts to send what waits. */
export async function startOffline(client: QueryClient): Promise<OfflineEngine> {
  await readyStore();
  const engine = makeEngine(parts);
  followMode(client);
  followStore(client);
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
    const { forms, ...sums } = await call<SyncPlanResponse>('sync/plan', { query: queryText(queryOf(choice)) });
    return { ...sums, forms } satisfies OfflinePlan;
  },
  async pull(store, choice, { onProgress, signal }) {
    const common = { store, transport, forms: localForms(store), signal };
    const begun = performance.now();
    await pullReference({
      ...common,
      onProgress: ({ done, total }) =>
        onProgress({ part: 'reference', done, total, left: secondsLeft(begun, done, total) }),
    });
    await cacheValidators(store, signal);
    signal.throwIfAborted();
    const query = queryOf(choice);
    const { records: total } = await parts.plan(choice);
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
    if ((await pullReference(common)) > 0) await cacheValidators(store, signal);
  },
  async send(store, { onProgress, signal }) {
    const total = (await store.operations.all()).length;
    const outcome = await synchronise({
      ...sendingOf(store),
      signal,
      onProgress: ({ left }) => onProgress({ done: total - left, total }),
    });
    if (!outcome) return { sent: 0, failed: 0 };
    const { sent, failed, conflicts, stopped } = outcome;
    return { sent, failed: failed + conflicts, ...(stopped && { failure: stopped }) };
  },
  async resolve(store, operation, answers) {
    const forms = localForms(store);
    if (operation.state.is !== 'conflict' || operation.kind !== 'update') return resolveConflict(operation, {}, forms);
    const merge = await mergeOperation(operation, operation.state.theirs, forms);
    const data = Object.entries(answers).filter(([, value]) => value !== null);
    return resolvedWith(operation, merge, Object.fromEntries(data));
  },
  async refresh(store) {
    await pullReference({ store, transport });
    await cacheValidators(store);
  },
  async reset() {
    await resetStore();
  },
  storage: storageUse,
  persist: askPersistence,
};

const transport = httpTransport(async (form) => {
  const forms = await currentStore()?.documents.get<FormsResponse>(DOCUMENTS.forms);
  const entry = forms?.data.find((one) => one.form === form);
  if (!entry) throw new ApiError(409, { code: 'not_prepared' });
  return entry.api;
});

function sendingOf(store: SyncStore) {
  const account = currentStore()?.account.id ?? '';
  return { store, transport, forms: localForms(store), now: () => new Date().toISOString(), account };
}

function queryOf({ forms, province, ids, filters }: OfflineChoice): RecordsQuery {
  return {
    ...(forms && { forms }),
    ...(province !== undefined && { province }),
    ...(ids && { ids }),
    ...(filters?.length && { filters: JSON.stringify(filters) }),
  };
}

const queryText = ({ forms, ids, ...rest }: RecordsQuery) => ({ forms: forms?.join(), ids: ids?.join(), ...rest });

/** Takes along the rules of all form versions on the device. */
async function cacheValidators(store: SyncStore, signal?: AbortSignal): Promise<void> {
  const [forms, keys] = await Promise.all([
    store.documents.get<FormsResponse>(DOCUMENTS.forms),
    store.documents.keys('definition/'),
  ]);
  const paths = keys.flatMap((key) => {
    const [, form, version] = key.split('/');
    const entry = form === PROBLEM ? undefined : forms?.data.find((one) => one.form === form);
    return entry ? [validatorPath(entry, Number(version))] : [];
  });
  await cacheForOffline(paths, { ...(signal && { signal }) });
}

function secondsLeft(since: number, done: number, total: number): number | null {
  if (done === 0 || total <= done) return null;
  return Math.round(((performance.now() - since) / done / 1000) * (total - done));
}

/** What the other source said is asked for again. Open screens keep what they show until then. */
function followMode(client: QueryClient): void {
  let before = mode.get();
  mode.subscribe(() => {
    if (mode.get() === before) return;
    before = mode.get();
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries();
  });
}

/** Sends by itself while the person works online and something waits. */
function followStore(client: QueryClient): void {
  let runner: Runner | undefined;
  const take = () => {
    runner?.stop();
    const store = currentStore();
    runner =
      store &&
      startRunner({
        ...sendingOf(store),
        isOnline: () => mode.get() === 'online' && token.get() !== null && navigator.onLine,
        onEnd: ({ sent, received, stopped }) => {
          if (sent + received > 0) void client.invalidateQueries();
          if (stopped) void registerSync();
        },
      });
  };
  watchStore(take);
  onWake(() => runner?.wake());
  take();
}
