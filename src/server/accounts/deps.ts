/** What the classes of this folder need. */
import type { Database } from '../db/database.ts';
import type { LoginDevices } from './devices.ts';
import type { PasswordCost } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface AccountDeps {
  database: Database;
  sessions: Sessions;
  devices: LoginDevices;
  now: () => Date;
  /** Cost of new hashes and of every password check. */
  cost: PasswordCost;
  /** Runs a write. If the database takes no writes now, logs a warning and returns false. */
  tolerate(write: () => Promise<void>): Promise<boolean>;
}
