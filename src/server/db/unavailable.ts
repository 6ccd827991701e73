/**
 * Decides if the store is unavailable: the database or disk cannot be used now (unreachable, restarting, full, read-only or
 * overloaded), but the code is not wrong. Requests get 503 and can be repeated. Background work waits.
 */

/** SQLSTATEs: connection, resources, server files, start and stop, timeout, standby, login, conflicts after all retries. */
const POSTGRES = /^(08\w{3}|53\w{3}|57P\w\w|57014|58\w{3}|25006|28\w{3}|3D000|40001|40P01)$/;
const SQLITE = /^SQLITE_(BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY)/;
const SYSTEM =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;
/** Messages of the PostgreSQL driver and pool for a lost or missing connection. They have no code. */
const DRIVER =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e(xpired|xceeded when trying to connect)|Query read timeout)/;

/** PostgreSQL is on an earlier timeline than before: an old primary writes again, or a backup was restored under the server. */
export class DatabaseWentBack extends Error {
  constructor(timeline: number, highest: number) {
    super(
      `PostgreSQL is on timeline ${timeline}, but this server has written to timeline ${highest}: an old primary writes again, or an older copy was put in its place. Nothing is read or written until the newer one is back. To go on with what is there, restart this server.`,
    );
    this.name = 'DatabaseWentBack';
  }
}

/** PostgreSQL is a standby. It may lack the last writes, and a connection that was made before its promotion would be used after it. */
export class DatabaseIsStandby extends Error {
  constructor() {
    super(
      'PostgreSQL is a standby that nobody has promoted. Nothing is read or written until it is, or DATABASE_URL leads to the primary.',
    );
    this.name = 'DatabaseIsStandby';
  }
}

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseWentBack || error instanceof DatabaseIsStandby) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return POSTGRES.test(code) || SQLITE.test(code) || SYSTEM.test(code);
  return DRIVER.test(error.message) || isDatabaseUnavailable(error.cause);
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Runs background work that can be started again at any time. While the store is unavailable it is started again, after
 * longer and longer pauses. Throws other errors. The pauses keep no process alive.
 */
export async function retryUntilAvailable<T>(work: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
    }
  }
}
