/**
 * Allows one process per data folder. SQLite locks an open file, and the operating system ends that lock with the process,
 * however it dies. So kill -9 leaves nothing to clean up.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { DataFolderInUse } from '../database.ts';
import { makePrivateFile, PRIVATE_FILE } from '../private.ts';

/** Locks the folder. Returns a function that releases it. */
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

/** Returns the process id that the current holder wrote down. Null if it cannot be read; the message is then shorter. */
function holder(note: string): string | null {
  try {
    return readFileSync(note, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
