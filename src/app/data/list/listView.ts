/** Converts a list response for screens. The response has each denial reason once; here each row gets its reasons again. */

import type { DenialReasons, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import type { ListMeta, ListView } from '../types.ts';

export interface ListResponseBody {
  data: (Omit<RecordView, 'why_not'> & { why_not: Record<string, string> })[];
  meta: ListMeta & { refusals: DenialReasons };
}

export function toListView({ data, meta: { refusals, ...meta } }: ListResponseBody): ListView {
  const told = new Map<string, DenialReasons>();
  const denialReasons = (keys: Record<string, string>): DenialReasons => {
    const same = JSON.stringify(keys);
    let known = told.get(same);
    if (!known) {
      known = Object.fromEntries(
        Object.entries(keys).flatMap(([action, key]) => {
          const reason = getOwn(refusals, key);
          return reason ? [[action, reason]] : [];
        }),
      );
      told.set(same, known);
    }
    return known;
  };
  return { data: data.map((row) => ({ ...row, why_not: denialReasons(row.why_not) })), meta };
}
