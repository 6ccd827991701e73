/** Where the next page of options begins. */
import { Failure } from '../../errors/failure.ts';

export interface OptionCursor {
  /** Number of the source of options: of a list always 0, of records that of the form and its part. */
  source: number;
  /** Where in the source: a number of a list, the cursor of a list of records. Empty at its beginning. */
  at: string;
}

export function encodeOptionCursor({ source, at }: OptionCursor): string {
  return `${source} ${at}`;
}

/** Throws `validation_failed` for what `encodeOptionCursor` did not write. */
export function decodeOptionCursor(text: string): OptionCursor {
  const [, source, at] = /^(\d{1,3}) ([\w-]*)$/.exec(text) ?? [];
  if (source === undefined || at === undefined) throw invalidCursorFailure();
  return { source: Number(source), at };
}

/** Throws for a cursor that is no place in a list. */
export function listPositionOf({ source, at }: OptionCursor): number {
  if (source !== 0 || !/^\d{1,7}$/.test(at)) throw invalidCursorFailure();
  return Number(at);
}

export function invalidCursorFailure(): Failure {
  return new Failure('validation_failed', { errors: { '/after': [{ code: 'type' }] } });
}
