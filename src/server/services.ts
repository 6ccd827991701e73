/** Opens all parts of the server, in order; `close` undoes it. Used by serve, demo, other commands and the tests. */
import { join } from 'node:path';
import { pino } from 'pino';
import { unmatchedPatterns } from '../core/check/patterns.ts';
import { loadSources } from '../core/contract/read.ts';
import type { SourceIo } from '../core/definitions/files.ts';
import type { Sources } from '../core/definitions/load.ts';
import type { Places } from '../core/generated/places.ts';
import { Accounts } from './accounts/accounts.ts';
import type { PasswordCost } from './accounts/passwords.ts';
import { fillUsernameSkeletons } from './accounts/usernames.ts';
import type { Anchor } from './audit/anchors.ts';
import { adoptRows } from './audit/coveredRows.ts';
import { logAcceptedLoss } from './audit/losses.ts';
import { checkStore } from './audit/storeCheck.ts';
import { STORE_BEGUN } from './audit/storeEvents.ts';
import { mustMatchStore } from './belonging.ts';
import { createSnapshotRunner } from './db/apart.ts';
import { renumberCopied } from './db/changes.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { makeStorePrivate } from './db/private.ts';
import { replacedSentence } from './definitions/commonParts.ts';
import { diskIo } from './definitions/definitionFiles.ts';
import { readMedia } from './definitions/mediaFiles.ts';
import { storeMediaFiles } from './definitions/mediaStore.ts';
import { createFormRegistry, type FormRegistry } from './definitions/registry.ts';
import { FileStore } from './files/store.ts';
import { Uploads } from './files/uploads.ts';
import { Outage } from './http/outage.ts';
import type { Services } from './http/services.ts';
import { createEntryLog } from './records/log/entryLog.ts';
import { createRecords, type RecordService } from './records/records.ts';
import { guardRestricted } from './records/restricted.ts';
import type { Place } from './reference/places.ts';
import { ROOT } from './root.ts';
import type { Settings } from './settings/settings.ts';

/** Reads definition files in the product's folder. */
export const shippedFiles: SourceIo = diskIo(ROOT);

/** Returns the provinces and districts of a new server. Users add the villages. */
function shippedPlaces(): Place[] {
  const { provinces, districts } = JSON.parse(shippedFiles.read('forms/common/places.json') as string) as Places;
  const idOf = new Map(provinces.map(({ pcode, id }) => [pcode, id]));
  const place = (entry: Places['provinces'][number], level: Place['level'], parent_id: string | null): Place => ({
    id: entry.id,
    level,
    pcode: entry.pcode,
    parent_id,
    name_en: entry.name.en,
    name_fa: entry.name.fa,
    name_ps: entry.name.ps,
    aliases: entry.aliases ?? [],
    latitude: entry.latitude ?? null,
    longitude: entry.longitude ?? null,
  });
  return [
    ...provinces.map((entry) => place(entry, 'province', null)),
    ...districts.map((entry) => place(entry, 'district', idOf.get(entry.parent) ?? null)),
  ];
}

export interface ServicesOptions {
  settings: Settings;
  now?: () => Date;
  /** Used instead of the files that come with the product. */
  sources?: Sources;
  /** A pool made by the caller (in-memory PostgreSQL in tests). */
  pool?: unknown;
  /** True for a server. It refuses a folder or a key that are not the store's. */
  isServer?: boolean;
  /** Cost of password hashes, lower in tests. */
  passwordCost?: PasswordCost;
  /** Begins a new installation beside files of an older one. Without it, such a store is refused. */
  isNew?: boolean;
}

/** Services of the API, and those that only jobs need. */
export interface OpenServices extends Services, Pick<RecordService, 'idle'> {
  close(): Promise<void>;
}

