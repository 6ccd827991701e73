/** The synchronisation's requests over HTTP, with the session of the person. */
import type { SyncDone, SyncDoneResponse, SyncStateResponse } from '../../core/generated/api.ts';
import { pageReader } from '../../core/sync/pages.ts';
import { syncErrorOf, syncRequestOf, syncResponseOf } from '../../core/sync/request.ts';
import { type CheckResult, type ReferenceEntry, SyncError, type SyncTransport } from '../../core/sync/transport.ts';
import { deviceClock } from '../data/deviceClock.ts';
import { isApiError } from '../data/errors.ts';
import { type CallOptions, call, callLines } from '../data/http.ts';
import type { FormApi } from '../data/source.ts';
import { uploadInChunks } from './upload.ts';

/** The network bar does not show these requests: the Sync screen says how they go. */
const QUIET = { quiet: true, saysLoss: true } as const;

/** Idempotency keys in one request. */
const KEYS = 1000;

/**
 * `apiOf` returns the base path of a form's API and the key of its records in responses. `session` is the token of a session other
 * than that of this browser.
 */
export function httpTransport(apiOf: (form: string) => Promise<FormApi>, session?: string): SyncTransport {
  const asWho = { ...QUIET, session };
  const ask = <T>(path: string, options: CallOptions): Promise<T> =>
    withSyncErrors(call<T>(path, { ...asWho, ...options }));
  return {
    async send(operation, signal) {
      const { base, record = 'data' } = await apiOf(operation.form);
      const { path, ...request } = syncRequestOf(operation);
      const headers = { 'Idempotency-Key': operation.id };
      const body = await ask<unknown>(`${base}/${path}`, { ...request, headers, ...given(signal) });
      return syncResponseOf(operation, body, record, deviceClock.now().toISOString());
    },
    sendFile: (file, onStarted, signal) => uploadInChunks(file, onStarted, signal, session),
    async records({ forms, ids, ...rest }, take, signal) {
      const query = { forms: forms?.join(), ids: ids?.join(), ...rest };
      const pages = pageReader(take);
      const asked = withSyncErrors(callLines('sync/records', { query, ...asWho, ...given(signal) }, pages.line));
      await asked.then(() => pages.end(), pages.end);
    },
    check: (held, signal) =>
      ask<CheckResult>('sync/check', { method: 'POST', body: { records: held }, ...given(signal) }),
    async done(ids, signal) {
      const found: SyncDone[] = [];
      for (let at = 0; at < ids.length; at += KEYS) {
        const body = { ids: ids.slice(at, at + KEYS) };
        found.push(...(await ask<SyncDoneResponse>('sync/done', { method: 'POST', body, ...given(signal) })).done);
      }
      return found;
    },
    reference: (signal) => ask<{ entries: ReferenceEntry[] }>('sync/reference', given(signal)),
    async read(path, signal) {
      if (!path.startsWith('sync/places')) return ask(path, given(signal));
      const places: unknown[] = [];
      let total: number | undefined;
      const onLine = (line: unknown) => {
        const { place, places: count } = line as { place?: unknown; places?: number };
        if (place) places.push(place);
        else total = count;
      };
      await withSyncErrors(callLines(path, { ...asWho, ...given(signal) }, onLine));
      if (total !== places.length) throw new SyncError(0, { code: 'network' });
      return places;
    },
  };
}

/** Returns a text that is the same as long as there is nothing new to receive. Null if that is not known. */
export async function serverState(signal?: AbortSignal): Promise<string | null> {
  return (await withSyncErrors(call<SyncStateResponse>('sync/state', { ...QUIET, ...given(signal) }))).state;
}

const given = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** Turns the app's error of a refused request into that of the synchronisation. */
export async function withSyncErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (isApiError(error)) throw syncErrorOf(error.status, { ...error.body, code: error.code, message: error.message });
    if (error instanceof DOMException && error.name === 'AbortError') throw new SyncError(0, { code: 'aborted' });
    throw error;
  }
}
