/**
 * Takes photos and files of records along. Those of the records that changed last come first; what does not fit into the space
 * for files is left out, and the oldest are dropped when newer ones need their space.
 */
import { equalJson, getOwn } from '../../core/json.ts';
import { readListQuery } from '../../core/query/listQuery.ts';
import { referencesInAnswers } from '../../core/saving/references.ts';
import { textsIn } from '../../core/sync/body.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import type { LocalRecord } from '../../core/sync/types.ts';
import { isApiError } from '../data/errors.ts';
import { download } from '../data/http.ts';
import type { DownloadedFile } from '../data/types.ts';
import type { OfflineSelection } from './context.ts';
import { localFormVersion, type OfflineDevice, openDevice, visibleRecords } from './reads/device.ts';
import { LOCAL_PREFIX } from './reads/files.ts';
import { listCallParams, matchingRows } from './reads/list.ts';
import { isStorageFull } from './store/errors.ts';
import { storageUse } from './store/storage.ts';

/** Key of the choices whose files are taken along. */
const CHOICES = 'offline/file-choices';
/** Key of the sizes of files that did not fit, by id, so that they are not downloaded again in vain. */
const LEFT_OUT = 'offline/files-left-out';

/** Most bytes of files, and the part of what the browser allows that they may take. */
const MOST_BYTES = 500_000_000;
const SHARE = 1 / 4;
/** Requests at the same time, so that a slow connection does not wait between two files. */
const AT_ONCE = 3;

export interface FilePullOptions {
  store: SyncStore;
  signal?: AbortSignal | undefined;
  onProgress?: (done: number, total: number) => void;
  /** Most bytes of all files. */
  most?: number;
  get?: GetFile;
}

type GetFile = (id: string, signal: AbortSignal | undefined) => Promise<DownloadedFile>;

const getFile: GetFile = (id, signal) =>
  download(`files/${encodeURIComponent(id)}`, { quiet: true, saysLoss: true, ...(signal && { signal }) });

/** Remembers that the files of a choice are taken along, now and with what changes later. */
export async function enableFilePull({ documents }: SyncStore, choice: OfflineSelection): Promise<void> {
  const choices = (await documents.get<OfflineSelection[]>(CHOICES)) ?? [];
  if (choices.some((one) => equalJson(one, choice))) return;
  await documents.put(CHOICES, [...choices, choice]);
}

/** Files are not taken along any more, until somebody chooses so again. */
export async function disableFilePull({ documents }: SyncStore): Promise<void> {
  await documents.remove([CHOICES, LEFT_OUT]);
}

/** Downloads what is missing and drops what no record names any more. Returns how many files were left out. */
export async function pullFiles(run: FilePullOptions): Promise<number> {
  const { store } = run;
  const choices = (await store.documents.get<OfflineSelection[]>(CHOICES)) ?? [];
  const files = (await store.files.all()).filter(({ id }) => !id.startsWith(LOCAL_PREFIX));
  if (choices.length === 0 && files.length === 0) return 0;
  const held = new Map(files.map(({ id, size }) => [id, size]));
  const device = await openDevice(store);
  const unsent = new Set((await store.operations.all()).flatMap(({ body }) => textsIn(body)));
  const chosen = new Set<string>();
  for (const choice of choices) for (const { record } of await recordsOf(device, choice)) chosen.add(record.id);
  const named = await namedFiles(device);
  const unnamed = [...held.keys()].filter((id) => !named.has(id) && !unsent.has(id));
  if (unnamed.length > 0) await store.files.remove(unnamed);
  const wanted = [...named].filter(([id, { record }]) => held.has(id) || chosen.has(record.id));
  wanted.sort(([, one], [, other]) => (one.at < other.at ? 1 : -1));
  return take(
    run,
    wanted.map(([id]) => id),
    held,
    unsent,
  );
}

