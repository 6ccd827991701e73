/** The offline data source: what screens ask the API for, from the store of this device. */
import type { SyncStore } from '../../../core/sync/store.ts';
import type { DataSource } from '../../data/source.ts';
import { storedMedia } from '../shellCache.ts';
import { remove, restore, transition, transitionAll } from './changes.ts';
import { createForm } from './create.ts';
import { type Device, type DeviceOptions, openDevice } from './device.ts';
import { asServer, noCharts, refusedOffline, throwStoreError } from './failure.ts';
import { file, uploadFile } from './files.ts';
import { home, noNews } from './home.ts';
import { listSource } from './lists.ts';
import { problems } from './problems.ts';
import { filtered } from './records.ts';
import { review } from './review.ts';
import { attachments, history, overview, record } from './show.ts';
import { store as save, update } from './write.ts';

/** Requests that only the server can fulfil reject with an ApiError that says so. */
export function offlineSource(store: SyncStore, options: DeviceOptions = {}): DataSource {
  const on = async <T>(work: (device: Device) => Promise<T>): Promise<T> => {
    const device = await openDevice(store, options);
    return asServer(device.language, () => work(device));
  };
  return withStoreErrors({
    ...listSource(store, options),
    record: (api, id) => on((device) => record(device, api, id)),
    createForm: (api, query) => on((device) => createForm(device, api, query)),
    store: (api, body) => on((device) => save(device, api, body)),
    update: (api, id, body) => on((device) => update(device, api, id, body)),
    remove: (api, id, version) => on((device) => remove(device, api, id, version)),
    restore: (api, id) => on((device) => restore(device, api, id)),
    transition: (api, body) => on((device) => transition(device, api, body)),
    transitionAll: (api, body) =>
      on(async (device) => transitionAll(device, api, body, await filtered(device, api, body))),
    history: (api, id) => on((device) => history(device, api, id)),
    review: (api, id) => on((device) => review(device, api, id)),
    attachments: (api, id) => on((device) => attachments(device, api, id)),
    overview: (api, id) => on((device) => overview(device, api, id)),
    problems: (api, id, filters) => on((device) => problems(device, api, id, filters)),
    uploadFile: (blob, name, onProgress, _signal, question) =>
      uploadFile(store, blob, name, question).then((done) => {
        onProgress?.(1);
        return done;
      }),
    file: (id) => file(store, id),
    definitionMedia: storedMedia,
    home: () => on(home),
    news: () => on(noNews),
    seeNews: refusedOffline,

    figures: noCharts,
    matrix: noCharts,
    rates: noCharts,
    figuresFile: refusedOffline,
    reports: refusedOffline,
    report: refusedOffline,
    reportResult: noCharts,
    reportBehind: refusedOffline,
    reportFile: refusedOffline,
    problemsFile: refusedOffline,
    exportList: refusedOffline,
    login: refusedOffline,
    logout: refusedOffline,
    savePreferences: refusedOffline,
    changePassword: refusedOffline,
    ownSessions: refusedOffline,
    endOwnSession: refusedOffline,
    endOtherSessions: refusedOffline,
    chooseDigest: refusedOffline,
  });
}

/** Makes each request throw what the store of the device refused as an ApiError. */
function withStoreErrors(source: DataSource): DataSource {
  type Request = (...given: unknown[]) => Promise<unknown>;
  const spoken = (request: Request): Request => {
    return (...given) => request(...given).catch(throwStoreError);
  };
  const all = Object.entries(source) as [string, Request][];
  return Object.fromEntries(all.map(([name, request]) => [name, spoken(request)])) as DataSource;
}
