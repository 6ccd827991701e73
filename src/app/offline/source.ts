/** The offline data source: what screens ask the API for, as views over the store of this device, and its unsent changes. */
import { setAtKey } from '../../core/api/render.ts';
import type {
  ChoiceItem,
  CreateResponse,
  FoundPlace,
  PlaceView,
  ProblemsResponse,
  SavedViewsResponse,
} from '../../core/generated/api.ts';
import { readOptionQuestion, searchOptions } from '../../core/query/options/search.ts';
import { searchRecords } from '../../core/query/recordSearch.ts';
import { mustSeeSomeRecords } from '../../core/records/permission.ts';
import { DOCUMENTS } from '../../core/sync/documents.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import { searchWords, truncate } from '../../core/text/letters.ts';
import { parseSearchWords, placeSearchView, searchView } from '../../core/views/list/find.ts';
import { childrenView, listPageView } from '../../core/views/list/page.ts';
import { isPlaceOffered, mapPositionsView, placeOfLevel, placesWithNames } from '../../core/views/list/places.ts';
import { listTotalsView } from '../../core/views/list/totals.ts';
import { NameCollector } from '../../core/views/names.ts';
import type { Reads, VisibleRecord } from '../../core/views/reads.ts';
import { createView } from '../../core/views/record/create.ts';
import { overviewView } from '../../core/views/record/overview.ts';
import { reviewView } from '../../core/views/record/review.ts';
import {
  attachmentsView,
  carriedOverProblems,
  childCounts,
  formVersionOfRecord,
  historyView,
  problemsView,
  recordView,
} from '../../core/views/record/show.ts';
import { uniqueView } from '../../core/views/record/unique.ts';
import { ApiError } from '../data/errors.ts';
import { loadEveryPage } from '../data/list/everyPage.ts';
import { type ListResponseBody, toListView } from '../data/list/listView.ts';
import type { DataSource, FormApi } from '../data/source.ts';
import type { RecordWithResponse } from '../data/types.ts';
import { rejectCharts, rejectOffline, withServerErrors, withStoreErrors } from './failure.ts';
import { emptyNewsView, offlineHomeView } from './home.ts';
import { prefetchListColumns } from './reads/columnIndex.ts';
import {
  type DeviceOptions,
  formOfApi,
  type OfflineDevice,
  openDevice,
  readVisibleRecord,
  unsentOperationsOf,
} from './reads/device.ts';
import { readLocalFile, storeFileForUpload } from './reads/files.ts';
import { localReviewFindings } from './reads/flags.ts';
import { filterLocalRecords, listCallParams } from './reads/list.ts';
import { createLocalReads, toVisibleRecord } from './reads/reads.ts';
import type { LocalRegistry } from './reads/registry.ts';
import { storedMedia } from './shellCache.ts';
import { formVersionToEdit, saveLocalRecord, updateLocalRecord } from './writes/save.ts';
import {
  removeLocalRecord,
  restoreLocalRecord,
  transitionLocalRecord,
  transitionLocalRecords,
} from './writes/steps.ts';

/** Runs `work` with the device opened, and throws its failures as the server would send them. */
type On = <T>(work: (device: OfflineDevice) => T | Promise<T>) => Promise<T>;

