/** Takes along what the person chose, one choice after the other, and keeps how far it came. */
import { deviceClock } from '../data/deviceClock.ts';
import { type DevicePreparation, NO_PREPARATION, type OfflineSelection } from './context.ts';
import { toApiError } from './failure.ts';
import { type GetState, type OfflineParts, type ProgressWatch, type SetState, UP_TO_DATE_KEY } from './parts.ts';

/** Keys of what it keeps in the documents of the store. */
export const CHOICES_KEY = 'offline/choices';
export const PREPARATION_KEY = 'offline/preparation';

/** Milliseconds between two writes of the progress. */
const KEEP_MS = 2000;

export function createDevicePreparation(parts: OfflineParts, get: GetState, set: SetState) {
  const keep = (preparation: DevicePreparation) => {
    set({ preparation });
    return get().store?.documents.put(PREPARATION_KEY, preparation);
  };
  let keptAt = 0;
  /** Keeps it from time to time, so that a reload shows about how far it came. */
  const show = (preparation: DevicePreparation) => {
    set({ preparation });
    if (performance.now() - keptAt < KEEP_MS) return;
    keptAt = performance.now();
    // What it takes along next says that the device is full.
    keep(preparation)?.catch(() => undefined);
  };
  /** Choices made since the store was last written. They come before those that wait. */
  const added: OfflineSelection[] = [];
  let stopper: AbortController | undefined;
  let running: Promise<boolean> | undefined;
  /** Takes the choices that were added, and unless `onlyAdded` those that waited. Returns what it took and how many wait still. */
  const takeAll = async (signal: AbortSignal, onlyAdded: boolean) => {
    const taken: OfflineSelection[] = [];
    const store = get().store ?? (await parts.setUp());
    const { at } = get().preparation;
    const before = at === undefined ? {} : { at };
    let choices = (await store.documents.get<OfflineSelection[]>(CHOICES_KEY)) ?? [];
    const waiting = onlyAdded ? choices.length : 0;
    await keep({ ...NO_PREPARATION, ...before, is: 'running' });
    for (;;) {
      const fresh = added.length;
      choices = [...added, ...choices];
      await store.documents.put(CHOICES_KEY, choices);
      // Only now: on a full device they are asked for again, once there is space.
      added.splice(0, fresh);
      const [choice] = choices;
      if (!choice || choices.length <= waiting) return { store, taken, left: choices.length };
      signal.throwIfAborted();
      const onProgress: ProgressWatch<Omit<DevicePreparation, 'is'>>['onProgress'] = (progress) =>
        show({ ...progress, ...before, ...(choice.files && { files: true }), is: 'running' });
      await parts.pull(store, choice, { signal, onProgress });
      choices.shift();
      taken.push(choice);
    }
  };
  /** Returns false if it was paused. */
  const run = async (onlyAdded: boolean) => {
    stopper = new AbortController();
    const { signal } = stopper;
    const isFirst = get().preparation.at === undefined;
    try {
      const { store, taken, left } = await takeAll(signal, onlyAdded);
      const at = deviceClock.now().toISOString();
      if (left === 0 && (await parts.isAll(store, taken))) await store.documents.put(UP_TO_DATE_KEY, at);
      if (left > 0) await keep({ ...get().preparation, is: 'paused', at });
      else await keep({ ...get().preparation, is: 'done', left: 0, at });
      // What was prepared is worth keeping. The settings say whether the browser agreed.
      if (isFirst) parts.persist().catch(() => false);
      return true;
    } catch (failure) {
      const failed = await noteEnd(failure, signal.aborted, get, set);
      if (signal.aborted) return false;
      throw failed;
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
    prepare(choice: OfflineSelection) {
      added.push(choice);
      return start(true);
    },
    pause: () => stopper?.abort(),
    resume: () => start(false),
  };
}

/** Shows how it stopped, and returns why. */
async function noteEnd(failure: unknown, isPaused: boolean, get: GetState, set: SetState): Promise<unknown> {
  const failed = toApiError(failure);
  const stopped: DevicePreparation = { ...get().preparation, is: isPaused ? 'paused' : 'failed' };
  set({ preparation: { ...stopped, ...(!isPaused && { failure: failed }) } });
  // A full device has no room for this either.
  const { store } = get();
  await store?.documents.put(PREPARATION_KEY, stopped).catch(() => undefined);
  return failed;
}
