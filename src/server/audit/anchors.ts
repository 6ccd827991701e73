/**
 * Anchors. From time to time the newest seal's number, hash and signature are added to a file as a line. A copy of the file
 * elsewhere can show later that these seals are unchanged. So even a person who has the database and the key cannot remove
 * them unnoticed.
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
