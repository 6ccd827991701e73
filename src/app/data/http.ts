/** Sends HTTP requests: token, language, JSON (plain text becomes `message`), progress, ApiError. Knows no API path. */

import type { StartResponse } from '../../core/generated/api.ts';
import { isObject } from '../../core/json.ts';
import { type QueryParams, queryText } from '../../core/paths/calls.ts';
import { APP_HEADER, appHeader, isSupportedVersion, SERVER_HEADER } from '../../core/sync/protocol.ts';
import { toWireLanguage } from '../../core/text/languages.ts';
import { truncate } from '../../core/text/letters.ts';
import { deviceClock } from './deviceClock.ts';
import { ApiError, noResponseError } from './errors.ts';
import { preferences } from './preferences.ts';
import { networkLost, requestProgress, serverReached, sessionEnded } from './signals.ts';
import { withStoredParts } from './startParts.ts';
import { sessionToken } from './token.ts';

/** The calls that `early.ts` asked for together while the program was still loading. */
export interface EarlyRequests {
  /** Headers of the request. */
  authorization: string;
  language: string;
  /** When it was sent, in milliseconds since the page started. */
  at: number;
  response: Promise<Response>;
  /** What was stored of earlier answers (`startParts.ts`). */
  parts: Promise<Cache | undefined> | undefined;
}

declare global {
  var early: EarlyRequests | undefined;
}

/** Milliseconds after which early answers are too old to use. */
const FRESH = 15_000;

let earlyAnswers: Promise<Map<string, unknown>> | undefined;

async function readEarly({ response, parts }: EarlyRequests): Promise<Map<string, unknown>> {
  try {
    const got = await response;
    if (!got.ok || !isSupportedVersion(got.headers.get(SERVER_HEADER))) return new Map();
    const start = (await got.json()) as StartResponse;
    deviceClock.compare(got);
    serverReached.say();
    return await withStoredParts(start, await parts);
  } catch {
    // Each call is made on its own then, and says what is wrong.
    return new Map();
  }
}

/** Returns the early answer to a call, by its path with the query. Each is taken once. */
async function takeEarly(path: string, session: string | null | undefined): Promise<unknown> {
  const { early } = globalThis;
  if (!early || performance.now() - early.at > FRESH) return undefined;
  if (early.authorization !== `Bearer ${session}`) return undefined;
  if (early.language !== toWireLanguage(preferences().language)) return undefined;
  earlyAnswers ??= readEarly(early);
  const answers = await earlyAnswers;
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: QueryParams;
  /** Sent as JSON; FormData, and a Blob that holds JSON, are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent without the token: a 401 response is about the typed password, not about the session. */
  anonymous?: boolean;
  /** Token of a session other than that of this browser, which goes on when the other ends. */
  session?: string | undefined;
  /** Ignores a 401 response, because the user is logging out. */
  leaving?: boolean;
  /** Not shown by the progress bar. */
  quiet?: boolean;
  /** The caller says itself, where it stands, that the network was lost: no bar covers it. */
  saysLoss?: boolean;
}

export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const url = `${path}${queryText(options.query)}`;
  const early = options.method ? undefined : await takeEarly(url, options.session ?? sessionToken.get());
  if (early !== undefined) return early as T;
  const response = await send(path, options);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('text/plain')) return { message: text } as T;
  let body: unknown;
  try {
    body = text ? JSON.parse(text) : undefined;
  } catch {
    throw new ApiError(response.status, { code: 'invalid_response' });
  }
  // The documents allow a failure in a 200 response.
  if (isObject(body) && Array.isArray(body.errorInfo)) throw new ApiError(response.status, body);
  return body as T;
}

/** Reads a response line by line (NDJSON), passing on each line as it arrives. A line with `error` throws an ApiError. */
export async function callLines(path: string, options: CallOptions, onLine: (line: unknown) => void): Promise<void> {
  const response = await send(path, { ...options, headers: { ...options.headers, Accept: 'application/x-ndjson' } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const take = (text: string) => {
    const line = JSON.parse(text) as { error?: Record<string, unknown>; status?: number };
    if (line.error) throw new ApiError(line.status ?? 500, line.error);
    onLine(line);
  };
  try {
    for (;;) {
      const piece = await reader?.read().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        networkLost.say();
        throw noResponseError();
      });
      if (!piece || piece.done) break;
      const lines = (rest + piece.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    }
  } finally {
    // Of a response that is not read to its end, no more is received. Of one that broke there is nothing to cancel.
    reader?.cancel().catch(() => {});
  }
}

/** Gets a fraction from 0 to 1, or null if the length is unknown, and the bytes so far. */
export type OnProgress = (share: number | null, bytes: number) => void;

/** Downloads a file. */
export async function download(
  path: string,
  options: CallOptions & { onProgress?: OnProgress } = {},
): Promise<{ blob: Blob; name: string | null }> {
  const response = await send(path, options);
  const name = fileName(response.headers.get('content-disposition'));
  const total = Number(response.headers.get('content-length')) || 0;
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  if (!response.body || !options.onProgress) return { blob: await response.blob(), name };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let got = 0;
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    parts.push(piece.value as Uint8Array<ArrayBuffer>);
    got += piece.value.length;
    options.onProgress(total ? Math.min(1, got / total) : null, got);
  }
  return { blob: new Blob(parts, { type }), name };
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = {
    'Accept-Language': toWireLanguage(preferences().language),
    ...options.headers,
  };
  // The server notes how wrong this clock is.
  if (options.method) headers['X-Device-Time'] = new Date().toISOString();
  // It then refuses changes that do not name the version which they are made of.
  headers[APP_HEADER] = appHeader;
  const held = options.session ?? sessionToken.get();
  if (held && !options.anonymous) headers.Authorization = `Bearer ${held}`;
  const form = options.body instanceof FormData;
  const asIs = form || options.body instanceof Blob;
  if (options.body !== undefined && !form) headers['Content-Type'] = 'application/json';
  // What a change leaves behind is asked for again.
  if (options.method) globalThis.early = undefined;
  if (!options.quiet) requestProgress.start();
  try {
    const url = `${path}${queryText(options.query)}`;
    const response = await fetch(`/api/${url}`, {
      method: options.method ?? 'GET',
      headers,
      ...(options.body !== undefined && { body: asIs ? (options.body as BodyInit) : JSON.stringify(options.body) }),
      ...(options.signal && { signal: options.signal }),
    });
    deviceClock.compare(response);
    serverReached.say();
    if (!isSupportedVersion(response.headers.get(SERVER_HEADER))) throw new ApiError(426, { code: 'server_outdated' });
    if (response.ok) return response;
    const failure = new ApiError(response.status, await bodyOf(response));
    // A session that ended earlier says nothing about that of the person who is logged in now.
    const isOfNow = (held ?? null) === sessionToken.get();
    if (response.status === 401 && !options.anonymous && !options.leaving && !options.session && isOfNow)
      sessionEnded.say(failure.message);
    throw failure;
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    if (!options.saysLoss) networkLost.say();
    throw noResponseError();
  } finally {
    if (!options.quiet) requestProgress.end();
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === 'object' ? (body as Record<string, unknown>) : {};
  } catch {
    // Ignore an HTML page of a proxy. A plain text is a message.
    return response.headers.get('content-type')?.startsWith('text/plain') ? { message: truncate(text, 300) } : {};
  }
}

function fileName(disposition: string | null): string | null {
  if (!disposition) return null;
  const extended = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition)?.[1];
  if (extended) return decodeURIComponent(extended.trim());
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
}
