/** Records of a form the user may see, as select items: `records:school`. Always includes the chosen parent. */

import { namedRecord } from '../../../core/api/names.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { RecordMeta } from '../../../core/records/types.ts';
import { everyRow } from '../../records/list.ts';
import type { Filter } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { recordNames } from '../reads.ts';
import type { Resolver } from './resolver.ts';

/** With more records than this, users search instead of scrolling. */
const MOST_ITEMS = 1000;

export const records: Resolver = async (name, call, { parent, view }) => {
  const items = await recordItems(name, call, []);
  const chosen = parent?.record ?? undefined;
  const missing = chosen?.form === name && !items.some((item) => item.id === chosen.id);
  if (missing && parent) items.unshift(item(parent.record, parent.name));
  const belongs = view?.record.parent_id;
  if (belongs && !items.some((item) => item.id === belongs)) {
    const found = (await recordNames(call.services, [belongs]))[belongs];
    if (found?.form === name)
      items.unshift(
        item({ id: belongs, code: found.code ?? null, province_id: null, district_id: null }, found.name ?? ''),
      );
  }
  return items;
};

/** Returns id, name, code and place of every visible record that matches the filters, at most `MOST_ITEMS`. */
export async function recordItems(name: string, call: Call, filters: Filter[]) {
  const form = call.services.registry.form(name);
  if (!form) return [];
  const items = [];
  for await (const { record, name: own } of everyRow(
    call.services.records,
    { form, filters, sort: [] },
    call.actor,
    MOST_ITEMS,
  ))
    items.push(item(record, own || (record.code ?? '')));
  return items;
}

/** Returns such items of several forms, each with its form. */
export async function itemsOfForms(forms: readonly CompiledForm[], call: Call) {
  const lists = await Promise.all(
    forms.map(async ({ form }) => (await recordItems(form, call, [])).map((one) => ({ ...one, form }))),
  );
  return lists.flat();
}

function item(record: Pick<RecordMeta, 'id' | 'code' | 'province_id' | 'district_id'>, name: string) {
  const { id, code, province_id, district_id } = record;
  return { ...namedRecord(id, name), code, province_id, district_id };
}
