/**
 * Takes definitions, choice lists, places and what else all forms share into the store of a device, as far as it changed. They
 * arrive in many requests and belong together, so those of before are used until all are here and then replaced at once.
 */

import { PROBLEM_FORM } from '../definitions/rows.ts';
import type { FormsResponse } from '../generated/api.ts';
import { getOwn, isObject } from '../json.ts';
import { forEachAtOnce } from './atOnce.ts';
import { formVersionOf } from './body.ts';
import { DOCUMENTS } from './documents.ts';
import type { SyncStore } from './store.ts';
import type { ReferenceEntry, SyncTransport } from './transport.ts';

/** Key of the hashes of all documents, by path of the request. */
export const HASHES_KEY = 'sync/reference';
/** Begins the keys of documents that arrived and are not used yet. */
const ARRIVING = 'arriving/';
/** Key of the hashes of what arrived, stored after each, so that a run that was cut continues with those that are missing. */
const ARRIVED = 'sync/arrived';

type Hashes = Readonly<Record<string, string>>;
type Documents = SyncStore['documents'];

/** The documents as they will be. */
export interface NextDocuments extends Pick<Documents, 'get' | 'keys'> {
  hashes: Hashes;
}

export interface ReferenceOptions {
  store: SyncStore;
  transport: SyncTransport;
  signal?: AbortSignal;
  /** Requests at the same time, so that a slow connection does not wait between two documents. Default: one. */
  atOnce?: number;
  /** Counts documents with places first, and then all others. */
  onProgress?: (progress: { part: 'places' | 'reference'; done: number; total: number }) => void;
  /** Takes along what the documents need and the store does not have. They are not used before it is done. */
  complete?: (next: NextDocuments, signal?: AbortSignal) => Promise<unknown>;
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
export async function pullReference(options: ReferenceOptions): Promise<number> {
  const { store, transport, signal, complete } = options;
  const { documents } = store;
  const had = (await documents.get<Hashes>(HASHES_KEY)) ?? {};
  const { entries } = await transport.reference(signal);
  const oldest = await oldestVersions(store);
  const wanted = entries.filter((entry) => !entry.earlier || isNeeded(entry, oldest));
  const missing = wanted.filter(({ path, hash }) => getOwn(had, path) !== hash);
  const isFirst = had.common === undefined;
  await receive(options, missing, isFirst);
  const arrived = missing.filter(({ path }) => !isFirst || path === 'common');
  const isKnown = new Set(entries.map(({ path }) => path));
  const hashes = Object.fromEntries([
    ...Object.entries(had).filter(([path]) => isKnown.has(path)),
    ...missing.map(({ path, hash }) => [path, hash]),
  ]);
  const rename = Object.fromEntries(arrived.map(({ path }) => [ARRIVING + documentKey(path), documentKey(path)]));
  const removed = Object.keys(had)
    .filter((path) => !isKnown.has(path))
    .map(documentKey);
  await complete?.({ ...nextDocuments(documents, rename, removed), hashes }, signal);
  const unused = (await documents.keys(ARRIVING)).filter((key) => !Object.hasOwn(rename, key));
  if (missing.length + removed.length + unused.length === 0) return 0;
  // Another tab replaced them meanwhile: what is here continues from those.
  if (JSON.stringify((await documents.get<Hashes>(HASHES_KEY)) ?? {}) !== JSON.stringify(had))
    return pullReference(options);
  const newerForms = await newerFormsWith(documents, rename);
  await documents.change({
    rename,
    put: { ...(newerForms && { [DOCUMENTS.newerForms]: newerForms }), [HASHES_KEY]: hashes },
    remove: [...removed, ...unused, ARRIVED],
  });
  return missing.length;
}

/** Receives documents aside. Those of a device without any need no second place: they are not used before `common` is there. */
async function receive(options: ReferenceOptions, missing: readonly ReferenceEntry[], isFirst: boolean): Promise<void> {
  const { store, transport, signal, atOnce = 1, onProgress } = options;
  const { documents } = store;
  let arrived = (await documents.get<Hashes>(ARRIVED)) ?? {};
  const aside = new Set(await documents.keys(ARRIVING));
  const placeOf = (path: string) => (isFirst && path !== 'common' ? '' : ARRIVING) + documentKey(path);
  const isHere = ({ path, hash }: ReferenceEntry) =>
    getOwn(arrived, path) === hash && (!placeOf(path).startsWith(ARRIVING) || aside.has(placeOf(path)));
  const left = missing.filter((entry) => !isHere(entry));
  const places = left.filter(isPlaces).length;
  let stored = Promise.resolve();
  let done = 0;
  const take = async ({ path, hash }: ReferenceEntry) => {
    await documents.put(placeOf(path), contentOf(documentKey(path), await transport.read(path, signal)));
    arrived = { ...arrived, [path]: hash };
    // In turn, so that the last one stored names all.
    stored = stored.then(() => documents.put(ARRIVED, arrived));
    await stored;
    done += 1;
    if (done <= places) onProgress?.({ part: 'places', done, total: places });
    else onProgress?.({ part: 'reference', done: done - places, total: left.length - places });
  };
  await forEachAtOnce(left.filter(isPlaces), atOnce, take);
  await forEachAtOnce(
    left.filter((entry) => !isPlaces(entry)),
    atOnce,
    take,
  );
}

function nextDocuments(
  documents: Documents,
  rename: Readonly<Record<string, string>>,
  removed: readonly string[],
): Pick<Documents, 'get' | 'keys'> {
  const aside = new Map(Object.entries(rename).map(([from, to]) => [to, from]));
  return {
    get: (key) => documents.get(aside.get(key) ?? key),
    async keys(prefix) {
      const found = new Set([...(await documents.keys(prefix)), ...aside.keys()]);
      return [...found].filter((key) => key.startsWith(prefix) && !removed.includes(key));
    },
  };
}

/** Returns the forms to note as newer with those that the device had in an earlier version. Undefined if there are none. */
async function newerFormsWith(documents: Documents, rename: Readonly<Record<string, string>>) {
  const forms = ARRIVING + DOCUMENTS.forms;
  if (!Object.hasOwn(rename, forms)) return undefined;
  const [next, had, noted = []] = await Promise.all([
    documents.get<FormsResponse>(forms),
    documents.get<FormsResponse>(DOCUMENTS.forms),
    documents.get<string[]>(DOCUMENTS.newerForms),
  ]);
  const before = new Map(had?.data.map((one) => [one.form, one.version]));
  const newer = (next?.data ?? []).filter(({ form, version }) => version > (before.get(form) ?? version));
  return newer.length > 0 ? [...new Set([...noted, ...newer.map(({ form }) => form)])] : undefined;
}

/** The store has the items of choice lists and of places without what is around them. */
function contentOf(key: string, response: unknown): unknown {
  const isList = key.startsWith('choices/') || key === 'provinces' || key === 'districts';
  return isList && isObject(response) ? response.data : response;
}

const isPlaces = ({ path }: ReferenceEntry) => isPlacePath(path);

/** Returns true for the path of a document with places. */
export function isPlacePath(path: string): boolean {
  return path === 'provinces' || path === 'districts' || path.startsWith('sync/places');
}

/** Returns the oldest version by form in which something on the device is captured: records but for `left`, unsent changes and drafts. */
export async function oldestVersions(
  { records, operations, drafts }: SyncStore,
  left: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, number>> {
  const oldest = new Map<string, number>();
  const note = (form: string, version: number | undefined) => {
    if (version !== undefined) oldest.set(form, Math.min(version, oldest.get(form) ?? version));
  };
  for (const form of Object.keys(await records.counts()))
    for (const { record, server } of await records.ofForm(form))
      if (!left.has(record.id)) note(form, (server ?? record).form_version);
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
  return form === PROBLEM_FORM || Number(version) >= (oldest.get(form) ?? Number.POSITIVE_INFINITY);
}