/** Requests that only the server can fulfil reject with an ApiError that says so. */
export function offlineSource(store: SyncStore, options: DeviceOptions = {}): DataSource {
  const on: On = async (work) => {
    const device = await openDevice(store, options);
    return withServerErrors(device.language, async () => work(device));
  };
  return withStoreErrors({
    ...listSource(on),
    ...recordSource(on),
    ...referenceSource(store, on),
    store: (api, body) => on((device) => saveLocalRecord(device, api, body)),
    update: (api, id, body) => on((device) => updateLocalRecord(device, api, id, body)),
    remove: (api, id, version) => on((device) => removeLocalRecord(device, api, id, version)),
    restore: (api, id) => on((device) => restoreLocalRecord(device, api, id)),
    transition: (api, body) => on((device) => transitionLocalRecord(device, api, body)),
    transitionAll: (api, body) =>
      on(async (device) => transitionLocalRecords(device, api, body, await filterLocalRecords(device, api, body))),
    uploadFile: async (blob, name, onProgress, _signal, question) => {
      const held = await storeFileForUpload(store, blob, name, question);
      onProgress?.(1);
      return held;
    },
    file: (id) => readLocalFile(store, id),
    home: () => on(offlineHomeView),
    news: () => on(emptyNewsView),
    seeNews: rejectOffline,
    digest: rejectOffline,

    figures: rejectCharts,
    matrix: rejectCharts,
    rates: rejectCharts,
    figuresFile: rejectOffline,
    reports: rejectOffline,
    report: rejectOffline,
    reportResult: rejectCharts,
    reportBehind: rejectOffline,
    reportFile: rejectOffline,
    problemsFile: rejectOffline,
    exportList: rejectOffline,
    login: rejectOffline,
    logout: rejectOffline,
    savePreferences: rejectOffline,
    changePassword: rejectOffline,
    ownSessions: rejectOffline,
    endOwnSession: rejectOffline,
    endOtherSessions: rejectOffline,
    chooseDigest: rejectOffline,
  });
}

function listSource(on: On) {
  const page: DataSource['list'] = (api, query) =>
    on(async (device) => {
      const { registry, store, actor, language } = device;
      const form = formOfApi(device, api);
      mustSeeSomeRecords(form, actor, registry);
      const answer = await listPageView(createLocalReads(device), form, listCallParams(query));
      prefetchListColumns(store, registry, form, language);
      return shown(answer);
    });
  return {
    list: page,
    listAll: (api, query, { pages } = {}) => loadEveryPage((asked) => page(api, asked), query, pages),
    totals: (api, query) =>
      on((device) => {
        const form = formOfApi(device, api);
        mustSeeSomeRecords(form, device.actor, device.registry);
        return listTotalsView(createLocalReads(device), form, listCallParams(query));
      }),
    children: (api, id, type, page) =>
      on(async (device) => {
        const form = formOfApi(device, api);
        await readVisibleRecord(device, form, id);
        return shown(await childrenView(createLocalReads(device), { form, id }, type, listCallParams({ page })));
      }),
    find: (words) =>
      on(async (device) => ({
        ...(await searchView(createLocalReads(device), parseSearchWords(words))),
        accounts: [],
      })),
    findRecords: ({ forms, text = '', ids = [], roles = [], near }) =>
      on((device) => searchRecords(createLocalReads(device), { forms, text: truncate(text, 200), ids, roles, near })),
    findPlaces: ({ text, level, within = [] }) =>
      on(async (device) => {
        const question = { words: searchWords(text), levels: level ? [level] : [], within };
        return (await placeSearchView(createLocalReads(device), question)).data as unknown as FoundPlace[];
      }),
    searchOptions: (body) =>
      on((device) => searchOptions(createLocalReads(device), readOptionQuestion(device.registry, { ...body }))),
    // What a lookup returns is worked out by the server. Its question takes typed words as well.
    lookup: async () => [],
    isUnique: (api, fieldName, value, id) =>
      on(async (device) => {
        const question = { fieldName, value, id };
        return (await uniqueView(createLocalReads(device), formOfApi(device, api), question)).validate;
      }),
    positions: (api, province) =>
      on((device) => mapPositionsView(formOfApi(device, api), province)(createLocalReads(device))),
  } satisfies Partial<DataSource>;
}

/** Returns the page as screens read it from a response of the server. */
const shown = (answer: object) => toListView(answer as ListResponseBody);

