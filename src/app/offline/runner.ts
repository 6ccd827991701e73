/**
 * Synchronises the store of an account with the server: sends what waits, then receives what others changed. Only one tab does
 * so at a time. Runs by itself when the network returns and when something waits, with growing pauses after failures.
 */
import { equalJson, getOwn } from '../../core/json.ts';
import { type OutboxProgress, type OutboxResult, runOutbox } from '../../core/sync/outbox.ts';
import { checkRecords, cursorKey, pullRecords, refetchRestricted, storedQueries } from '../../core/sync/pull.ts';
import { HASHES_KEY, pullReference, type ReferenceOptions } from '../../core/sync/reference.ts';
import { retryAfterOthers } from '../../core/sync/retryAfterOthers.ts';
import type { SendJob } from '../../core/sync/sending.ts';
import { type RecordsQuery, SyncError } from '../../core/sync/transport.ts';
import { type FormsWithoutRoom, formsWithoutRoom, NO_ROOM_KEY } from './noRoom.ts';
import { UP_TO_DATE_KEY } from './parts.ts';
import { MOST_REQUESTS } from './shellCache.ts';
import { isStorageFull } from './store/errors.ts';

export interface SyncOptions extends SendJob {
  /** Id of the account, so that stores of several accounts do not wait for each other. */
  account: string;
  /** Called without progress when nothing is being sent any more. */
  onProgress?: (progress: OutboxProgress | undefined) => void;
  /** True if the person asked for it: it waits for the end of one that runs already, and then looks again. */
  isAsked?: boolean;
  /** Returns a text that is the same as long as there is nothing new to receive. Null if that is not known. */
  state?: (signal?: AbortSignal) => Promise<string | null>;
  /** Queries that the person has paused. */
  paused?: () => Promise<readonly RecordsQuery[]>;
  /** Takes along what forms need besides the store: their rules, pictures and sounds. */
  complete?: ReferenceOptions['complete'];
  /** Receives files of what was received. */
  files?: (signal?: AbortSignal) => Promise<unknown>;
}

/** Key of the state of the server at the last synchronisation that received everything. */
const STATE = 'sync/state';

export interface SyncOutcome extends OutboxResult {
  /** Records that were received. */
  received: number;
  /** What the device has no room for. What it had of that is used until it has. */
  noRoom?: FormsWithoutRoom;
}

/** Synchronises once. Returns undefined if nobody asked for it and another tab, or another call, is doing it. */
export async function synchronise(options: SyncOptions): Promise<SyncOutcome | undefined> {
  return alone(`sync ${options.account}`, options, async () => {
    const outcome = await run(options);
    // A run that was cut has not looked.
    if (!outcome.stopped) await noteNoRoom(options, outcome.noRoom);
    return outcome;
  });
}

/** What waits is sent first: it is on this device only. */
async function run(options: SyncOptions): Promise<SyncOutcome> {
  const sent = await runOutbox(options).finally(() => options.onProgress?.(undefined));
  let received = 0;
  if (sent.stopped) return { ...sent, received };
  const { store, signal, state, paused, files } = options;
  try {
    const now = (await state?.(signal)) ?? null;
    if (now !== null && now === (await store.documents.get<string>(STATE))) {
      await store.documents.put(UP_TO_DATE_KEY, options.now()).catch(unlessFull);
      return { ...sent, received };
    }
    let isFull = !(await hasReference(options));
    received += await refetchRestricted(pulling(options));
    const left = new Set((await paused?.())?.map(cursorKey));
    for (const query of await storedQueries(store))
      if (!left.has(cursorKey(query))) received += await pullRecords(pulling(options), query);
    // Records that arrived may need earlier versions of their forms.
    if (received > 0 && !isFull) isFull = !(await hasReference(options));
    received += (await checkRecords(pulling(options))).renewed;
    await retryAfterOthers(store);
    if (isFull) return { ...sent, received, noRoom: await formsNotHere(options) };
    await files?.(signal);
    await store.documents.change({ rename: {}, put: { [STATE]: now, [UP_TO_DATE_KEY]: options.now() }, remove: [] });
    return { ...sent, received };
  } catch (error) {
    if (isStorageFull(error)) return { ...sent, received, noRoom: [] };
    if (!(error instanceof SyncError)) throw error;
    return { ...sent, received, stopped: error };
  }
}

