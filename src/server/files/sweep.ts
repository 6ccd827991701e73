/**
 * Removes uploads that no record names. An upload is a row and, by its hash, a content file that several rows can share.
 * Other servers may upload and save at the same time:
 * - A row is removed only while no record has it, and while no draft of the person who uploaded it names it.
 *   A save that names it at the same time is refused (`commit.ts`).
 * - Content is first moved aside, and put back if a row names it by then. After an upload writes its row, it checks that the
 *   content is still there, and stores it again if not. One of the two sees the other, so named content is never lost.
 */
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { linkFile } from './durable.ts';

export interface SweptStore {
  database: Database;
  /** Folder of the uploads. */
  folder: string;
}

/** Number of rows read at once. */
const BATCH = 200;
/** Milliseconds after which a leftover file of an upload is removed. */
const FORGOTTEN = 3_600_000;
const SET_ASIDE = /^([a-f0-9]{64})\./;

export const contentPath = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);
export const thumbPath = (folder: string, hash: string): string =>
  join(folder, 'thumbs', hash.slice(0, 2), `${hash}.webp`);
export const asideFolder = (folder: string): string => join(folder, 'aside');

/** Removes uploads made before this time that no record names. Returns their number. */
export async function sweepUnattached(store: SweptStore, before: Date, signal?: AbortSignal): Promise<number> {
  const { database } = store;
  let swept = 0;
  while (!signal?.aborted) {
    const old = await database.read
      .selectFrom('attachments')
      .select(['id', 'hash'])
      .where('record_id', 'is', null)
      .where('created_at', '<', before.toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('form_drafts')
              .select('form_drafts.id')
              .whereRef('form_drafts.user_id', '=', 'attachments.created_by')
              .where(sql<boolean>`form_drafts.body LIKE '%' || attachments.id || '%'`),
          ),
        ),
      )
      .limit(BATCH)
      .execute();
    if (old.length === 0) break;
    const byHash = new Map<string, string[]>();
    for (const { id, hash } of old) byHash.set(hash, [...(byHash.get(hash) ?? []), id]);
    for (const [hash, ids] of byHash) swept += await sweepUploads(store, hash, ids);
  }
  return swept;
}

/** Removes content first, then its rows. If this is interrupted, `sweepAside` finds the moved content again. */
async function sweepUploads(store: SweptStore, hash: string, ids: string[]): Promise<number> {
  const aside = (await isNamed(store, hash, ids)) ? undefined : await setAside(store, hash);
  const gone = await store.database.transaction((trx) =>
    trx.deleteFrom('attachments').where('id', 'in', ids).where('record_id', 'is', null).returning('id').execute(),
  );
  if (aside) await endAside(store, aside, hash);
  else await sweepContent(store, hash);
  return gone.length;
}

/** Removes content that no row names. */
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
    // Another server was faster.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Puts content back if a row names it, else removes its thumbnail. Then removes the file that was moved aside. */
async function endAside(store: SweptStore, aside: string, hash: string): Promise<void> {
  if (await isNamed(store, hash)) await linkFile(aside, contentPath(store.folder, hash));
  else await rm(thumbPath(store.folder, hash), { force: true });
  await rm(aside, { force: true });
}

async function isNamed({ database }: SweptStore, hash: string, except: string[] = []): Promise<boolean> {
  let rows = database.read.selectFrom('attachments').select('id').where('hash', '=', hash).limit(1);
  if (except.length > 0) rows = rows.where('id', 'not in', except);
  return (await rows.executeTakeFirst()) !== undefined;
}

/** Cleans up files that interrupted uploads and sweeps left. */
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