function recordSource(on: On) {
  const seen = <T>(
    api: FormApi,
    id: string,
    work: (reads: Reads, seen: VisibleRecord, device: OfflineDevice) => Promise<T>,
  ) =>
    on(async (device) => {
      const { local, scope } = await readVisibleRecord(device, formOfApi(device, api), id);
      return work(createLocalReads(device), toVisibleRecord(local, scope), device);
    });
  return {
    record: (api, id) => seen(api, id, (reads, record, device) => show(reads, record, device, api)),
    createForm: (api, query) => on((device) => createForm(device, api, query)),
    history: (api, id) => seen(api, id, (reads, record, device) => historyView(reads, formOfApi(device, api), record)),
    attachments: (api, id) => seen(api, id, attachmentsView),
    overview: (api, id) => seen(api, id, (reads, place, device) => overviewView(reads, formOfApi(device, api), place)),
    review: (api, id) =>
      seen(api, id, async (reads, record, device) => {
        const form = formVersionOfRecord(reads, record);
        return reviewView(reads, form, record, await localReviewFindings(device, form, record.record));
      }),
    problems: (api, id, { from_date: from, to_date: to, status, text }) =>
      seen(api, id, (reads, { refs }) => {
        const query = { from, to, ...(status && { status: [status] }), text };
        return problemsView(reads, id, query, new NameCollector(reads, refs)) as Promise<ProblemsResponse>;
      }),
  } satisfies Partial<DataSource>;
}

async function show(
  reads: Reads,
  seen: VisibleRecord,
  device: OfflineDevice,
  api: FormApi,
): Promise<RecordWithResponse> {
  const { form, refs, record } = await recordView(reads, seen);
  const { id } = seen.record;
  // Only a record that the server does not have yet moves to another version.
  const local = await device.store.records.get(id);
  const { version: movesTo } =
    local && !local.server ? formVersionToEdit(device, local, await unsentOperationsOf(device, id)) : form;
  return {
    record,
    refs,
    formsCount: await childCounts(reads, formOfApi(device, api), id),
    answer: { definition: { form: form.form, version: form.version } },
    ...(movesTo !== form.version && { movesTo }),
  };
}

async function createForm(device: OfflineDevice, api: FormApi, query: Record<string, string>): Promise<CreateResponse> {
  const of = formOfApi(device, api);
  const form = device.registry.captureForm(of.form) ?? of;
  const reads = createLocalReads(device);
  const { answer, parent, names } = await createView(reads, form, query);
  for (const [key, source] of Object.entries(form.definition.api.create ?? {})) {
    // Other sources are for client programs. Screens read them from definitions and lists.
    if (source !== 'problems:ongoing') continue;
    setAtKey(answer, key, parent ? await carriedOverProblems(reads, form, parent.record.id, names) : []);
  }
  return { ...answer, refs: await names.load() };
}

function referenceSource({ documents }: SyncStore, on: On) {
  const prepared = async <T>(found: T | undefined | Promise<T | undefined>): Promise<T> => {
    const value = await found;
    if (value === undefined) throw new ApiError(409, { code: 'not_prepared' });
    return value;
  };
  const offered = (places: (device: OfflineDevice) => readonly PlaceView[]) =>
    on((device) => placesWithNames(places(device).filter(isPlaceOffered), device.language));
  const below = (registry: LocalRegistry, id: string, level: PlaceView['level']) =>
    registry.placesBelow(placeOfLevel(registry, id, level));
  return {
    views: async (form) =>
      (await documents.get<SavedViewsResponse>(DOCUMENTS.views(form))) ?? { data: [], columns: null },
    session: () => prepared(documents.get(DOCUMENTS.session)),
    // Read with the registry anyway.
    common: () => on(({ registry }) => registry.sent().common),
    forms: () => on(({ registry }) => registry.sent().forms),
    definition: (form, version) => on(({ registry }) => prepared(registry.definition(form, version))),
    definitionMedia: storedMedia,
    masterTable: (name) => prepared(documents.get<ChoiceItem[]>(DOCUMENTS.choices(name))),
    provinces: () => offered(({ registry }) => registry.provinces()),
    districts: (province) => offered(({ registry }) => below(registry, province, 'province')),
    villages: (district) => offered(({ registry }) => below(registry, district, 'district')),
    places: (ids) => on(({ registry }) => ids.flatMap((id) => registry.place(id) ?? [])),
    // Maps cannot be shown offline, so their borders are not on the device.
    borders: async () => ({}),
  } satisfies Partial<DataSource>;
}
