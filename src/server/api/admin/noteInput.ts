/** Reads the note that somebody leaves with a change. */
import { text } from '../../../core/text/clean.ts';

const LONGEST = 500;

/** A longer note is cut. */
export function readNote({ note }: Record<string, unknown>): { note: string | null } {
  return { note: text(note)?.slice(0, LONGEST) ?? null };
}
