/** A short text that is the same as long as a device which has everything would receive nothing new. */
import type { Actor } from '../../../core/records/types.ts';
import { readLastEra } from '../../db/changes.ts';
import type { Services } from '../../http/services.ts';
import { syncQuery, syncScopeKey } from './query.ts';
import { jsonHashOf, syncReferenceOf } from './reference.ts';

/** Returns null while a change is being written whose number is not known yet. */
export async function syncStateOf(services: Services, actor: Actor, account: unknown): Promise<string | null> {
  const all = syncQuery(services, {}, actor);
  // Read first, so that a change of the next era never stands beside the one before.
  const era = await readLastEra(services.database.read);
  const last = await services.records.lastChange(all, actor);
  if (!last) return null;
  const entries = await syncReferenceOf(services, actor, account);
  return jsonHashOf([era, syncScopeKey(services, all, actor), last.change, last.records, entries]);
}