/** Returns the records of this device that a choice means. */
async function recordsOf(device: OfflineDevice, { forms, province, ids, filters, text }: OfflineSelection) {
  const found: LocalRecord[] = [];
  for (const form of device.registry.forms()) {
    if (forms && !forms.includes(form.form)) continue;
    if (filters?.length || text !== undefined) {
      const asked = { ...(filters && { filters }), ...(text !== undefined && { text }) };
      const query = readListQuery(listCallParams(asked), form, device.registry);
      found.push(...(await matchingRows(device, form, query)).found.map(({ local }) => local));
    } else found.push(...(await visibleRecords(device, form.form)));
  }
  return found.filter(
    ({ record: { id, province_id } }) =>
      (province === undefined || province_id === null || province_id === province) && (!ids || ids.includes(id)),
  );
}

/** Returns the files of all records on this device by id, each with its record. */
async function namedFiles(device: OfflineDevice) {
  const named = new Map<string, { record: LocalRecord['record']; at: string }>();
  for (const { form } of device.registry.forms())
    for (const { record } of await visibleRecords(device, form))
      for (const { id } of referencesInAnswers(localFormVersion(device, { record }), record.data).files)
        if (!id.startsWith(LOCAL_PREFIX)) named.set(id, { record, at: record.updated_at });
  return named;
}

async function spaceForFiles(): Promise<number> {
  const { quota } = await storageUse();
  return Math.min(MOST_BYTES, quota === null ? MOST_BYTES : quota * SHARE);
}

/** `wanted` begins with the newest. Returns how many were left out. */
async function take(
  { store, signal, onProgress, most, get = getFile }: FilePullOptions,
  wanted: readonly string[],
  held: ReadonlyMap<string, number>,
  unsent: ReadonlySet<string>,
): Promise<number> {
  const limit = most ?? (await spaceForFiles());
  const known = (await store.documents.get<Record<string, number>>(LEFT_OUT)) ?? {};
  const leftOut: Record<string, number> = {};
  const sizeOf = (id: string) => held.get(id) ?? getOwn(known, id) ?? 0;
  let sum = 0;
  const missing = wanted.filter((id) => {
    sum += sizeOf(id);
    return sum <= limit && !held.has(id);
  });
  const ahead = new Map<string, Promise<DownloadedFile | undefined>>();
  let [used, done, isFull] = [0, 0, false];
  onProgress?.(0, wanted.length);
  // Decided one after the other, so that a newer file that arrives later is not left out for an older one.
  for (const id of wanted) {
    signal?.throwIfAborted();
    let size = sizeOf(id);
    isFull ||= used + size > limit;
    while (!isFull && ahead.size < AT_ONCE && missing.length > 0) begin(ahead, missing.shift() as string);
    const got = isFull ? undefined : await ahead.get(id);
    ahead.delete(id);
    if (got) size = got.blob.size;
    isFull ||= used + size > limit || (got !== undefined && !(await stored(store, id, got)));
    if (isFull) leftOut[id] = size;
    else used += size;
    done += 1;
    onProgress?.(done, wanted.length);
  }
  const ids = Object.keys(leftOut);
  const dropped = ids.filter((id) => held.has(id) && !unsent.has(id));
  if (dropped.length > 0) await store.files.remove(dropped);
  await store.documents.put(LEFT_OUT, leftOut);
  return ids.length;

  function begin(running: typeof ahead, id: string) {
    const download = fetched(() => get(id, signal));
    // Who waits for it sees the failure. Nobody waits for those after the one that failed.
    download.catch(() => {});
    running.set(id, download);
  }
}

/** Returns undefined for a file that was removed meanwhile, or is not for this person. Throws all other errors. */
async function fetched(get: () => Promise<DownloadedFile>): Promise<DownloadedFile | undefined> {
  try {
    return await get();
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}

/** Returns false if the browser has no space for it. */
async function stored({ files }: SyncStore, id: string, { blob, name }: DownloadedFile): Promise<boolean> {
  try {
    await files.put({ id, name: name ?? id, type: blob.type, size: blob.size }, blob);
    return true;
  } catch (error) {
    if (isStorageFull(error)) return false;
    throw error;
  }
}
