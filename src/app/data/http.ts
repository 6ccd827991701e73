/** One call over HTTP (a plain-text answer is its `message`): bearer token, language, JSON both ways, progress, failures as ApiError. Nothing here knows a path. */
import { toWireLanguage } from '../../core/text/languages.ts';
import { ApiError, lineLost } from './errors.ts';
import { preferences } from './preferences.ts';
import { networkLost, progress, sessionEnded } from './signals.ts';
import { token } from './token.ts';

/** What `early.ts` asked for before the program was here. */
export interface EarlyResponse {
  /** Header of the person it was asked for. */
  authorization: string;
  /** Milliseconds since the page began. */
  at: number;
  response: Promise<Response>;
}

declare global {
  /** By path with its query. */
  var early: Record<string, EarlyResponse> | undefined;
}

/** Each is taken once. From here on it is this program that asks: an `early.ts` that arrives later does nothing. */
globalThis.early ??= {};
const asked = globalThis.early;

/** Milliseconds; what nobody took until then is old. */
const FRESH = 15_000;

/** Asks now for what a screen will ask for; `path` with its query as `call` makes it. */
export function askEarly(path: string): void {
  const held = token.get();
  if (!held || asked[path]) return;
  const headers = { 'Accept-Language': toWireLanguage(preferences().language), Authorization: `Bearer ${held}` };
  const response = fetch(`/api/${path}`, { headers });
  // Whoever takes it meets the failure; perhaps nobody does.
  response.catch(() => {});
  asked[path] = { authorization: headers.Authorization, at: performance.now(), response };
}

/** A second reading of what was asked for early; called before anybody takes it. */
export function readEarly(path: string): Promise<Response> | undefined {
  return asked[path]?.response.then((response) => response.clone());
}

function takeEarly(path: string, authorization: string | undefined): Promise<Response> | undefined {
  const found = asked[path];
  if (!found) return undefined;
  delete asked[path];
  return found.authorization === authorization && performance.now() - found.at < FRESH ? found.response : undefined;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string | number | boolean | undefined | null>;
  /** JSON, or FormData as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent without the token: a 401 answer is about the typed password, not about the session. */
  anonymous?: boolean;
  /** A 401 answer is no news: the session is being left. */
  leaving?: boolean;
  /** Not shown by the progress bar. */
  quiet?: boolean;
}

export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(path, options);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('text/plain')) return { message: text } as T;
  try {
    return (text ? JSON.parse(text) : undefined) as T;
  } catch {
    throw new ApiError(response.status, { code: 'invalid_response' });
  }
}

/** An answer line by line (NDJSON): each line is given on as it comes. A line that holds `error` is thrown as ApiError. */
export async function callLines(path: string, options: CallOptions, onLine: (line: unknown) => void): Promise<void> {
  const response = await send(path, { ...options, headers: { ...options.headers, Accept: 'application/x-ndjson' } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const take = (text: string) => {
    const line = JSON.parse(text) as { error?: Record<string, unknown>; status?: number };
    if (line.error) throw new ApiError(line.status ?? 500, line.error);
    onLine(line);
  };
  for (;;) {
    const piece = await reader?.read().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      networkLost.say();
      throw lineLost();
    });
    if (!piece || piece.done) break;
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}

/** A file; `onProgress` gets 0 to 1 when the length is known, else null; and the bytes so far. */
export async function download(
  path: string,
  options: CallOptions & { onProgress?: (share: number | null, bytes: number) => void } = {},
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
  const held = token.get();
  if (held && !options.anonymous) headers.Authorization = `Bearer ${held}`;
  const form = options.body instanceof FormData;
  if (options.body !== undefined && !form) headers['Content-Type'] = 'application/json';
  if (!options.quiet) progress.start();
  try {
    const url = `${path}${queryText(options.query)}`;
    const early = options.method ? undefined : takeEarly(url, headers.Authorization);
    const response = await (early ??
      fetch(`/api/${url}`, {
        method: options.method ?? 'GET',
        headers,
        ...(options.body !== undefined && { body: form ? (options.body as FormData) : JSON.stringify(options.body) }),
        ...(options.signal && { signal: options.signal }),
      }));
    if (response.ok) return response;
    const failure = new ApiError(response.status, await bodyOf(response));
    if (response.status === 401 && !options.anonymous && !options.leaving) sessionEnded.say(failure.message);
    throw failure;
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    networkLost.say();
    throw lineLost();
  } finally {
    if (!options.quiet) progress.end();
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === 'object' ? (body as Record<string, unknown>) : {};
  } catch {
    // A page of something in between is nothing to read out; a plain sentence is.
    return response.headers.get('content-type')?.startsWith('text/plain') ? { message: text.slice(0, 300) } : {};
  }
}

export function queryText(query: CallOptions['query']): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

function fileName(disposition: string | null): string | null {
  if (!disposition) return null;
  const extended = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition)?.[1];
  if (extended) return decodeURIComponent(extended.trim());
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
}
