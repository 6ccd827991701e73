/**
 * Copies everything into a new folder while the server runs. SQLite: `VACUUM INTO`, one consistent snapshot. PostgreSQL: the
 * rows of every table in one repeatable-read transaction, one JSON line each, in an order that can be restored. It needs no
 * program of PostgreSQL. Files are named by their content and never change, so copying them later misses none that a row
 * names.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { STORE_FILE } from '../belonging.ts';
import type { Handle } from '../db/database.ts';
import { openDatabase, withDatabase } from '../db/open.ts';
import { makePrivateFile, makeTreePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../db/private.ts';
import { databaseFile } from '../db/sqlite/open.ts';
import { hashOfFile } from '../files/durable.ts';
import { UsageError } from '../settings/settings.ts';

export interface StorePlace {
  dataDir: string;
  databaseUrl?: string | undefined;
}

export interface BackupManifest {
  format: 1;
  engine: 'sqlite' | 'postgres';
  /** What was committed before this time is in it. */
  at: string;
  migrations: string[];
  /** SHA-256 of the database part. */
  hash: string;
  /** SHA-256 of files that a row names but that were already missing from the store when the backup was made. */
  missing?: string[];
  /** Number of rows per table. */
  rows?: Record<string, number>;
  /** Of a rotating backup: the name it was made with. */
  name?: string;
}

export interface BackupDone {
  records: number;
  files: number;
  /** As in the manifest. */
  missing: string[];
  /** SHA-256 of files whose content was another one. They are left out, and so missing too. */
  damaged: string[];
}

/** Tables, each after those it refers to. Projections are left out, because they are rebuilt after a restore. */
const TABLES = [
  'migrations',
  'users',
  'grants',
  'sessions',
  'known_devices',
  'places',
  'place_borders',
  'records',
  'record_revisions',
  'unique_values',
  'public_links',
  'problems',
  'problem_logs',
  'problem_numbers',
  'record_fillings',
  'attachments',
  'definitions',
  'lifted_restrictions',
  'retired_forms',
  'withdrawn_versions',
  'version_starts',
  'definition_drafts',
  'text_states',
  'list_views',
  'form_drafts',
  'definition_media',
  'common_versions',
  'seals',
  'settings',
  'pending_work',
  'choices',
  'operations',
  'parked_writes',
  'events',
  'code_sequences',
] as const;
const PAGE = 2000;

/** Throws if `dataDir` should hold the database but has none. Read-only commands must not create one. */
export function mustHaveStore(store: StorePlace): void {
  if (!storeExists(store))
    throw new UsageError(`${store.dataDir} holds no database; set DATA_DIR to the folder the server uses`);
}

export function storeExists({ dataDir, databaseUrl }: StorePlace): boolean {
  return databaseUrl !== undefined || existsSync(databaseFile(dataDir));
}

