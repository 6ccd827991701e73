/** A file of encrypted parts: a mark with the number of its format, a line of what stands in clear, a line of sizes, the parts. */
import type { Bytes } from './crypto.ts';

export type RescueReason =
  /** Not a rescue file, or one that was changed or cut. */
  | 'unreadable'
  | 'wrong_password'
  /** It is for another rescue key of the organisation, or this is none. */
  | 'wrong_key'
  /** It holds the work of another account. */
  | 'other_account';

export class RescueError extends Error {
  readonly reason: RescueReason;

  constructor(reason: RescueReason, cause?: unknown) {
    super(`rescue file: ${reason}`, { cause });
    this.name = 'RescueError';
    this.reason = reason;
  }
}

/** Longest text in clear of a file with a reasonable number of parts. */
const LONGEST_HEAD = 1_000_000;

export function packParts(mark: string, head: object, parts: readonly Bytes[]): Blob {
  const sizes = parts.map(({ byteLength }) => byteLength);
  const clear = `${mark}\n${JSON.stringify(head)}\n${JSON.stringify(sizes)}\n`;
  return new Blob([clear, ...parts], { type: 'application/octet-stream' });
}

/**
 * Returns the mark, what stands in clear, and the parts still encrypted. Throws `unreadable`. With `isCut` a file whose end is not
 * there is read as far as it goes.
 */
export async function unpackParts(
  file: Blob,
  isCut = false,
): Promise<{ mark: string; head: Record<string, unknown>; parts: Bytes[] }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const clear = new TextDecoder('latin1').decode(bytes.subarray(0, LONGEST_HEAD));
    const [mark = '', head = '', list = ''] = clear.split('\n', 3);
    const sizes = JSON.parse(list) as number[];
    if (sizes.some((size) => !Number.isInteger(size) || size <= 0)) throw new Error('another format');
    let at = mark.length + head.length + list.length + 3;
    const parts = sizes.map((size) => {
      at += size;
      return bytes.subarray(at - size, at);
    });
    if (at < bytes.byteLength || (at > bytes.byteLength && !isCut)) throw new Error('another length than it says');
    return { mark, head: JSON.parse(head) as Record<string, unknown>, parts };
  } catch (error) {
    throw new RescueError('unreadable', error);
  }
}
