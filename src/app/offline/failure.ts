/** Refusals of the device, as the server would send them. */

import Dexie from 'dexie';
import i18next from 'i18next';
import { type ErrorSentences, failureBody } from '../../core/errors/body.ts';
import { Failure } from '../../core/errors/failure.ts';
import { type ErrorParams, type ErrorWords, errorSentence, interpolate } from '../../core/errors/recordErrors.ts';
import { getOwn } from '../../core/json.ts';
import { SyncError } from '../../core/sync/transport.ts';
import type { Language } from '../../core/text/languages.ts';
import { ApiError } from '../data/errors.ts';
import type { DataSource } from '../data/source.ts';
import { isStorageFull, LocalAccountError } from './store/errors.ts';

/** Loads the sentences that the server otherwise writes. */
export async function loadErrorSentences(): Promise<void> {
  await i18next.loadNamespaces(['errors', 'server']);
}

/** Returns what writes error sentences. `loadErrorSentences` must have been called. */
export function errorSentencesIn(language: Language): ErrorSentences {
  const errors = (i18next.getResourceBundle(i18next.language, 'errors') ?? {}) as ErrorWords;
  return {
    of: (code, params) => errorSentence(errors, code, params, language),
    more: (count) => serverSentence(language, 'more_errors', { count }),
  };
}

/** Returns a sentence of `locales/<language>/server.json`. */
export function serverSentence(language: Language, key: string, params: ErrorParams): string {
  const words = (i18next.getResourceBundle(i18next.language, 'server') ?? {}) as Record<string, string>;
  return interpolate(getOwn(words, key) ?? key, params, language);
}

/** Runs `work`, after `loadErrorSentences`, and throws each failure as an ApiError, with the body that the server would have sent. */
export async function withServerErrors<T>(language: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new ApiError(error.status, failureBody(error, errorSentencesIn(language)));
  }
}

/** Throws what the browser's database or the store of the account refused as an ApiError that says so, and other errors as they are. */
function throwStoreError(error: unknown): never {
  const isStore =
    error instanceof LocalAccountError ||
    error instanceof Dexie.DexieError ||
    (error instanceof DOMException && error.name !== 'AbortError');
  if (!isStore && !isStorageFull(error)) throw error;
  console.warn('the store of this device failed', error);
  if (isStorageFull(error)) throw new ApiError(507, { code: 'store_full' });
  const isLocked = error instanceof LocalAccountError && error.reason === 'locked';
  throw isLocked ? new ApiError(409, { code: 'store_locked' }) : new ApiError(500, { code: 'store_failed' });
}

/** Makes each request throw what the store of the device refused as an ApiError. */
export function withStoreErrors(source: DataSource): DataSource {
  type Request = (...given: unknown[]) => Promise<unknown>;
  const spoken = (request: Request): Request => {
    return (...given) => request(...given).catch(throwStoreError);
  };
  const all = Object.entries(source) as [string, Request][];
  return Object.fromEntries(all.map(([name, request]) => [name, spoken(request)])) as DataSource;
}

/** Returns what the server or the store of the device refused as an ApiError, and other errors as they are. */
export function toApiError(error: unknown): unknown {
  if (error instanceof SyncError) {
    const { status, code, message } = error;
    return new ApiError(status, { code, ...(message !== code && { message }) });
  }
  try {
    throwStoreError(error);
  } catch (failure) {
    return failure;
  }
}

/** Returns a rejected promise: only the server can do this. */
export function rejectOffline(): Promise<never> {
  return Promise.reject(new ApiError(409, { code: 'offline_mode' }));
}

/** Returns a rejected promise: charts and maps need the server. */
export function rejectCharts(): Promise<never> {
  return Promise.reject(new ApiError(409, { code: 'offline_charts' }));
}
