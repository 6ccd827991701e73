/**
 * Takes definitions, choice lists, places and what else all forms share into the store of a device, as far as it changed. Each
 * document is stored before its hash, so that a run that was cut continues with those that are missing.
 */
import { PROBLEM } from '../definitions/rows.ts';
import { isObject } from '../errors/json.ts';
import type { FormsResponse } from '../generated/api.ts';
import { forEachAtOnce } from './atOnce.ts';
import { formVersionOf } from './body.ts';
import { DOCUMENTS } from './documents.ts';
import type { SyncStore } from './store.ts';
import type { ReferenceEntry, SyncTransport } from './transport.ts';

/** Key of the hashes of all documents, by path of the request. */
export const HASHES = 'sync/reference';

export interface ReferenceOptions {
  store: SyncStore;
  transport: SyncTransport;
  signal?: AbortSignal;
  /** Requests at the same time, so that a slow connection does not wait between two documents. Default: one. */
  atOnce?: number;
  /** Counts documents with places first, and then all others. */
  onProgress?: (progress: { part: 'places' | 'reference'; done: number; total: number }) => void;
}

/** Returns the key under which the store has the response to a request. */
function documentKey(path: string): string {
  const [kind = '', ...rest] = path.split('/');
  if (kind === 'definitions') return rest.length > 0 ? `definition/${rest.join('/')}` : 'forms';
  if (kind === 'master-tables') return `choices/${rest.join('/').replace(/\?.*$/, '')}`;
  const province = /^sync\/places\?province=(.+)$/.exec(path)?.[1];
  return province ? `places/${decodeURIComponent(province)}` : path;
}

/** Returns the number of documents that were received. */
export async function pullReference({
  store,
  transport,
  signal,
  atOnce = 1,
  onProgress,
}: ReferenceOptions): Promise<number> {
  const { documents } = store;
  const had = (await documents.get<Record<string, string>>(HASHES)) ?? {};
  const { entries } = await transport.reference(signal);
  const oldest = await oldestVersions(store);
  const wanted = entries.filter((entry) => !entry.earlier || isNeeded(entry, oldest));
  const paths = new Set(entries.map(({ path }) => path));
  const missing = wanted.filter(({ path, hash }) => had[path] !== hash);
  let hashes = had;
  let stored = Promise.resolve();
  const places = missing.filter(isPlaces).length;
  let done = 0;
  const take = async ({ path, hash }: ReferenceEntry) => {
    const key = documentKey(path);
    const content = contentOf(key, await transport.read(path, signal));
    if (key === DOCUMENTS.forms) await noteNewerForms(store, content as FormsResponse);
    await documents.put(key, content);
    hashes = { ...hashes, [path]: hash };
    // In turn, so that the last one stored names all.
    stored = stored.then(() => documents.put(HASHES, hashes));
    await stored;
    done += 1;
    if (done <= places) onProgress?.({ part: 'places', done, total: places });
    else onProgress?.({ part: 'reference', done: done - places, total: missing.length - places });
  };
  for (const level of RANKS)
    await forEachAtOnce(
      missing.filter((entry) => rank(entry) === level),
      atOnce,
      take,
    );
  const unused = Object.keys(hashes).filter((path) => !paths.has(path));
  if (unused.length > 0) {
    await documents.remove(unused.map(documentKey));
    await documents.put(HASHES, Object.fromEntries(Object.entries(hashes).filter(([path]) => paths.has(path))));
  }
  return missing.length;
}

/** Notes the forms that the device had in an earlier version, before their list is replaced, so that no crash loses the note. */
async function noteNewerForms({ documents }: SyncStore, { data }: FormsResponse): Promise<void> {
  const had = new Map(
    (await documents.get<FormsResponse>(DOCUMENTS.forms))?.data.map((one) => [one.form, one.version]),
  );
  const newer = data.filter(({ form, version }) => version > (had.get(form) ?? version)).map(({ form }) => form);
  if (newer.length === 0) return;
  const noted = (await documents.get<string[]>(DOCUMENTS.newerForms)) ?? [];
  await documents.put(DOCUMENTS.newerForms, [...new Set([...noted, ...newer])]);
}

/** The store has the items of choice lists and of places without what is around them. */
function contentOf(key: string, response: unknown): unknown {
  const isList = key.startsWith('choices/') || key === 'provinces' || key === 'districts';
  return isList && isObject(response) ? response.data : response;
}

const RANKS = [0, 1, 2, 3] as const;

/** What names other documents comes after them. */
function rank(entry: ReferenceEntry): (typeof RANKS)[number] {
  const { path } = entry;
  return path === 'common' ? 3 : path === 'definitions' || path === 'session' ? 2 : isPlaces(entry) ? 0 : 1;
}

function isPlaces({ path }: ReferenceEntry): boolean {
  return path === 'provinces' || path === 'districts' || path.startsWith('sync/places');
}

/** Returns the oldest version by form in which something on the device is captured: records, unsent changes and drafts. */
async function oldestVersions({ records, operations, drafts }: SyncStore): Promise<ReadonlyMap<string, number>> {
  const oldest = new Map<string, number>();
  const note = (form: string, version: number | undefined) => {
    if (version !== undefined) oldest.set(form, Math.min(version, oldest.get(form) ?? version));
  };
  for (const form of Object.keys(await records.counts()))
    for (const { record, server } of await records.ofForm(form)) note(form, (server ?? record).form_version);
  for (const operation of await operations.all()) {
    note(operation.form, formVersionOf(operation));
    note(operation.form, operation.base?.form_version);
  }
  for (const { form, form_version, earlier = [] } of (await drafts?.list()) ?? [])
    for (const version of [form_version, ...earlier.map((part) => part.form_version)]) note(form, version);
  return oldest;
}

/** Returns true for a version that something on the device has, or that lies between it and the newest one. Forms name rows in any version. */
function isNeeded({ path }: ReferenceEntry, oldest: ReadonlyMap<string, number>): boolean {
  const [, form = '', version = ''] = path.split('/');
  return form === PROBLEM || Number(version) >= (oldest.get(form) ?? Number.POSITIVE_INFINITY);
}
