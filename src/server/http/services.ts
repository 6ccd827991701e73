/** Everything the HTTP side may reach; main.ts and the tests build it once. */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { FileStore } from '../files/store.ts';
import type { Erase } from '../records/erase/erase.ts';
import type { EntryLog } from '../records/log/entryLog.ts';
import type { GuardedRecords } from '../records/restricted.ts';
import type { Settings } from '../settings/settings.ts';

export interface Services {
  settings: Settings;
  database: Database;
  registry: FormRegistry;
  records: GuardedRecords;
  /** Erasing answers for good, by rule or on request; asks nobody's rights. */
  erase: Erase;
  /** Takes every submission for the logs that definitions ask for. */
  entryLog: EntryLog;
  accounts: Accounts;
  files: FileStore;
  /** The clock of the whole server. */
  now: () => Date;
  log: FastifyBaseLogger;
}
