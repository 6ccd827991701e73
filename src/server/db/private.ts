/**
 * Only the server's own account may read what is stored, because it includes answers, password hashes and keys. Files get
 * mode 0600 and folders 0700, whatever the umask. Opening the store also closes what an older version left readable.
 */
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

const OTHERS = 0o077;
/** Sticky bit of a shared folder such as /tmp, which must stay open. */
const SHARED = 0o1000;
const PARTS = /^amanat\./;

export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Creates an empty file if none exists. SQLite gives the files beside its database the same mode. A file that exists is not
 * opened: closing it would end all locks that this process has on it, also those of SQLite.
 */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_FILE));
  close(path, PRIVATE_FILE);
}

/** Makes a data folder, its database and its uploads private. Fast if they are private already. */
export function makeStorePrivate(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const names = readdirSync(dataDir);
  const parts = names.filter((name) => PARTS.test(name));
  for (const name of parts) if (lstatSync(join(dataDir, name)).isFile()) close(join(dataDir, name), PRIVATE_FILE);
  const uploads = join(dataDir, 'files');
  const hasUploads = names.includes('files');
  if (hasUploads && lstatSync(uploads).mode & OTHERS) makeTreePrivate(uploads);
  if ((parts.length > 0 || hasUploads) && !(lstatSync(dataDir).mode & SHARED)) close(dataDir, PRIVATE_FOLDER);
}

/** Makes a folder and its content private. The folder comes last, so a private folder has private content. */
export function makeTreePrivate(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeTreePrivate(path);
    else if (entry.isFile()) close(path, PRIVATE_FILE);
  }
  close(folder, PRIVATE_FOLDER);
}

function close(path: string, mode: number): void {
  if (!(lstatSync(path).mode & OTHERS)) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // The file belongs to somebody else, or the file system has no modes. The person who set it up decides.
    if (!/^(EPERM|EROFS|ENOTSUP)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
