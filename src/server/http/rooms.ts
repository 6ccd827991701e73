/** Everything the HTTP side may reach; main.ts and the tests build it once. */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';
import type { Library } from '../definitions/library.ts';
import type { FileStore } from '../files/store.ts';
import type { Erase } from '../records/erase.ts';
import type { Journal } from '../records/journal.ts';
import type { Records } from '../records/types.ts';
import type { Settings } from './settings.ts';

export interface Rooms {
  settings: Settings;
  database: Database;
  library: Library;
  records: Records;
  /** Erasing answers for good, by rule or on request; asks nobody's rights. */
  erase: Erase;
  /** Takes every submission for the logs that definitions ask for. */
  journal: Journal;
  accounts: Accounts;
  files: FileStore;
  /** The clock of the whole server. */
  now: () => Date;
  log: FastifyBaseLogger;
}
