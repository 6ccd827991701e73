/**
 * Uploads that nothing names go. An upload is a row and, by its hash, a content that several rows may share, and other
 * servers upload and save meanwhile:
 * - A row goes only while no record has it; a save that named it in the same moment is refused (`commit.ts`).
 * - A content is set aside first, and put back if a row names it by then. Who uploads looks after its row is written whether
 *   the content is still there, and brings it again. One of the two sees the other, so a named content is never lost.
 */
import { randomUUID } from 'node:crypto';
import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';

export interface SweptStore {
  database: Database;
  /** Folder of the uploads. */
  folder: string;
}

/** Rows looked at in one go. */
const BATCH = 200;
/** Milliseconds after which what an upload left aside belongs to nobody. */
const FORGOTTEN = 3_600_000;
const SET_ASIDE = /^([a-f0-9]{64})\./;

export const contentPath = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);
export const thumbPath = (folder: string, hash: string): string =>
  join(folder, 'thumbs', hash.slice(0, 2), `${hash}.webp`);
export const asideFolder = (folder: string): string => join(folder, 'aside');

/** Removes uploads made before an instant that no record names; answers how many. */
export async function sweepUnattached(store: SweptStore, before: Date, signal?: AbortSignal): Promise<number> {
  const { database } = store;
  let swept = 0;
  while (!signal?.aborted) {
    const old = await database.read
      .selectFrom('attachments')
      .select(['id', 'hash'])
      .where('record_id', 'is', null)
      .where('created_at', '<', before.toISOString())
      .limit(BATCH)
      .execute();
    if (old.length === 0) break;
    const byHash = new Map<string, string[]>();
    for (const { id, hash } of old) byHash.set(hash, [...(byHash.get(hash) ?? []), id]);
    for (const [hash, ids] of byHash) swept += await sweepUploads(store, hash, ids);
  }
  return swept;
}

/** The content first, then its rows: where that is interrupted, what was set aside is found again. */
async function sweepUploads(store: SweptStore, hash: string, ids: string[]): Promise<number> {
  const aside = (await isNamed(store, hash, ids)) ? undefined : await setAside(store, hash);
  const gone = await store.database.transaction((trx) =>
    trx.deleteFrom('attachments').where('id', 'in', ids).where('record_id', 'is', null).returning('id').execute(),
  );
  if (aside) await endAside(store, aside, hash);
  else await sweepContent(store, hash);
  return gone.length;
}

/** Removes a content that no row names. */
export async function sweepContent(store: SweptStore, hash: string): Promise<void> {
  if (await isNamed(store, hash)) return;
  const aside = await setAside(store, hash);
  if (aside) await endAside(store, aside, hash);
}

async function setAside(store: SweptStore, hash: string): Promise<string | undefined> {
  const aside = join(asideFolder(store.folder), `${hash}.${randomUUID()}`);
  try {
    await rename(contentPath(store.folder, hash), aside);
    return aside;
  } catch (error) {
    // Another server was first.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Puts back a content that a row names, and removes what is left aside of it. */
async function endAside(store: SweptStore, aside: string, hash: string): Promise<void> {
  if (await isNamed(store, hash)) await bring(aside, contentPath(store.folder, hash));
  else await rm(thumbPath(store.folder, hash), { force: true });
  await rm(aside, { force: true });
}

async function isNamed({ database }: SweptStore, hash: string, except: string[] = []): Promise<boolean> {
  let rows = database.read.selectFrom('attachments').select('id').where('hash', '=', hash).limit(1);
  if (except.length > 0) rows = rows.where('id', 'not in', except);
  return (await rows.executeTakeFirst()) !== undefined;
}

/** A second name for a file, so that the first can still be used; fine when it is there already. */
export async function bring(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** What uploads and sweeps that were interrupted left aside. */
export async function sweepAside(store: SweptStore): Promise<void> {
  const folder = asideFolder(store.folder);
  const old = Date.now() - FORGOTTEN;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const hash = SET_ASIDE.exec(name)?.[1];
    if (hash) await endAside(store, path, hash);
    else if (found.mtimeMs < old) await rm(path, { force: true });
  }
}
