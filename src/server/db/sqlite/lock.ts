/**
 * One process per data folder. The lock is one the operating system keeps on an open file, taken through SQLite itself:
 * it vanishes with the process however that dies, so a kill -9 leaves nothing to clean up.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { DataFolderInUse } from '../database.ts';
import { makePrivateFile, PRIVATE_FILE } from '../private.ts';

/** Take the folder; the answer releases it. */
export function lockFolder(folder: string): () => void {
  const note = join(folder, 'amanat.pid');
  const path = join(folder, 'amanat.lock');
  makePrivateFile(path);
  const lock = new Sqlite(path);
  try {
    lock.exec('PRAGMA busy_timeout = 0');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw new DataFolderInUse(folder, holder(note));
    throw error;
  }
  writeFileSync(note, `${process.pid}\n`, { mode: PRIVATE_FILE });
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/** Process id the present holder wrote down; null when the note cannot be read, which only makes the message shorter. */
function holder(note: string): string | null {
  try {
    return readFileSync(note, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
