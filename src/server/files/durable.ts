/** Files and folders that outlast a power cut once the call is answered. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FOLDER } from '../db/private.ts';

/** Names in a folder outlast a power cut only when the folder was flushed after them. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** A folder that only this system's user may read, with those above it. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** The file with all of its content, or no file; false when there was one already, which stays as it is. */
export async function createWhole(path: string, content: string | Buffer, mode: number): Promise<boolean> {
  const aside = `${path}-${randomUUID()}`;
  await writeFile(aside, content, { mode, flush: true });
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
  await flushFolder(dirname(path));
  return true;
}
