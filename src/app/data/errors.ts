/**
 * A failed request with the server's full response. Status 0 means no response. Errors without a message from our server get
 * a local one in the user's language, chosen by what the browser knows.
 */

import i18next from 'i18next';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { getOwn } from '../../core/json.ts';

/** Errors of a 422 response, which have a message beside the code. */
export type ErrorsWithMessages = { [pointer: string]: (RecordErrors[string][number] & { message?: string })[] };

/** Text keys of the errors that have no message from the server, by code. */
const OWN_WORDS = {
  /** The device has no network. */
  no_network: 'error.noNetwork',
  /** The device has a network, but no response came. */
  network: 'error.noAnswer',
  /** A gateway in front of the server responded that it cannot reach the server. */
  refused: 'error.refused',
  /** Any other failure that is not a response of our server. */
  http_error: 'error.httpCall',
  /** A successful response that cannot be read. */
  invalid_response: 'error.invalidResponse',
  /** The response is about something else than a record. */
  record_not_found: 'notFound.record',
  /** Only the server can do this, and the person works offline. */
  offline_mode: 'error.offlineMode',
  /** A chart, a figure or a map that only the server can make. */
  offline_charts: 'error.offlineCharts',
  /** The store of this device has no definitions yet. */
  not_prepared: 'error.deviceNotPrepared',
  /** The content of the file is not on this device. */
  file_not_here: 'error.fileNotHere',
  /** The server is of a version that this app does not understand any more. */
  server_outdated: 'error.serverOutdated',
  /** The browser has no space for what was to be stored. */
  store_full: 'error.storeFull',
  /** The store of the account is not open. It opens with the password. */
  store_locked: 'error.storeLocked',
  /** The browser's database or the store of the account failed. */
  store_failed: 'error.storeFailed',
} as const;

const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly number: number | undefined;
  readonly errors: ErrorsWithMessages | undefined;
  /** Third item of the response's errorInfo: the message of the first refused answer, else of the whole response. */
  readonly errorInfo: string | undefined;
  readonly requestId: string | undefined;
  /** The whole response body. That of a 417 contains `mine` and `theirs`. */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    const code = typeof body.code === 'string' ? body.code : GATEWAY.has(status) ? 'refused' : 'http_error';
    const own = getOwn(OWN_WORDS, code) ?? OWN_WORDS.http_error;
    const said = [body.description, body.message].find((words) => typeof words === 'string' && words !== '');
    super(typeof said === 'string' ? said : i18next.t(own));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.number = typeof body.number === 'number' ? body.number : undefined;
    this.errors = body.errors as ErrorsWithMessages | undefined;
    const info = Array.isArray(body.errorInfo) ? (body.errorInfo as unknown[])[2] : undefined;
    this.errorInfo = typeof info === 'string' && info ? info : undefined;
    this.requestId = typeof body.request_id === 'string' ? body.request_id : undefined;
    this.body = body;
  }
}

/** Returns the error for a request that got no response. */
export function noResponseError(): ApiError {
  return new ApiError(0, { code: navigator.onLine ? 'network' : 'no_network' });
}

/** Returns true for no response, a 503 or a gateway's error. The same request may be sent again. */
export function isServerUnreachable(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status === 503 || error.code === 'refused');
}

/** Returns true if the device has no network at all. */
export function isNoNetwork(error: unknown): boolean {
  return isApiError(error) && error.code === 'no_network';
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
