import type { SyncStore } from '../../../core/sync/store.ts';
import { preferences } from '../../data/preferences.ts';
import { packLargeForms } from './packForms.ts';
import { localRegistry } from './registry.ts';

/** Works out what lists and searches of this device read, as far as it changed, so that the next one need not wait for it. */
export async function packStore(store: SyncStore): Promise<void> {
  const registry = await localRegistry(store);
  await registry.placeIndex(preferences().language);
  await packLargeForms(store, registry);
}
