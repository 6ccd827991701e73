/**
 * Offline work as the screens see it. Shell, screens and widgets read it with `useOffline`; what is behind it (store,
 * synchronisation, offline data source) is put together in `engine.ts` and given to the context by `main.tsx`.
 */
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Filter } from '../../core/generated/api.ts';
import type { MergeChoices, RecordMerge } from '../../core/sync/merge.ts';
import type { OutboxProgress } from '../../core/sync/outbox.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import type { Operation, Receipt } from '../../core/sync/types.ts';
import { type ConnectionMode, connectionMode } from '../data/device/mode.ts';
import type { FormApi } from '../data/source.ts';
import type { FormsWithoutRoom } from './noRoom.ts';

/** Which records to take along. Without anything: all that the person may see. */
export interface OfflineSelection {
  /** Those of all forms without it. An empty list takes no records along. */
  forms?: string[];
  /** Id of a province. */
  province?: string;
  ids?: string[];
  filters?: Filter[];
  /** Search text of a list. */
  text?: string;
  /** Also takes the photos and files of the records. */
  files?: boolean;
}

/** How much a choice is, before it is taken along. */
export interface OfflineEstimate {
  records: number;
  /** Bytes of the records. */
  bytes: number;
  files: number;
  /** Bytes of the files. */
  file_bytes: number;
  forms: { form: string; records: number }[];
}

/** Parts of preparing this device, in their order. */
export const PREPARATION_PARTS = ['places', 'reference', 'records', 'files'] as const;
export type PreparationPart = (typeof PREPARATION_PARTS)[number];

/** Progress of preparing this device for work without network. It stays on the device, so that a reload continues it. */
export interface DevicePreparation {
  /** `none`: never prepared. `paused` and `failed` continue where they stopped. */
  is: 'none' | 'running' | 'paused' | 'failed' | 'done';
  part: PreparationPart;
  /** Items of this part. */
  done: number;
  total: number;
  /** Seconds that the rest will take; null if that is not known yet. */
  left: number | null;
  /** Whether files are taken along too. */
  files?: boolean;
  /** Number of files for which there was no space. */
  leftOut?: number;
  failure?: unknown;
  /** UTC time of the end. */
  at?: string;
}

/** Result of one synchronisation. */
export interface SyncResult {
  /** Time of the device, UTC. */
  at: string;
  sent: number;
  failed: number;
  /** Set if it stopped before it had tried all, for example because the network was lost. */
  failure?: unknown;
}

export interface SyncRun {
  /** The person asked for it, and it has not ended. */
  running: boolean;
  /** What is being sent, also if nobody asked for it. */
  progress?: OutboxProgress | undefined;
  last?: SyncResult | undefined;
  /** Sends what waits. Resolves when it ended, whatever its result. */
  run(): Promise<void>;
}

export interface StorageUse {
  /** Bytes. */
  used: number;
  /** Bytes that the browser allows; null if it does not say. */
  quota: number | null;
  /** False if the browser may delete the data when the device is full. */
  isPersistent: boolean;
}

/** What can leave a full device. */
export interface FreeableSpace {
  /** Files that the server has, and their bytes. */
  files: number;
  bytes: number;
  /** Finished records that nobody changed for `months`. */
  records: number;
  months: number;
  /** Earlier versions of forms that nothing on the device needs. */
  versions: number;
}

export interface OfflineState {
  /** False if this browser or this account cannot work offline. Nothing about offline work is shown then. */
  isSupported: boolean;
  mode: ConnectionMode;
  /** Store of the account that is logged in. Absent until it is set up. */
  store?: SyncStore | undefined;
  preparation: DevicePreparation;
  /** When all that is on this device was last as the server had it: time of the device, UTC. */
  upToDate?: string | undefined;
  operations: readonly Operation[];
  receipts: readonly Receipt[];
  /** Number of records on this device by form. */
  counts: Readonly<Record<string, number>>;
  /** Forms of which a newer version arrived since the person last read so. */
  newerForms: readonly string[];
  /** What the server offers, and for which this device had no room. */
  noRoom: FormsWithoutRoom;
  sync: Omit<SyncRun, 'run'>;
}

