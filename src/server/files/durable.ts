/** Writes files and folders so that they survive a power cut once the call returns. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { PRIVATE_FOLDER } from '../db/private.ts';

/** Flushes a folder. A new name in a folder survives a power cut only after this. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes a folder and its missing parents, readable only for this system user. */
export async function makeFolder(path: string): Promise<void> {
  const last = resolve(path);
  const first = await mkdir(last, { recursive: true, mode: PRIVATE_FOLDER });
  if (!first) return;
  for (let made = last; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** Adds a second name for a file, so that the first one stays usable. Returns false if the second name exists. */
export async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Creates a file with its whole content, or not at all. Returns false, and changes nothing, if the file exists. */
export async function createFileAtomically(path: string, content: string | Buffer, mode: number): Promise<boolean> {
  const aside = `${path}-${randomUUID()}`;
  await writeFile(aside, content, { mode, flush: true });
  const isNew = await linkFile(aside, path).finally(() => rm(aside, { force: true }));
  if (isNew) await flushFolder(dirname(path));
  return isNew;
}

/** Replaces the content of a file as a whole: after a power cut it holds the old one or the new one. */
export async function replaceFileAtomically(path: string, content: string, mode: number): Promise<void> {
  const aside = `${path}-${randomUUID()}`;
  await writeFile(aside, content, { mode, flush: true });
  await rename(aside, path);
  await flushFolder(dirname(path));
}

/** Returns the SHA-256 of a file's content in hexadecimal. */
export async function hashOfFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
