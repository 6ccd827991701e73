/** Everything that HTTP handlers may use. Built by openServices. */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { SnapshotRead } from '../db/apart.ts';
import type { Database } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { FileStore } from '../files/store.ts';
import type { Uploads } from '../files/uploads.ts';
import type { Projector } from '../projections/projector.ts';
import type { RecordEraser } from '../records/erase/erase.ts';
import type { EntryLog } from '../records/log/entryLog.ts';
import type { GuardedRecords } from '../records/restricted.ts';
import type { Settings } from '../settings/settings.ts';
import type { Outage } from './outage.ts';

export interface Services {
  settings: Settings;
  database: Database;
  registry: FormRegistry;
  records: GuardedRecords;
  projector: Projector;
  /** Reads one moment, apart from the requests. */
  atOnce: SnapshotRead;
  /** Erases answers permanently, by retention rule or on request. Does not check anybody's rights. */
  erase: RecordEraser;
  /** Receives every submission, for the logs that definitions declare. */
  entryLog: EntryLog;
  accounts: Accounts;
  files: FileStore;
  /** Uploads that arrive in parts. */
  uploads: Uploads;
  /** The clock of the whole server. */
  now: () => Date;
  log: FastifyBaseLogger;
  /** What a check in the background found: a server with a damaged database is not ready. */
  damage: { pages?: string };
  /** Tells of outages of the database. */
  outage: Outage;
}