/** Requests that cannot be fulfilled throw an ApiError. */
export interface OfflineActions {
  /** Resolves to the engine with the store of this account, which a page opens behind its first screen; undefined if there is none. */
  opened(): Promise<OfflineEngine | undefined>;
  switchMode(to: ConnectionMode): Promise<void>;
  plan(choice: OfflineSelection): Promise<OfflineEstimate>;
  /**
   * Takes records along, with all that forms need, before those that wait. The first one sets up the store. Resolves when it
   * ended, or to false if it was paused before.
   */
  prepare(choice: OfflineSelection): Promise<boolean>;
  pause(): void;
  resume(): Promise<boolean>;
  sync: { run(): Promise<void> };
  /** The person has read of the newer versions of forms. */
  forgetNewerForms(): Promise<void>;
  /** Lets changes that failed wait again, and sends. Without ids: all that failed. */
  retry(ids?: readonly string[]): Promise<void>;
  /** Asks others to open the record of a change that came too late, with its answers. The change is sent once it is open. */
  ask(operation: Operation, api: FormApi, step: { action: string; comment: string }): Promise<void>;
  /** Gives up all unsent changes of a record, and those of records below it if it was made on this device. */
  discard(record: string): Promise<void>;
  /** Merges the answers of a conflict with what somebody else saved. */
  merge(operation: Operation): Promise<RecordMerge>;
  /** Sends a change again on top of what somebody else saved, with the sides that the person chose. */
  resolve(operation: Operation, choices?: MergeChoices): Promise<void>;
  /** Returns what is not sent as a file that the password opens. */
  makeRescue(password: string): Promise<Blob>;
  /** Adds the unsent changes of a rescue file. Returns the number of their records. Throws RescueError. */
  takeRescue(file: Blob, password: string): Promise<number>;
  /** Gets definitions, choice lists and places anew. */
  refresh(): Promise<void>;
  /** Deletes the store of this account and sets up an empty one. */
  reset(): Promise<void>;
  storage(): Promise<StorageUse>;
  room(): Promise<FreeableSpace>;
  makeRoom(): Promise<void>;
  /** Asks the browser never to delete the data by itself. Resolves to false if it refused. */
  persist(): Promise<boolean>;
}

export interface OfflineEngine extends OfflineActions {
  /** The same object until something changed. */
  state(): OfflineState;
  subscribe(watcher: () => void): () => void;
}

export type OfflineValue = Omit<OfflineState, 'sync'> & Omit<OfflineActions, 'sync'> & { sync: SyncRun };

export const NO_PREPARATION: DevicePreparation = { is: 'none', part: 'places', done: 0, total: 0, left: null };

const UNSUPPORTED: OfflineState = {
  isSupported: false,
  mode: 'online',
  preparation: NO_PREPARATION,
  operations: [],
  receipts: [],
  counts: {},
  newerForms: [],
  noRoom: undefined,
  sync: { running: false },
};

const refused = () => Promise.reject(new Error('this device cannot work offline'));

/** Works online only. */
export const ONLINE_ONLY_ENGINE: OfflineEngine = {
  state: () => UNSUPPORTED,
  subscribe: () => () => {},
  opened: async () => undefined,
  switchMode: async (to) => connectionMode.set(to),
  plan: refused,
  prepare: refused,
  pause: () => {},
  resume: refused,
  sync: { run: refused },
  forgetNewerForms: refused,
  retry: refused,
  ask: refused,
  discard: refused,
  merge: refused,
  resolve: refused,
  makeRescue: refused,
  takeRescue: refused,
  refresh: refused,
  reset: refused,
  storage: refused,
  room: refused,
  makeRoom: refused,
  persist: async () => false,
};

export const OfflineContext = createContext<OfflineEngine>(ONLINE_ONLY_ENGINE);

/**
 * Returns a part of the state. What is drawn many times, such as the rows of a list, reads no more than it shows: sending changes
 * the state many times a second.
 */
export function useOfflineState<T>(select: (state: OfflineState) => T): T {
  const { subscribe, state } = useContext(OfflineContext);
  return useSyncExternalStore(subscribe, () => select(state()));
}

/** Returns true while changes are sent, also by themselves, or the person waits for a synchronisation. */
export const isSyncing = ({ sync: { running, progress } }: Pick<OfflineState, 'sync'>): boolean =>
  running || progress !== undefined;

export const useOfflineActions = (): OfflineActions => useContext(OfflineContext);

export function useOffline(): OfflineValue {
  const engine = useContext(OfflineContext);
  const state = useSyncExternalStore(engine.subscribe, engine.state);
  return useMemo(() => ({ ...engine, ...state, sync: { ...state.sync, run: engine.sync.run } }), [engine, state]);
}
