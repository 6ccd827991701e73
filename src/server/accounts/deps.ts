/** What the parts of the accounts room work with. */
import type { Database } from '../db/database.ts';
import type { KnownDevices } from './devices.ts';
import type { PasswordCost } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface AccountDeps {
  database: Database;
  sessions: Sessions;
  devices: KnownDevices;
  now: () => Date;
  /** Of new hashes and of every check. */
  cost: PasswordCost;
  /** Does a write; goes on without it, and tells so, when the database takes none now. */
  tolerate(write: () => Promise<void>): Promise<boolean>;
}