export async function openServices({
  settings,
  now = () => new Date(),
  sources,
  pool,
  isServer = false,
  passwordCost,
  isNew,
}: ServicesOptions): Promise<OpenServices> {
  const { dataDir, databaseUrl } = settings;
  const shipped = sources ?? (await loadSources(shippedFiles));
  const log = pino({ level: settings.logLevel });
  const onWaiting = (words: string) => log.warn(words);
  const givenUp = pool === undefined ? await checkStore(settings, isNew) : [];
  const database = await openDatabase({ dataDir, databaseUrl, onWaiting, ...(pool !== undefined && { pool }) });
  try {
    if (isServer) await mustMatchStore(database, settings);
    await coverStore(database, givenUp, log);
    await storeMediaFiles(database, await readMedia(ROOT), now().toISOString());
    const registry = await createFormRegistry({ database, sources: shipped, now });
    warnOfFiles(registry, log);
    if (registry.places().size === 0) await registry.savePlaces(shippedPlaces());
    const { records, projector, erase, idle } = await createRecords({ database, registry, now, log });
    logUnserved(registry, log);
    const entryLog = createEntryLog({ database, registry, projector, log, now });
    const accounts = new Accounts(database, {
      sessionDays: settings.sessionDays,
      sessionMaxDays: settings.sessionMaxDays,
      now,
      log,
      passwordCost,
    });
    for (const username of await fillUsernameSkeletons(database))
      log.warn({ username }, 'this user name is written in several scripts or looks like another one: rename it');
    await renumberCopied(database);
    await database.dialect.beginEra(database.kysely);
    makeStorePrivate(dataDir);
    const runner = createSnapshotRunner({ database, dataDir, databaseUrl, hasPool: pool !== undefined });
    const outage = new Outage({ log, read: () => database.stamp() });
    return {
      settings,
      database,
      registry,
      records: guardRestricted(records, registry),
      atOnce: runner.atOnce,
      projector,
      erase,
      idle,
      entryLog,
      accounts,
      ...openFiles(database, settings, now),
      now,
      log,
      damage: {},
      outage,
      async close() {
        outage.close();
        await entryLog.idle();
        registry.close();
        await runner.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openFiles(
  database: Database,
  { dataDir, fileLimit: limit, uploadQuota: quota }: Settings,
  now: () => Date,
): Pick<OpenServices, 'files' | 'uploads'> {
  const folder = join(dataDir, 'files');
  const files = new FileStore({ database, folder, limit, quota, now });
  return { files, uploads: new Uploads({ database, files, folder: join(folder, 'uploads'), limit, quota, now }) };
}

/** Says which files of the release are not served, and which replace what was published. */
function warnOfFiles(registry: FormRegistry, log: Services['log']): void {
  for (const { message } of registry.held()) log.warn(message);
  for (const form of registry.forms())
    for (const pattern of unmatchedPatterns(form))
      log.warn({ form: form.key, pattern }, 'this pattern cannot be matched in linear time: it lets every text pass');
  for (const part of registry.commonParts().values()) {
    const sentence = replacedSentence(part);
    if (sentence) log.warn(sentence);
  }
}

/** Begins the history of a new installation, and takes in the rows of a store whose events do not cover them yet. */
async function coverStore(database: Database, givenUp: readonly Anchor[], log: Services['log']): Promise<void> {
  if (givenUp.length > 0) await database.transaction((trx) => logAcceptedLoss(trx, STORE_BEGUN, givenUp, {}));
  const rows = await adoptRows(database);
  if (rows > 0)
    log.info({ rows }, 'accounts, definitions and reference data were taken under the seals as they are now');
}

/** Names stored versions that cannot be served, now and when more are found. */
function logUnserved(registry: FormRegistry, log: Services['log']): void {
  const named = new Set<string>();
  const report = async () => {
    for (const { name, version, reason } of registry.unserved()) {
      const key = `${name}@${version}`;
      if (!named.has(key))
        log.error({ name, version, reason }, 'this version is stored but cannot be served; it is passed over');
      named.add(key);
    }
  };
  void report();
  registry.afterServing(report);
}

/** Opens all services, runs one piece of work and closes them. */
export async function withServices<T>(
  options: ServicesOptions,
  work: (services: OpenServices) => Promise<T>,
): Promise<T> {
  const services = await openServices(options);
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}
