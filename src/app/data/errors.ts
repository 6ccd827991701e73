/**
 * A failed call, with everything the server said. Status 0 means no answer came. What our own server did not word itself
 * is told apart by what the browser knows, in the reader's language.
 */
import i18next from 'i18next';
import type { RecordErrors } from '../../core/errors/failure.ts';

/** 422 bodies carry the sentence beside the code. */
export type WordedErrors = { [pointer: string]: (RecordErrors[string][number] & { message?: string })[] };

/** Failures without a sentence of the server, and where theirs stands. */
const OWN_WORDS = {
  /** The device has no network at all. */
  no_network: 'error.noNetwork',
  /** The device has a network, and no answer came. */
  network: 'error.noAnswer',
  /** Something in front of the server answered that it cannot be reached. */
  refused: 'error.refused',
  /** Some other failure that is no answer of the server. */
  http_error: 'error.httpCall',
  /** A success that cannot be read. */
  invalid_response: 'error.invalidResponse',
  /** An answer that is about something else. */
  record_not_found: 'notFound.record',
} as const;

const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly number: number | undefined;
  readonly errors: WordedErrors | undefined;
  /** The third item of the server's error info: what is wrong with the first answer that was refused. */
  readonly errorInfo: string | undefined;
  readonly requestId: string | undefined;
  /** The whole answer: 417 has `mine` and `theirs` in it. */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    const code = typeof body.code === 'string' ? body.code : GATEWAY.has(status) ? 'refused' : 'http_error';
    const own = OWN_WORDS[code as keyof typeof OWN_WORDS] ?? OWN_WORDS.http_error;
    const said = [body.description, body.message].find((words) => typeof words === 'string' && words !== '');
    super(typeof said === 'string' ? said : i18next.t(own));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.number = typeof body.number === 'number' ? body.number : undefined;
    this.errors = body.errors as WordedErrors | undefined;
    const info = Array.isArray(body.errorInfo) ? (body.errorInfo as unknown[])[2] : undefined;
    this.errorInfo = typeof info === 'string' && info ? info : undefined;
    this.requestId = typeof body.request_id === 'string' ? body.request_id : undefined;
    this.body = body;
  }
}

/** No answer came. */
export function lineLost(): ApiError {
  return new ApiError(0, { code: navigator.onLine ? 'network' : 'no_network' });
}

/** Nothing reached the server, so the same may be sent again. */
export function isUnreached(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status === 503 || error.code === 'refused');
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
