/**
 * Looks at a store before it is opened for writing. A database that was lost, emptied, damaged or rewound is not served: the
 * server ends with one sentence, and nothing is written, neither a new administrator nor a key.
 *
 * Decisions: such a server ends (exit 1) and does not listen as "not ready", because everything that it could answer would be
 * wrong, and what it writes would make the loss worse. Damaged pages that the start does not read are looked for afterwards
 * (`db/sqlite/pageCheck.ts`), while the server already works, since that takes long and the damage is no worse for it.
 */
import { existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Handle } from '../db/database.ts';
import { withDatabase } from '../db/open.ts';
import { databaseFile } from '../db/sqlite/open.ts';
import type { Settings } from '../settings/settings.ts';
import { type Anchor, readAllAnchors, readNewestAnchors } from './anchors.ts';
import { lostAnchors } from './losses.ts';

/** The store is not what its files say it was. The message says what was found and what to do. */
class StoreLost extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreLost';
  }
}

export type CheckedStore = Pick<Settings, 'dataDir' | 'databaseUrl' | 'auditAnchorFile'>;

/** Number of newest rows of the history that must be readable. */
const NEWEST = 50;
/** Code of PostgreSQL for a table that does not exist. */
const NO_TABLE = '42P01';
const CONTENT_FOLDER = /^[0-9a-f]{2}$/;

/**
 * Throws StoreLost, and what opening a damaged database throws. `isNew`: the person wants a new installation beside what is
 * there. Returns the anchors that such an installation gives up, none otherwise.
 */
export async function checkStore(store: CheckedStore, isNew = false): Promise<Anchor[]> {
  const traces = tracesOf(store);
  if (isNew) return begin(store, traces);
  if (traces.length === 0 && isMissing(store)) return [];
  if (isMissing(store)) throw new StoreLost(lostSentence(store, traces));
  const keptLog = keepLog(store);
  await withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    const content = await contentOf(read);
    // A start that was interrupted may leave tables without accounts, beside pictures of a demonstration. It has no anchors.
    const telling = content === 'no tables' ? traces : traces.filter((one) => one === store.auditAnchorFile);
    if (content !== 'people' && telling.length > 0) throw new StoreLost(lostSentence(store, telling));
    if (content !== 'people') return;
    await mustBeReadable(read);
    const lost = await lostAnchors(read, await newestAnchors(store));
    if (lost.length > 0) throw new StoreLost(await rewoundSentence(read, lost, store));
  });
  if (keptLog) rmSync(keptLog);
  return [];
}

/**
 * Gives the log of the embedded database a second name, which stays if something is lost: SQLite removes a log once it has taken
 * from it what is whole, and somebody may want to look at the rest. Returns the name.
 */
function keepLog({ dataDir, databaseUrl }: CheckedStore): string | undefined {
  const log = `${databaseFile(dataDir)}-wal`;
  if (databaseUrl !== undefined || sizeOf(log) === 0) return undefined;
  const kept = `${log}.kept`;
  if (existsSync(kept)) return undefined;
  try {
    linkSync(log, kept);
    return kept;
  } catch {
    // Some file systems have no second names. The start must not fail for that.
    return undefined;
  }
}

async function newestAnchors({ auditAnchorFile }: CheckedStore): Promise<Anchor[]> {
  try {
    return await readNewestAnchors(auditAnchorFile);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StoreLost(
      `The anchors of the history beside ${auditAnchorFile} cannot be read (${error.message}). Put a copy of that folder back.`,
    );
  }
}

async function begin(store: CheckedStore, traces: readonly string[]): Promise<Anchor[]> {
  const hasPeople =
    !isMissing(store) &&
    (await withDatabase({ ...store, readOnly: true }, async ({ read }) => (await contentOf(read)) === 'people'));
  if (hasPeople)
    throw new StoreLost(
      `${whereOf(store)} already holds accounts, so there is nothing to begin with --new. Start without it.`,
    );
  const log = `${databaseFile(store.dataDir)}-wal`;
  if (!store.databaseUrl && sizeOf(log) > 0)
    throw new StoreLost(
      `${log} belongs to the database that was here and may hold its last writes. Move it away before you start with --new.`,
    );
  return traces.length === 0 ? [] : readAllAnchors(store.auditAnchorFile);
}

/** True if there is no database, or a file without content. A database of PostgreSQL always exists. */
function isMissing({ dataDir, databaseUrl }: CheckedStore): boolean {
  return databaseUrl === undefined && sizeOf(databaseFile(dataDir)) === 0;
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

/** Returns what an installation that was in use leaves beside its database. A key alone may have been put there in advance. */
function tracesOf({ dataDir, databaseUrl, auditAnchorFile }: CheckedStore): string[] {
  const files = join(dataDir, 'files');
  const log = `${databaseFile(dataDir)}-wal`;
  return [
    ...(sizeOf(auditAnchorFile) > 0 ? [auditAnchorFile] : []),
    ...(existsSync(files) && readdirSync(files).some((name) => CONTENT_FOLDER.test(name)) ? [files] : []),
    // SQLite would throw the log of a missing database away.
    ...(databaseUrl === undefined && sizeOf(databaseFile(dataDir)) === 0 && sizeOf(log) > 0 ? [log] : []),
  ];
}

async function contentOf(read: Handle): Promise<'no tables' | 'no people' | 'people'> {
  try {
    const anyone = await read.selectFrom('users').select('id').limit(1).executeTakeFirst();
    return anyone ? 'people' : 'no people';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === NO_TABLE || /^no such table/.test(message)) return 'no tables';
    throw error;
  }
}

/** Reads what decides who may do what and the end of the history. Throws if a page of it is damaged. */
async function mustBeReadable(read: Handle): Promise<void> {
  await read.selectFrom('users').selectAll().execute();
  await read.selectFrom('grants').selectAll().execute();
  await read.selectFrom('seals').selectAll().orderBy('number', 'desc').limit(NEWEST).execute();
  await read.selectFrom('events').selectAll().orderBy('id', 'desc').limit(NEWEST).execute();
  await read.selectFrom('records').selectAll().orderBy('id', 'desc').limit(NEWEST).execute();
}

function whereOf({ dataDir, databaseUrl }: CheckedStore): string {
  if (databaseUrl === undefined) return `The database in ${dataDir}`;
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `The database ${protocol}//${host}${pathname}`;
}

function lostSentence(store: CheckedStore, traces: readonly string[]): string {
  const where = isMissing(store) ? `${whereOf(store)} is missing` : `${whereOf(store)} is empty`;
  return `${where}, but ${traces.join(' and ')} show that an installation was in use here. Restore a backup (restore <backup>), or name the right DATA_DIR or DATABASE_URL; \`serve --new\` begins a new installation beside these files. Nothing was changed.`;
}

async function rewoundSentence(read: Handle, lost: readonly Anchor[], store: CheckedStore): Promise<string> {
  const newest = lost.reduce((a, b) => (b.number > a.number ? b : a));
  const last = await read
    .selectFrom('seals')
    .select(['number', 'at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const end = last ? `ends with seal ${last.number} of ${last.at}` : 'has no seal';
  return `${whereOf(store)} has lost what was written: its history ${end}, but ${store.auditAnchorFile} and the file of the last seal name seal ${newest.number} of ${newest.at}, which is not in it. Keep a copy of everything, then restore a backup with \`restore\`, which notes that, or go on without what is lost: \`accept-loss --reason "…"\`. Nothing was changed.`;
}
