/** `GET {base}/positions?province`: where the places of a province are that the user may see, for the map of a picker. */
import { positionsView } from '../../../core/views/list/places.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';
import { sendCached } from '../responseCache.ts';

export function positions(call: Call): Promise<unknown> {
  const find = positionsView(call.form, call.query.province);
  return sendCached(call, async () => ({ data: await find(readsOf(call)) }));
}
