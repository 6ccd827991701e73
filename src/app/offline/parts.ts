/** What the engine of offline work is made of: `start.ts` provides the parts. */

import type { MergeChoices, RecordMerge } from '../../core/sync/merge.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import type { Operation } from '../../core/sync/types.ts';
import type { DataSource } from '../data/source.ts';
import type {
  DevicePreparation,
  FreeableSpace,
  OfflineEstimate,
  OfflineSelection,
  OfflineState,
  StorageUse,
  SyncResult,
} from './context.ts';

export interface OfflineParts {
  /** Store of the account that is logged in; undefined if it is not set up or locked. */
  store(): SyncStore | undefined;
  /** Calls back when another store is in use: login, logout, reset. */
  watchStore(watcher: () => void): () => void;
  /** Sets up the store of the account that is logged in. */
  setUp(): Promise<SyncStore>;
  source(store: SyncStore): DataSource;
  plan(choice: OfflineSelection): Promise<OfflineEstimate>;
  /** Returns true if no records on the device were taken along by another choice than these. */
  isAll(store: SyncStore, choices: readonly OfflineSelection[]): Promise<boolean>;
  /** Takes records along, continuing after a cursor that it keeps in the store. Throws AbortError when the signal says so. */
  pull(store: SyncStore, choice: OfflineSelection, watch: ProgressWatch<Omit<DevicePreparation, 'is'>>): Promise<void>;
  /** Sends what waits. Throws if it stopped before it had tried all. */
  send(store: SyncStore, signal: AbortSignal): Promise<Omit<SyncResult, 'at'>>;
  /** Merges the answers of a conflict with what somebody else saved. */
  merge(store: SyncStore, operation: Operation): Promise<RecordMerge>;
  /** Returns a conflict as a change that waits again, with the sides that the person chose. */
  resolve(store: SyncStore, operation: Operation, choices: MergeChoices): Promise<Operation>;
  /** Returns what is not sent as a file that the password opens. */
  makeRescue(password: string): Promise<Blob>;
  /** Adds the unsent changes of a rescue file. Returns the number of their records. Throws RescueError. */
  takeRescue(file: Blob, password: string): Promise<number>;
  refresh(store: SyncStore): Promise<void>;
  reset(): Promise<void>;
  storage(): Promise<StorageUse>;
  /** Returns what can leave the device without loss, and lets it leave. */
  room(store: SyncStore): Promise<FreeableSpace>;
  makeRoom(store: SyncStore): Promise<void>;
  persist(): Promise<boolean>;
}

export interface ProgressWatch<Progress> {
  onProgress(progress: Progress): void;
  signal: AbortSignal;
}

export type GetState = () => OfflineState;
export type SetState = (change: Partial<OfflineState>) => void;

/** Key of the time at which all that is on this device was last as the server had it. */
export const UP_TO_DATE_KEY = 'offline/up-to-date';