/** Makes a backup. The folder must be new or empty; it appears complete or not at all. `name` goes into the manifest. */
export async function makeBackup(
  { dataDir, databaseUrl }: StorePlace,
  folder: string,
  name?: string,
): Promise<BackupDone> {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new UsageError(`${folder} is not empty; a backup goes into a new folder`);
  mustHaveStore({ dataDir, databaseUrl });
  const at = new Date().toISOString();
  const aside = `${folder}.part-${process.pid}`;
  await mkdir(aside, { recursive: true, mode: PRIVATE_FOLDER });
  try {
    const database = await openDatabase({ dataDir, databaseUrl, readOnly: true });
    let part: string;
    let rows: Record<string, number> = {};
    let manifest: BackupManifest;
    let named: string[] = [];
    try {
      if (database.engine === 'sqlite') {
        part = 'amanat.db';
        makePrivateFile(join(aside, part));
        await sql`VACUUM INTO ${join(aside, part)}`.execute(database.read);
        ({ rows, named } = await backupContent(aside));
      } else {
        part = 'rows.jsonl';
        await database.kysely
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (trx) => {
            await dump(trx, join(aside, part));
            rows = await countRows(trx);
            named = await namedFileHashes(trx);
          });
      }
      const migrations = (await database.read.selectFrom('migrations').select('name').orderBy('name').execute()).map(
        (row) => row.name,
      );
      manifest = {
        format: 1,
        engine: database.engine,
        at,
        migrations,
        hash: await hashOfFile(join(aside, part)),
        rows,
        ...(name && { name }),
      };
    } finally {
      await database.close();
    }
    const copied = await copyFiles(join(dataDir, 'files'), join(aside, 'files'));
    const damaged = await damagedFiles(join(aside, 'files'));
    for (const path of damaged) await rm(path);
    const missing = missingHashes(named, join(aside, 'files'));
    if (missing.length > 0) manifest.missing = missing;
    await writeFile(join(aside, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    makeTreePrivate(aside);
    await rename(aside, folder);
    const files = copied - damaged.length;
    return { records: rows.records ?? 0, files, missing, damaged: damaged.map((path) => basename(path)) };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/** Reads from the copy, because the server may have written more in the meantime. */
export async function backupContent(folder: string): Promise<{ rows: Record<string, number>; named: string[] }> {
  return withDatabase({ dataDir: folder, readOnly: true }, async ({ read }) => ({
    rows: await countRows(read),
    named: await namedFileHashes(read),
  }));
}

/** Returns the SHA-256 of every file that a row names. */
export async function namedFileHashes(db: Handle): Promise<string[]> {
  const rows = await db.selectFrom('attachments').select('hash').distinct().orderBy('hash').execute();
  return rows.map((row) => row.hash);
}

/** Returns the hashes for which the folder has no file. */
export function missingHashes(hashes: string[], folder: string): string[] {
  return hashes.filter((hash) => !existsSync(join(folder, hash.slice(0, 2), hash)));
}

/** Counts the rows of each table. */
export async function countRows(db: Handle): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db);
    counts[table] = Number(rows[0]?.n);
  }
  return counts;
}

/** Returns the files whose content does not match their name. Each is named by its SHA-256. */
export async function damagedFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const damaged: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = /^[0-9a-f]{64}$/.exec(entry.name)?.[0];
    if (!entry.isFile() || !name) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await hashOfFile(path)) !== name) damaged.push(path);
  }
  return damaged;
}

async function dump(trx: Handle, path: string): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(trx);
  const out = createWriteStream(path, { mode: PRIVATE_FILE });
  const failed = once(out, 'error').then(([error]) => Promise.reject(error));
  const write = async (row: unknown): Promise<void> => {
    if (!out.write(`${JSON.stringify(row)}\n`)) await Promise.race([once(out, 'drain'), failed]);
  };
  failed.catch(() => undefined);
  for (const table of TABLES) {
    await sql`DECLARE rows_of CURSOR FOR SELECT * FROM ${sql.table(table)}${table === 'records' ? sql` ORDER BY created_at, id` : sql``}`.execute(
      trx,
    );
    for (;;) {
      const { rows } = await sql`FETCH ${sql.lit(PAGE)} FROM rows_of`.execute(trx);
      if (rows.length === 0) break;
      for (const row of rows) await write([table, row]);
    }
    await sql`CLOSE rows_of`.execute(trx);
  }
  out.end();
  await Promise.race([once(out, 'close'), failed]);
}

/** Copies all files except unfinished uploads, thumbnails and the name of the store. Returns the number of files. */
export async function copyFiles(from: string, to: string): Promise<number> {
  if (!existsSync(from)) return 0;
  let count = 0;
  await cp(from, to, {
    recursive: true,
    filter: async (path) => {
      if (['aside', 'thumbs', 'uploads', STORE_FILE].some((name) => path === join(from, name))) return false;
      if ((await stat(path)).isFile()) count += 1;
      return true;
    },
  });
  return count;
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) throw new UsageError(`${folder} is not a backup: it has no manifest.json`);
  const manifest = JSON.parse(await readFile(path, 'utf8')) as BackupManifest;
  if (manifest.format !== 1)
    throw new UsageError(`${folder} was made by a newer version of Amanat. Update Amanat and try again.`);
  return manifest;
}
