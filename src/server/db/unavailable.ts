/**
 * The one definition of "the store is away": the database or the disk cannot be used just now (cut off, restarting, full,
 * read-only, overrun), and the code is not wrong. Callers are answered 503 and may ask again; work in the background waits.
 */

/** SQLSTATEs: connection, resources, limits and files of the server, its stopping and starting, a standby, its door, conflicts that outlasted all attempts. */
const POSTGRES = /^(08\w{3}|53\w{3}|57P\w\w|57014|58\w{3}|25006|28\w{3}|3D000|40001|40P01)$/;
const SQLITE = /^SQLITE_(BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY)/;
const SYSTEM =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;
/** What the driver of PostgreSQL and its pool say of a lost or missing connection; they give no code. */
const DRIVER =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e(xpired|xceeded when trying to connect)|Query read timeout)/;

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return POSTGRES.test(code) || SQLITE.test(code) || SYSTEM.test(code);
  return DRIVER.test(error.message) || isUnavailable(error.cause);
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Carries out work of the background that may begin anew at any time; while the store is away it is begun again, a little
 * later each time. Throws what has another reason. The pauses keep no process alive.
 */
export async function onceAvailable<T>(work: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
    }
  }
}
