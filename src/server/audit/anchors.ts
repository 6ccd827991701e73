/**
 * Anchors: now and then the newest seal's number, hash and signature are written as a line into a file. A copy of it
 * elsewhere shows later that seals which were there then are still the same: even who holds database and key cannot cut
 * them out unnoticed.
 */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Seal } from './seals.ts';

export type Anchor = Pick<Seal, 'number' | 'at' | 'hash' | 'signer' | 'signature'>;

export async function writeAnchor(file: string, { number, at, hash, signer, signature }: Seal): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const anchor: Anchor = { number, at, hash, signer, signature };
  await appendFile(file, `${JSON.stringify(anchor)}\n`, { mode: 0o600 });
}

/** Lines of the file in order; a last line that was cut off while it was written is left out. */
export async function readAnchors(file: string): Promise<Anchor[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines.pop();
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Anchor);
}
