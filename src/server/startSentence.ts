/** Explains in a sentence why a server could not start and what to do about it. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from './db/private.ts';
import { SettingError, type Settings } from './settings/settings.ts';

type Found = Partial<Record<'code' | 'message' | 'path' | 'syscall' | 'hostname', string>>;
type Cause = Pick<Settings, 'dataDir' | 'databaseUrl' | 'host' | 'port'>;

/** Free bytes needed to start: tables, indexes, the log of the database. */
const LEAST_FREE = 16 * 1024 * 1024;

/** Writes a file into the data folder and deletes it, so that missing rights or space are found before anything begins. */
export function checkDataFolder(dataDir: string): void {
  makePrivateFolder(dataDir);
  const probe = join(dataDir, `.writable-${process.pid}`);
  writeFileSync(probe, 'x', { flush: true });
  rmSync(probe);
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < LEAST_FREE) throw new SettingError(noSpace(dataDir));
}

/** Returns the sentence, or undefined for a fault of the program. */
export function startSentence(error: unknown, cause: Cause): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = error as Found;
  return (
    listening(found, cause) ??
    folder(found, cause) ??
    (cause.databaseUrl ? postgres(found, cause.databaseUrl) : sqlite(found, cause))
  );
}

function listening({ code = '', syscall, hostname }: Found, { host, port }: Cause): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port with PORT.`;
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname === host))
    return `This machine has no address ${host}. Choose one of its own with HOST (0.0.0.0 for all).`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This user may not use port ${port}. Choose one above 1023 with PORT, and put a proxy in front.`;
  return undefined;
}

function noSpace(dataDir: string): string {
  return `No space is left where the data folder ${dataDir} lies. Make room, or choose another folder with DATA_DIR.`;
}

function folder({ code = '', path = '', message }: Found, { dataDir }: Cause): string | undefined {
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return noSpace(dataDir);
  if (!path.startsWith(dataDir)) return undefined;
  if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code))
    return `The data folder ${dataDir} is not a folder (${message}). Choose another one with DATA_DIR.`;
  if (['EROFS', 'EACCES', 'EPERM', 'ENOENT'].includes(code))
    return `The data folder ${dataDir} cannot be written (${message}). Give it to the user who runs the server, or choose another one with DATA_DIR.`;
  return undefined;
}

function sqlite({ code = '', message }: Found, { dataDir }: Cause): string | undefined {
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(code))
    return `The database in the data folder ${dataDir} cannot be opened for writing (${message}). Look who owns its files and whether the disk is well.`;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return `The database in the data folder ${dataDir} is damaged or no database (${message}). Keep the folder, and restore a backup into another one.`;
  return undefined;
}

/** Errors of PostgreSQL and of the connection to it, by code. */
const POSTGRES: [RegExp, string][] = [
  [
    /^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|57P03)/,
    'does not answer. Is PostgreSQL running there, and may this machine reach it?',
  ],
  [/^(ENOTFOUND|EAI_)/, 'is at an address that nobody knows. Look at the host name in DATABASE_URL.'],
  [/^28/, 'refuses this user or password. Look at DATABASE_URL.'],
  [/^3D000/, 'does not exist. Make it with createdb, or look at the name in DATABASE_URL.'],
  [/^42501/, 'does not let this user make tables. Make the user the owner of the database.'],
  [
    /^08P01/,
    'is behind a pool that refuses a setting of the connection. Take the setting out of DATABASE_URL, or let the pool ignore it (ignore_startup_parameters of PgBouncer).',
  ],
  [/^53300/, 'has no connection left. Raise max_connections of PostgreSQL, or stop other programs.'],
  [/^(53100|58030)/, 'has no space left on its disk.'],
];

function postgres({ code = '', message = '' }: Found, databaseUrl: string): string | undefined {
  const silent = code === '' && /timeout|terminated/i.test(message) && /connect/i.test(message);
  const words = POSTGRES.find(([codes]) => codes.test(silent ? 'ETIMEDOUT' : code))?.[1];
  return words && `The database ${withoutSecrets(databaseUrl)} ${words} (${message || code})`;
}

function withoutSecrets(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}
