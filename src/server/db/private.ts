/**
 * What is stored is for the server's own account alone: answers, password hashes and keys are in it. Files are made 0600 and
 * folders 0700 whatever the umask says, and what an older version left open is closed when the store is opened.
 */
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

const OTHERS = 0o077;
/** Everybody's folder (/tmp): not ours to close. */
const SHARED = 0o1000;
const PARTS = /^amanat\./;

export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Makes an empty file where there is none. What SQLite makes beside its database gets the mode of that. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  close(path, PRIVATE_FILE);
}

/** A data folder as it lies: itself, its database and its uploads. Quick where all is closed already. */
export function closeStore(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const names = readdirSync(dataDir);
  const parts = names.filter((name) => PARTS.test(name));
  for (const name of parts) if (lstatSync(join(dataDir, name)).isFile()) close(join(dataDir, name), PRIVATE_FILE);
  const uploads = join(dataDir, 'files');
  const hasUploads = names.includes('files');
  if (hasUploads && lstatSync(uploads).mode & OTHERS) closeTree(uploads);
  if ((parts.length > 0 || hasUploads) && !(lstatSync(dataDir).mode & SHARED)) close(dataDir, PRIVATE_FOLDER);
}

/** A folder and all in it; itself last, so that one that is closed is closed throughout. */
export function closeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeTree(path);
    else if (entry.isFile()) close(path, PRIVATE_FILE);
  }
  close(folder, PRIVATE_FOLDER);
}

function close(path: string, mode: number): void {
  if (!(lstatSync(path).mode & OTHERS)) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Somebody else's, or a file system without modes: whoever set it up decides.
    if (!/^(EPERM|EROFS|ENOTSUP)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
