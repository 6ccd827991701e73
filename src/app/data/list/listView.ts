/**
 * Converts a list response for screens. The response says once what rows share: here each row gets its denial reasons again, and
 * the names of parents and places, which only the rows have, stand among the others.
 */

import type { DenialReasons, RecordView, Refs } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
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
  return {
    data: data.map((row) => ({ ...row, why_not: denialReasons(row.why_not) })),
    meta: { ...meta, refs: { ...namesInRows(data), ...meta.refs } },
  };
}

function namesInRows(rows: ListResponseBody['data']): Refs {
  const refs: Refs = {};
  for (const { id, form, name, code, parent, province, district, village } of rows) {
    refs[id] = { name, form, code };
    if (parent) refs[parent.id] = { name: parent.name, code: parent.code, ...(parent.form && { form: parent.form }) };
    for (const place of [province, district, village]) if (place) refs[place.id] = { name: place.name };
  }
  return refs;
}
