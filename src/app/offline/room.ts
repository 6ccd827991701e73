/**
 * Makes room on a full device: what the server has and nothing here needs leaves it. What is not sent, what was begun and what
 * these name stay.
 */
import { textsIn } from '../../core/sync/body.ts';
import { DOCUMENTS } from '../../core/sync/documents.ts';
import { CURSOR_KEY_PREFIX } from '../../core/sync/pull.ts';
import { HASHES_KEY, oldestVersions } from '../../core/sync/reference.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import { deviceClock } from '../data/deviceClock.ts';
import type { FreeableSpace } from './context.ts';
import { LOCAL_PREFIX } from './reads/files.ts';
import { type LocalRegistry, localRegistry } from './reads/registry.ts';
import { disableFilePull } from './recordFiles.ts';
import { removeUnusedRules } from './rules.ts';
import { isStorageFull } from './store/errors.ts';

/** Finished records that nobody changed for so long may leave. */
const MONTHS = 3;

/** Key of the positions behind which records left. They come back when the person takes along the same once more. */
const RECORDS_LEFT = 'offline/records-left';

interface Leaving {
  files: { id: string; size: number }[];
  records: string[];
  /** Keys of definitions. */
  versions: string[];
}

/** Returns what can leave the device. */
export async function freeableSpace(store: SyncStore, now = deviceClock.now()): Promise<FreeableSpace> {
  const { files, records, versions } = await leaving(store, now);
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    records: records.length,
    versions: versions.length,
    months: MONTHS,
  };
}

/** Lets it leave. On a device so full that one part cannot be written, the others leave all the same. */
export async function freeUpSpace(store: SyncStore, now = deviceClock.now()): Promise<void> {
  const { files, records, versions } = await leaving(store, now);
  if (files.length > 0) {
    await evenIfFull(() => store.files.remove(files.map(({ id }) => id)));
    await evenIfFull(() => disableFilePull(store));
  }
  await evenIfFull(async () => {
    const hashes = (await store.documents.get<Record<string, string>>(HASHES_KEY)) ?? {};
    const paths = new Set(versions.map((key) => key.replace('definition/', 'definitions/')));
    const left = Object.fromEntries(Object.entries(hashes).filter(([path]) => !paths.has(path)));
    if (versions.length > 0)
      await store.documents.change({ rename: {}, put: { [HASHES_KEY]: left }, remove: versions });
  });
  await evenIfFull(() => removeUnusedRules(store.documents));
  if (records.length === 0) return;
  const note = async () => store.documents.put(RECORDS_LEFT, await store.documents.keys(CURSOR_KEY_PREFIX));
  // Before, so that a stop in between loses nothing; and after, when there may be room for it.
  await evenIfFull(note);
  await evenIfFull(() => store.records.remove(records));
  await evenIfFull(note);
}

/** Begins anew at a position behind which records left. */
export async function resetSyncPosition({ documents }: SyncStore, position: string): Promise<void> {
  const positions = (await documents.get<string[]>(RECORDS_LEFT)) ?? [];
  if (!positions.includes(position)) return;
  const put = { [RECORDS_LEFT]: positions.filter((one) => one !== position) };
  await documents.change({ rename: {}, put, remove: [position] });
}

async function evenIfFull(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

async function leaving(store: SyncStore, now: Date): Promise<Leaving> {
  const registry = await localRegistry(store);
  const needed = await neededBy(store);
  const files = (await store.files.all()).filter(
    ({ id, upload }) => !id.startsWith(LOCAL_PREFIX) && !upload && !needed.has(id),
  );
  const records = await finished(store, registry, needed, now);
  return { files, records, versions: await unneeded(store, registry, new Set(records)) };
}

/** Returns all ids that unsent changes and drafts name. */
async function neededBy({ operations, drafts, files }: SyncStore): Promise<ReadonlySet<string>> {
  const named = new Set(textsIn([await operations.all(), (await drafts?.list()) ?? []]));
  // A file that was uploaded has the server's id, and the change names it as before until it is taken.
  for (const id of [...named].filter((one) => one.startsWith(LOCAL_PREFIX))) {
    const file = await files.get(id);
    if (file) named.add(file.id);
  }
  return named;
}

/** Returns the records that are finished and old, have nothing unsent, and that no other record here lies below or belongs to. */
async function finished(
  store: SyncStore,
  registry: LocalRegistry,
  needed: ReadonlySet<string>,
  now: Date,
): Promise<string[]> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - MONTHS);
  const above = new Set<string | null>();
  const found: string[] = [];
  for (const form of registry.forms()) {
    const locked = new Set(registry.workflow(form).states.flatMap(({ id, locked }) => (locked ? [id] : [])));
    for (const { record, server } of await store.records.ofForm(form.form)) {
      above.add(record.parent_id).add(record.site_id);
      const isOld = server !== undefined && server.updated_at < before.toISOString();
      if (isOld && locked.has(record.state) && !needed.has(record.id)) found.push(record.id);
    }
  }
  return found.filter((id) => !above.has(id));
}

/** Returns the keys of versions older than any that a record that stays, a change, a draft or a new record has. */
async function unneeded(store: SyncStore, registry: LocalRegistry, left: ReadonlySet<string>): Promise<string[]> {
  const oldest = await oldestVersions(store, left);
  return registry.forms().flatMap(({ form, version }) => {
    const captured = registry.captureForm(form)?.version ?? version;
    const least = Math.min(version, captured, oldest.get(form) ?? version);
    const earlier = registry.versions(form).filter((one) => one.version < least);
    return earlier.map((one) => DOCUMENTS.definition(form, one.version));
  });
}
