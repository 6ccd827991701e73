/**
 * Anchors. From time to time the newest seal's number, hash and signature are added to a file as a line. A copy of the file
 * elsewhere can show later that these seals are unchanged. So even a person who has the database and the key cannot remove
 * them unnoticed. Beside it, `last-seal.json` has the newest seal of all: at its start the server compares both with the
 * history, and finds that something is lost (`storeCheck.ts`).
 */
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, replaceFileAtomically } from '../files/durable.ts';
import { appendLines, readLines } from './jsonLines.ts';
import type { Seal } from './seals.ts';

export type Anchor = Pick<Seal, 'number' | 'at' | 'hash' | 'signer' | 'signature'>;

/** Bytes at the end of the file that a start reads: some 200 anchors. */
const TAIL = 64 * 1024;

function anchorOf({ number, at, hash, signer, signature }: Seal): Anchor {
  return { number, at, hash, signer, signature };
}

export function writeAnchor(file: string, seal: Seal): Promise<void> {
  return appendLines(file, [anchorOf(seal)]);
}

export function readAnchors(file: string): Promise<Anchor[]> {
  return readLines(file);
}

const lastSealFile = (anchorFile: string): string => join(dirname(anchorFile), 'last-seal.json');

/** Replaces the newest seal that is remembered beside the anchors. */
export async function writeLastSeal(anchorFile: string, seal: Seal): Promise<void> {
  await makeFolder(dirname(anchorFile));
  await replaceFileAtomically(lastSealFile(anchorFile), `${JSON.stringify(anchorOf(seal))}\n`, 0o600);
}

/** Returns all anchors and the last seal. */
export async function readAllAnchors(anchorFile: string): Promise<Anchor[]> {
  return [...(await readAnchors(anchorFile)), ...(await readLastSeal(anchorFile))];
}

/** Returns the last seal and the newest anchors. This is fast, however long the file is. */
export async function readNewestAnchors(anchorFile: string): Promise<Anchor[]> {
  return [...(await readTail(anchorFile)), ...(await readLastSeal(anchorFile))];
}

async function readLastSeal(anchorFile: string): Promise<Anchor[]> {
  const file = lastSealFile(anchorFile);
  if (!existsSync(file)) return [];
  return [JSON.parse(await readFile(file, 'utf8')) as Anchor];
}

async function readTail(file: string): Promise<Anchor[]> {
  if (!existsSync(file)) return [];
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - TAIL);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - start), position: start });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The first line may begin in the middle, and the last one was never acknowledged if it has no end.
    return lines
      .slice(start === 0 ? 0 : 1, -1)
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Anchor);
  } finally {
    await handle.close();
  }
}
