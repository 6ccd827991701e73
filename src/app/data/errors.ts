/** A failed call, with everything the server said. `network` (status 0) means no answer came. */
import type { RecordErrors } from '../../core/errors/catalogue.ts';

/** 422 bodies carry the sentence beside the code. */
export type WordedErrors = { [pointer: string]: (RecordErrors[string][number] & { message?: string })[] };

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly number: number | undefined;
  readonly errors: WordedErrors | undefined;
  readonly requestId: string | undefined;
  /** The whole answer: 417 has `mine` and `theirs` in it. */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>, fallback: string) {
    super(typeof body.message === 'string' && body.message ? body.message : fallback);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : status === 0 ? 'network' : 'unknown';
    this.number = typeof body.number === 'number' ? body.number : undefined;
    this.errors = body.errors as WordedErrors | undefined;
    this.requestId = typeof body.request_id === 'string' ? body.request_id : undefined;
    this.body = body;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
