/** Writes files and folders so that they survive a power cut once the call returns. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FOLDER } from '../db/private.ts';

/** Flushes a folder. A new name in a folder survives a power cut only after this. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes a folder and its missing parents, readable only for this system user. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** Creates a file with its whole content, or not at all. Returns false, and changes nothing, if the file exists. */
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
