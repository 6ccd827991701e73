/**
 * Anchors: now and then the newest seal's number, hash and signature are written as a line into a file. A copy of it
 * elsewhere shows later that seals which were there then are still the same: even who holds database and key cannot cut
 * them out unnoticed.
 */
import { appendLines, readLines } from './jsonLines.ts';
import type { Seal } from './seals.ts';

export type Anchor = Pick<Seal, 'number' | 'at' | 'hash' | 'signer' | 'signature'>;

export function writeAnchor(file: string, { number, at, hash, signer, signature }: Seal): Promise<void> {
  return appendLines(file, [{ number, at, hash, signer, signature } satisfies Anchor]);
}

export function readAnchors(file: string): Promise<Anchor[]> {
  return readLines(file);
}
