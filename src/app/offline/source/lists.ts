/** Lists, searches and reference data of this device. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type {
  ChoiceItem,
  DigestSetting,
  FoundPlace,
  ListQuery,
  PlaceView,
  RecordView,
  SavedViewsResponse,
} from '../../../core/generated/api.ts';
import { readOptionQuestion, searchOptions } from '../../../core/query/options/search.ts';
import { findRecords } from '../../../core/query/recordSearch.ts';
import { mustSeeSome } from '../../../core/records/permission.ts';
import { DOCUMENTS } from '../../../core/sync/documents.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { searchWords, sortKey } from '../../../core/text/fold.ts';
import { findView, placesView, wordsToFind } from '../../../core/views/list/find.ts';
import { childrenView, pageView } from '../../../core/views/list/page.ts';
import { positionsIn } from '../../../core/views/list/positions.ts';
import { totalsView } from '../../../core/views/list/totals.ts';
import { uniqueView } from '../../../core/views/record/unique.ts';
import { ApiError } from '../../data/errors.ts';
import { type ListAnswer, listView } from '../../data/list/listView.ts';
import type { Api, DataSource } from '../../data/source.ts';
import type { ListView } from '../../data/types.ts';
import { readListAhead } from './columnIndex.ts';
import { type Device, type DeviceOptions, formOf, openDevice, see } from './device.ts';
import { asServer } from './failure.ts';
import { paramsOf } from './records.ts';
import { readsOf } from './views.ts';

export type ListSource = Pick<
  DataSource,
  | 'views'
  | 'list'
  | 'listAll'
  | 'totals'
  | 'children'
  | 'findRecords'
  | 'find'
  | 'findPlaces'
  | 'searchOptions'
  | 'lookup'
  | 'isUnique'
  | 'positions'
  | 'session'
  | 'common'
  | 'forms'
  | 'definition'
  | 'masterTable'
  | 'provinces'
  | 'districts'
  | 'villages'
  | 'places'
  | 'borders'
  | 'digest'
>;

/** Most rows of one page. */
const MOST_ROWS = 200;

export function listSource(store: SyncStore, opened: DeviceOptions): ListSource {
  const { documents } = store;
  const on = async <T>(work: (device: Device) => T | Promise<T>): Promise<T> => {
    const device = await openDevice(store, opened);
    return asServer(device.language, async () => work(device));
  };
  const document = async <T>(key: string): Promise<T> => {
    const found = await documents.get<T>(key);
    if (found === undefined) throw new ApiError(409, { code: 'not_prepared' });
    return found;
  };
  return {
    views: async (form) =>
      (await documents.get<SavedViewsResponse>(DOCUMENTS.views(form))) ?? { data: [], columns: null },
    list: (api, query) => on((device) => list(device, formOf(device, api), query)),
    listAll: (api, query, { pages = Infinity } = {}) =>
      on(async (device) => {
        const found: RecordView[] = [];
        for (let page = 1, last = 1; page <= Math.min(last, pages); page += 1) {
          const { data, meta } = await list(device, formOf(device, api), { ...query, per_page: MOST_ROWS, page });
          found.push(...data);
          last = meta.last_page;
        }
        return found;
      }),
    totals: (api, query) =>
      on((device) => {
        const form = formOf(device, api);
        mustSeeSome(form, device.actor, device.registry);
        return totalsView(readsOf(device), form, paramsOf(query));
      }),
    children: (api, id, type, page) => on((device) => children(device, api, id, type, page)),
    findRecords: ({ forms, text = '', ids = [], roles = [], near }) =>
      on((device) => findRecords(readsOf(device), { forms, text: text.slice(0, 200), ids, roles, near })),
    find: (words) => on(async (device) => ({ ...(await findView(readsOf(device), wordsToFind(words))), accounts: [] })),
    findPlaces: ({ text, level, within = [] }) =>
      on(async (device) => {
        const question = { words: searchWords(text), levels: level ? [level] : [], within };
        return (await placesView(readsOf(device), question)).data as unknown as FoundPlace[];
      }),
    searchOptions: (body) =>
      on((device) => searchOptions(readsOf(device), readOptionQuestion(device.registry, { ...body }))),
    // What a lookup returns is worked out by the server. Its question takes typed words as well.
    lookup: async () => [],
    isUnique: (api, fieldName, value, id) =>
      on(async (device) => {
        const question = { fieldName, value, id };
        return (await uniqueView(readsOf(device), formOf(device, api), question)).validate;
      }),
    positions: (api, province) => on((device) => positionsIn(formOf(device, api), province)(readsOf(device))),
    session: () => document(DOCUMENTS.session),
    // Read with the registry anyway.
    common: () => on(({ registry }) => registry.sent().common),
    forms: () => on(({ registry }) => registry.sent().forms),
    definition: (form, version) =>
      on(({ registry }) => {
        const found = registry.definition(form, version);
        if (!found) throw new ApiError(409, { code: 'not_prepared' });
        return found;
      }),
    masterTable: (name) => document<ChoiceItem[]>(DOCUMENTS.choices(name)),
    provinces: () => on((device) => offeredPlaces(device, device.registry.provinces())),
    districts: (province) => on((device) => offeredPlaces(device, below(device, province, 'province'))),
    villages: (district) => on((device) => offeredPlaces(device, below(device, district, 'district'))),
    places: (ids) => on(({ registry }) => ids.flatMap((id) => registry.place(id) ?? [])),
    // Maps cannot be shown offline, so their borders are not on the device.
    borders: async () => ({}),
    digest: async (): Promise<DigestSetting> => {
      throw new ApiError(409, { code: 'offline_mode' });
    },
  };
}

async function list(device: Device, form: CompiledForm, asked: ListQuery): Promise<ListView> {
  mustSeeSome(form, device.actor, device.registry);
  const answer = await pageView(readsOf(device), form, paramsOf(asked));
  readListAhead(device.store, device.registry, form, device.language);
  return viewOf(answer);
}

async function children(device: Device, api: Api, id: string, type: string, page: number): Promise<ListView> {
  const form = formOf(device, api);
  await see(device, form, id);
  return viewOf(await childrenView(readsOf(device), { form, id }, type, paramsOf({ page })));
}

/** Returns the page as screens read it from a response of the server. */
const viewOf = (answer: object): ListView => listView(answer as ListAnswer);

/** Returns those of the places that are offered, sorted by their names. */
function offeredPlaces({ language }: Device, places: readonly PlaceView[]): PlaceView[] {
  return places
    .filter(({ retired_at, merged_into }) => !retired_at && !merged_into)
    .map((place) => {
      const name = place[`name_${language}`] || place.name_en;
      return { place: { ...place, name }, key: sortKey(name) };
    })
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ place }) => place);
}

/** Throws `record_not_found` if this device has no such place. */
function below({ registry }: Device, id: string, level: PlaceView['level']): PlaceView[] {
  if (registry.place(id)?.level !== level) throw new Failure('record_not_found');
  return registry.placesBelow(registry.canonicalPlace(id));
}
