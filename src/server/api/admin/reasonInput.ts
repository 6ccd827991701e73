/** Reads the reason of a decision, which the log keeps. */

import { Failure } from '../../../core/errors/failure.ts';
import { text } from '../../../core/text/clean.ts';

const LONGEST = 500;

/** Throws validation_failed if there is none. A longer one is cut. */
export function readReason({ reason }: Record<string, unknown>): string {
  const given = text(reason)?.slice(0, LONGEST);
  if (!given) throw new Failure('validation_failed', { errors: { '/reason': [{ code: 'required' }] } });
  return given;
}
