/** Checks a backup and restores it into an empty store of the same engine. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { CONSOLE_ACTOR } from '../accounts/log.ts';
import { readAllAnchors } from '../audit/anchors.ts';
import { logAcceptedLoss, lostAnchors } from '../audit/losses.ts';
import { BACKUP_RESTORED } from '../audit/storeEvents.ts';
import { becomeNewStore } from '../belonging.ts';
import { renewEpoch } from '../db/changes.ts';
import type { Database, Handle } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { withDatabase } from '../db/open.ts';
import { makePrivateFile, makePrivateFolder, makeStorePrivate, makeTreePrivate } from '../db/private.ts';
import { databaseFile } from '../db/sqlite/open.ts';
import { hashOfFile } from '../files/durable.ts';
import { UsageError } from '../settings/settings.ts';
import {
  backupContent,
  copyFiles,
  damagedFiles,
  missingHashes,
  namedFileHashes,
  readManifest,
  type StorePlace,
} from './backup.ts';

const BATCH = 200;

export interface RestoreDone {
  files: number;
  /** Seals that anchors name and the backup does not have. */
  lost: number;
}

/**
 * Refuses a non-empty store, and a changed or incomplete backup. PostgreSQL: the next start fills projections. With
 * `auditAnchorFile`, notes in the history that later seals are given up, so that the next start accepts their anchors.
 */
export async function restoreBackup(
  { dataDir, databaseUrl, auditAnchorFile }: StorePlace & { auditAnchorFile?: string },
  folder: string,
): Promise<RestoreDone> {
  const manifest = await readManifest(folder);
  const isPostgres = databaseUrl !== undefined;
  if (isPostgres !== (manifest.engine === 'postgres')) {
    throw new UsageError(
      `the backup is of ${manifest.engine === 'postgres' ? 'PostgreSQL' : 'the embedded database'}; restore it into the same kind`,
    );
  }
  const source = join(folder, isPostgres ? 'rows.jsonl' : 'amanat.db');
  if ((await hashOfFile(source)) !== manifest.hash)
    throw new UsageError(`${source} is damaged: its checksum does not match the backup. Use another backup.`);
  const [damaged] = await damagedFiles(join(folder, 'files'));
  if (damaged)
    throw new UsageError(`${damaged} is damaged: its checksum does not match the backup. Use another backup.`);
  const knownMissing = new Set(manifest.missing);
  const mustBeComplete = (named: string[]): void => {
    const [lost] = missingHashes(named, join(folder, 'files')).filter((hash) => !knownMissing.has(hash));
    if (lost)
      throw new UsageError(`${lost} is missing from ${join(folder, 'files')}. The backup is incomplete; use another.`);
  };
  if (isPostgres) await restoreRows({ dataDir, databaseUrl, migrations: manifest.migrations }, source, mustBeComplete);
  else {
    mustBeComplete((await backupContent(folder)).named);
    await restoreFile(dataDir, source);
  }
  const uploads = join(dataDir, 'files');
  const files = await copyFiles(join(folder, 'files'), uploads);
  // Its folder is private already, what was copied into it need not be.
  if (existsSync(uploads)) makeTreePrivate(uploads);
  makeStorePrivate(dataDir);
  const lost =
    auditAnchorFile === undefined
      ? 0
      : await withDatabase({ dataDir, databaseUrl }, (database) => noteRestore(database, auditAnchorFile, manifest.at));
  return { files, lost };
}

async function noteRestore(database: Database, auditAnchorFile: string, at: string): Promise<number> {
  const lost = await lostAnchors(database.kysely, await readAllAnchors(auditAnchorFile));
  await database.transaction((trx) => logAcceptedLoss(trx, BACKUP_RESTORED, lost, { by: CONSOLE_ACTOR, backup: at }));
  return new Set(lost.map(({ number }) => number)).size;
}

async function restoreFile(dataDir: string, source: string): Promise<void> {
  const target = databaseFile(dataDir);
  // An empty file is what is left of a database that was lost. Its log would be read into the restored one.
  for (const path of [target, `${target}-wal`])
    if (existsSync(path) && statSync(path).size > 0)
      throw new UsageError(
        `A database already exists at ${path}. Set DATA_DIR to an empty folder, or move it and what belongs to it away.`,
      );
  makePrivateFolder(dataDir);
  makePrivateFile(target);
  await copyFile(source, target);
  await withDatabase({ dataDir }, async (database) => {
    await renewEpoch(database.kysely);
    await becomeNewStore(database, dataDir);
  });
}

/** Restores rows of an older version into tables of that version, then runs the later migrations. */
async function restoreRows(
  store: StorePlace & { migrations: string[] },
  source: string,
  mustBeComplete: (named: string[]) => void,
): Promise<void> {
  await withDatabase(store, async (database) => {
    const present = await database.read.selectFrom('records').select('id').limit(1).execute();
    const people = await database.read.selectFrom('users').select('id').limit(1).execute();
    if (present.length + people.length > 0)
      throw new UsageError('The database already has records or accounts. Set DATABASE_URL to an empty database.');
    await database.kysely.transaction().execute(async (trx) => {
      await insertRows(trx, source);
      mustBeComplete(await namedFileHashes(trx));
    });
    await migrate(database);
    await restartNumbers(database);
    await renewEpoch(database.kysely);
    await becomeNewStore(database, store.dataDir);
  });
}

async function insertRows(trx: Handle, source: string): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(trx);
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(trx);
  for (const table of ['definitions', 'settings', 'choices', 'places', 'code_sequences', 'events'] as const)
    await trx.deleteFrom(table).execute();
  let table = '';
  let rows: Record<string, unknown>[] = [];
  const flush = async (): Promise<void> => {
    if (rows.length > 0)
      await trx
        .insertInto(table as 'records')
        .values(rows as never)
        .execute();
    rows = [];
  };
  for await (const line of createInterface({ input: createReadStream(source), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [name, row] = JSON.parse(line) as [string, Record<string, unknown>];
    if (name === 'migrations') continue;
    if (name !== table || rows.length >= BATCH) await flush();
    // A server that was started here has stored those of its files. Backups of older versions have no such table.
    if (name === 'definition_media' && table !== name) await trx.deleteFrom(name).execute();
    table = name;
    rows.push(row);
  }
  await flush();
  // Drops all projections of this database. They are created and filled again from the records.
  const { rows: tables } = await sql<{
    name: string;
  }>`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name LIKE 'p\\_%'`.execute(
    trx,
  );
  for (const { name } of tables) await sql`DROP TABLE ${sql.table(name)}`.execute(trx);
}

async function restartNumbers(database: Database): Promise<void> {
  for (const table of ['problem_logs', 'events']) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT coalesce(max(id), 0) + 1 FROM ${sql.table(table)}), false)`.execute(
      database.kysely,
    );
  }
}
