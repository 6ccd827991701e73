/** Searches over this device: records, places and options, as the pickers and the search of everything ask for them. */

import { namedItem } from '../../../core/api/names.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import { pointOf } from '../../../core/form/types/places/geopoint.ts';
import type {
  FindResponse,
  FoundPlace,
  FoundRecord,
  OfferedOptionsResponse,
  OptionSearchBody,
  PositionsResponse,
} from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { byFit, type Fit, fitOf } from '../../../core/query/byName.ts';
import { compareCells } from '../../../core/query/filter.ts';
import type { ListQuery } from '../../../core/query/listQuery.ts';
import { readOptionQuestion, searchOptions } from '../../../core/query/options/search.ts';
import { findPlaces } from '../../../core/query/placeSearch.ts';
import { findRecords, type RecordQuestion } from '../../../core/query/recordSearch.ts';
import { seesSome, visiblePlaces } from '../../../core/records/visiblePlaces.ts';
import { asId } from '../../../core/saving/envelope.ts';
import { fold, searchWords } from '../../../core/text/fold.ts';
import type { Api, DataSource } from '../../data/source.ts';
import { type Device, formOf } from './device.ts';
import { problemsByCode } from './problems.ts';
import { listRecords, matchingCells } from './records.ts';
import { planOf } from './rows.ts';

const SHOWN = 30;
const FEWEST_LETTERS = 2;
/** Most records of one form, most forms with records, most places and problems of a search of everything; most dots on a map. */
const MOST = { records: 4, forms: 8, places: 5, problems: 8, dots: 300 };

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

type PlaceQuestion = Parameters<DataSource['findPlaces']>[0];

export async function placesOf(
  { registry, language }: Device,
  { text, level, within = [] }: PlaceQuestion,
): Promise<FoundPlace[]> {
  const { data } = findPlaces(registry.places(), await registry.placeIndex(language), searchWords(text), {
    language,
    most: SHOWN,
    levels: level ? [level] : [],
    isAsked: within.length > 0 ? (_id, above) => above.some((id) => within.includes(id)) : undefined,
  });
  return data;
}

/** Returns records by name and code, and places. Accounts are only on the server. */
export async function find(device: Device, typed: string): Promise<FindResponse> {
  const words = searchWords(typed);
  if ([...words.join('')].length < FEWEST_LETTERS) throw badFilter('q');
  const { registry, actor, language } = device;
  const { permissions } = registry.common();
  const forms = registry
    .forms()
    // Entries of a log have the names of the records they are about.
    .filter((form) => form.definition.kind !== 'log' && seesSome(visiblePlaces(actor, form, permissions)));
  const all = await Promise.all(forms.map(async (form) => ({ form, ...(await named(device, form, words)) })));
  const found = all
    .filter(({ rows }) => rows.length > 0)
    .sort(byFit)
    .slice(0, MOST.forms);
  const ids = found.flatMap(({ rows }) => rows.map(({ id }) => id));
  const locals = new Map((await device.store.records.getMany(ids)).map((local) => [local.record.id, local]));
  const provinces = new Set(actor.grants.map(({ province_id }) => province_id));
  const { data } = findPlaces(registry.places(), await registry.placeIndex(language), words, {
    language,
    most: MOST.places,
    levels: ['province', 'district'],
    isAsked: (id, above) =>
      !registry.place(id)?.retired_at && (provinces.has(null) || [id, ...above].some((one) => provinces.has(one))),
  });
  return {
    records: found.flatMap(({ form, rows }) =>
      rows.flatMap(({ id }) => {
        const local = locals.get(id);
        if (!local) return [];
        const { code, province_id } = local.record;
        const province = province_id ? registry.place(province_id) : undefined;
        return {
          ...{ form: form.form, id, name: local.name, code },
          province: province ? namedItem(province, language) : null,
        };
      }),
    ),
    more: found.filter(({ hasMore }) => hasMore).map(({ form }) => form.form),
    places: data.map(({ level, detail, ...place }) => ({
      ...(namedItem(place, language) as FindResponse['places'][number]),
      level: level === 'district' ? level : 'province',
      detail,
    })),
    accounts: [],
    problems: await problemsByCode(device, words),
  };
}

/** Returns the records with the words in their name or code. The best come first, equally good ones in the list's order. */
async function named(device: Device, form: CompiledForm, words: readonly string[]) {
  const { defaultSort, defaultDescending } = planOf(device.registry, form);
  const typed = words.join(' ');
  const all = await matchingCells(device, form, { filters: [] }, ['name_fold', 'code_fold', defaultSort.sort]);
  const rows: { id: string; key: string | number; fit: Fit }[] = [];
  for (const { cells } of all) {
    const [name, code] = [String(cells.name_fold), String(cells.code_fold)];
    if (!words.every((word) => name.includes(word) || code.includes(word))) continue;
    rows.push({ id: String(cells.id), key: cells[defaultSort.sort] ?? '', fit: fitOf(typed, [name, code]) });
  }
  const direction = defaultDescending ? -1 : 1;
  rows.sort((a, b) => a.fit - b.fit || direction * compareCells(a.key, b.key));
  return { rows: rows.slice(0, MOST.records), hasMore: rows.length > MOST.records };
}

/** Returns where the sites of a province are that the person sees. */
export async function positions(device: Device, api: Api, province: string): Promise<PositionsResponse['data']> {
  const form = formOf(device, api);
  const point = form.definition.kind === 'site' ? pointOf(form) : undefined;
  if (!point) throw new Failure('route_not_found');
  if (!asId(province)) throw badFilter('province');
  const { latitude = '', longitude = '' } = point.parts;
  const filters = [{ field: 'province_id', op: 'eq' as const, value: province }];
  const { rows } = await listRecords(device, { form, filters, sort: [], page: 1, per_page: MOST.dots });
  return rows.flatMap(({ record: { id, code, data }, name }) => {
    const { [latitude]: north, [longitude]: east } = data;
    return typeof north === 'number' && typeof east === 'number'
      ? [{ id, name: name || code || id, latitude: north, longitude: east }]
      : [];
  });
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
