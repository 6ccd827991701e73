/** Searches over this device: records and options, as the pickers ask for them. */

import { badFilter } from '../../../core/errors/failure.ts';
import type { FoundRecord, OfferedOptionsResponse, OptionSearchBody } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import type { ListQuery } from '../../../core/query/listQuery.ts';
import { readOptionQuestion, searchOptions } from '../../../core/query/options/search.ts';
import { findRecords, type RecordQuestion } from '../../../core/query/recordSearch.ts';
import { fold } from '../../../core/text/fold.ts';
import type { Api } from '../../data/source.ts';
import { type Device, formOf } from './device.ts';
import { listRecords } from './records.ts';

function asking(device: Device) {
  const { registry, actor, language, now } = device;
  return { registry, actor, language, now, list: (query: ListQuery) => listRecords(device, query) };
}

export function recordsOf(
  device: Device,
  { forms, text = '', ids = [], roles = [], near }: Partial<RecordQuestion> & Pick<RecordQuestion, 'forms'>,
): Promise<FoundRecord[]> {
  return findRecords(asking(device), { forms, text: text.slice(0, 200), ids, roles, near });
}

export function options(device: Device, body: OptionSearchBody): Promise<OfferedOptionsResponse> {
  return searchOptions(asking(device), readOptionQuestion(device.registry, { ...body }));
}

/** Returns true if no other record of this device has the value. Records that only the server has are checked by it later. */
export async function isUnique(device: Device, api: Api, name: string, value: string, id?: string): Promise<boolean> {
  const form = formOf(device, api);
  const node = form.byProperty.get(name) ?? form.byProperty.get(getOwn(form.aliases, name) ?? '');
  const isCode = name === 'code' && form.definition.code !== undefined;
  if (!node && !isCode) throw badFilter('fieldName');
  const wanted = fold(value.trim());
  if (wanted === '') return true;
  const property = node?.properties[0];
  const records = await device.store.records.ofForm(form.form);
  return !records.some(({ record }) => {
    if (record.id === id) return false;
    if (isCode && fold(record.code ?? '') === wanted) return true;
    const answer = property === undefined || record.deleted_at !== null ? undefined : record.data[property];
    return typeof answer === 'string' && fold(answer) === wanted;
  });
}