/** Takes definitions and what forms share. Returns false if the device has no room for them: records may still fit. */
async function hasReference(options: SyncOptions): Promise<boolean> {
  const { complete } = options;
  try {
    await pullReference({ ...pulling(options), atOnce: MOST_REQUESTS, ...(complete && { complete }) });
    return true;
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    return false;
  }
}

async function noteNoRoom({ store }: SyncOptions, missing: FormsWithoutRoom): Promise<void> {
  formsWithoutRoom.set(missing);
  const before = (await store.documents.get<string[] | null>(NO_ROOM_KEY)) ?? undefined;
  if (!equalJson(before, missing)) await store.documents.put(NO_ROOM_KEY, missing ?? null).catch(unlessFull);
}

/** Returns the forms of which the server has something newer than this device. */
async function formsNotHere({ store, transport, signal }: SyncOptions): Promise<string[]> {
  const here = (await store.documents.get<Record<string, string>>(HASHES_KEY)) ?? {};
  const { entries } = await transport.reference(signal);
  const forms = entries.flatMap(({ path, hash, earlier }) => {
    const [kind, form] = path.split('/');
    return kind === 'definitions' && form && !earlier && getOwn(here, path) !== hash ? [form] : [];
  });
  return [...new Set(forms)];
}

/** Everything is here: that the device has no room to note so is no failure. */
function unlessFull(error: unknown): void {
  if (!isStorageFull(error)) throw error;
}

function pulling({ store, transport, forms, signal }: SyncOptions) {
  return { store, transport, forms, ...(signal && { signal }) };
}

const running = new Map<string, Promise<unknown>>();

/** Does the work when nobody else does. Browsers without Web Locks have no other tab to look at. */
async function alone<T>(
  name: string,
  { isAsked = false, signal }: SyncOptions,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (navigator.locks) {
    const when = isAsked ? { ...(signal && { signal }) } : { ifAvailable: true };
    return navigator.locks.request(name, when, (lock) => (lock ? work() : undefined));
  }
  for (let other = running.get(name); other; other = running.get(name)) {
    if (!isAsked) return undefined;
    await other.catch(() => undefined);
  }
  const done = work().finally(() => running.delete(name));
  running.set(name, done);
  return done;
}

/** Milliseconds of the pause after a run that was cut but got something through, of the first after a failure, and of the longest. */
const SHORT_PAUSE = 1_000;
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 5 * 60_000;

export interface RunnerOptions extends SyncOptions {
  /** Returns true if this device works with the server now. */
  isOnline: () => boolean;
  onEnd?: (outcome: SyncOutcome) => void;
}

export interface SyncRunner {
  /** Synchronises now, whatever pause there is. */
  wake(): void;
  stop(): void;
}

/** Starts to synchronise whenever it is worth it. Whoever starts it calls `wake` when the network is back (`onNetworkBack`). */
export function startRunner(options: RunnerOptions): SyncRunner {
  const { store, isOnline, onEnd } = options;
  let pause = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const plan = (wait: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(attempt, wait);
  };
  const attempt = async () => {
    timer = undefined;
    if (isStopped || !isOnline()) return;
    const outcome = await synchronise(options).catch((error: unknown) => {
      console.warn('the synchronisation ended with an error', error);
      return null;
    });
    // Another tab does it, or the person's own. What was saved after that had sent would wait for no known time.
    if (outcome === undefined) {
      pause = 0;
      return lookLater();
    }
    if (outcome) onEnd?.(outcome);
    const hasFailed = outcome === null || outcome.stopped !== undefined;
    if (!hasFailed) pause = 0;
    else if (outcome && outcome.sent + outcome.received > 0) pause = SHORT_PAUSE;
    else pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, pause * 2));
    // Devices that lost the same network do not all come back at the same moment.
    if (hasFailed) plan(pause * (0.5 + Math.random()));
  };
  const wake = () => {
    pause = 0;
    plan(0);
  };
  /** A change was saved. During a pause it waits with the others. */
  const look = async () => {
    if (timer !== undefined || pause > 0 || !isOnline()) return;
    const waits = (await store.operations.all()).some(({ state }) => state.is === 'waiting' && state.attempts === 0);
    if (waits && timer === undefined) plan(0);
  };
  const lookNow = () =>
    look().catch((error: unknown) => {
      // A logout closes the store in the middle.
      if (!isStopped) console.warn('the store of this device cannot be read', error);
    });
  const lookLater = () => {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void lookNow();
    }, SHORT_PAUSE);
  };
  const unwatch = store.watch(() => void lookNow());
  plan(0);
  return {
    wake,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unwatch();
    },
  };
}
