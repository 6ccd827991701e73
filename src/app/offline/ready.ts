import type { OfflineState } from './context.ts';

/** Returns true if the device has what forms need, though perhaps not all records that were asked for. */
export function isOfflineReady({
  store,
  preparation: { at, part },
}: Pick<OfflineState, 'store' | 'preparation'>): boolean {
  return store !== undefined && (at !== undefined || part === 'records' || part === 'files');
}
