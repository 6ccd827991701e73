/** Reads the reason of a decision, which the log keeps, and the note that somebody leaves with a change. */
import type { FastifyRequest } from 'fastify';
import type { ReasonBody } from '../../../core/generated/api.ts';
import { textOrUndefined, truncate } from '../../../core/text/letters.ts';
import { checkedBodyOf } from '../../http/bodies.ts';

const LONGEST = 500;

/** A longer reason is cut. Throws what is wrong with the body. */
export function readReason(request: FastifyRequest): string {
  return truncate(textOrUndefined(checkedBodyOf<ReasonBody>(request).reason) as string, LONGEST);
}

/** A longer note is cut. */
export function readNote({ note }: { note?: string | null | undefined }): { note: string | null } {
  return { note: truncate(textOrUndefined(note) ?? '', LONGEST) || null };
}
