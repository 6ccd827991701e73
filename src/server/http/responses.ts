/**
 * What every response has: its headers, its line in the log and, if it refuses, the error as
 * `{code, number, message, errors?, more_errors?, errorInfo?, request_id?}` in the user's language.
 *
 * Styles may be inline because the component library writes them; of scripts only the one that the build writes into index.html, by
 * its hash. An app that is too old for this server is refused before it reads or changes anything (`core/sync/protocol`).
 *
 * An error that is not a `Failure` is a malformed request (4xx) or our fault (5xx): logged with its id, no internals sent.
 *
 * Logs are kept longer and read by more people than data. So search texts and the tokens of public pages are left out.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { type ErrorSentences, failureBody, fieldErrors } from '../../core/errors/body.ts';
import { Failure } from '../../core/errors/failure.ts';
import { definitionSentence, type RecordErrors } from '../../core/errors/recordErrors.ts';
import type { ErrorResponse } from '../../core/generated/api.ts';
import { APP_HEADER, isSupportedVersion, PROTOCOL_VERSION, SERVER_HEADER } from '../../core/sync/protocol.ts';
import type { Language } from '../../core/text/languages.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { BODY_LIMIT, PART_LIMITS } from './limits.ts';
import type { Outage } from './outage.ts';
import { words } from './words.ts';

const POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  mediaSrc: ["'self'", 'blob:'],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  // A form that is written stands beside its questions as people will see it, in a frame of our own page.
  frameSrc: ["'self'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
};

/** Sent with stored files instead of `POLICY`: a file may display itself and do nothing else. */
export const FILE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** Sent with the worker that reads barcodes instead of `POLICY`, so that no page has to allow WebAssembly. */
export const WASM_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Returns the entity tag of a content, without its quotes. */
export function etagOf(content: string): string {
  return hash('sha256', content, 'base64url').slice(0, 24);
}

/** Returns the sources that allow the scripts which stand in index.html itself. */
function inlineScripts(appDir: string): string[] {
  const index = join(appDir, 'index.html');
  const html = existsSync(index) ? readFileSync(index, 'utf8') : '';
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  );
}

export async function addSecurityHeaders(app: FastifyInstance, appDir: string): Promise<void> {
  const scriptSrc = [...POLICY.scriptSrc, ...inlineScripts(appDir)];
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...POLICY, scriptSrc } },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    hsts: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'geolocation=(self), camera=(self), microphone=(self), payment=()');
  });
}

export function addProtocolHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return;
    reply.header(SERVER_HEADER, String(PROTOCOL_VERSION));
    const client = request.headers[APP_HEADER];
    if (typeof client === 'string' && !isSupportedVersion(client)) throw new Failure('app_outdated');
  });
}

export function requestId(): string {
  return uuid();
}

/** Adds the id of the request, which people see with a server error, and that answers of the API are not stored. */
export function addRequestHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', String(request.id));
    // The pattern, not the address: letters of an address can be written as %61.
    const isApi = request.routeOptions.url?.startsWith('/api/');
    if (isApi && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** Returns true if the client takes an answer packed with gzip. */
export function acceptsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''));
}

declare module 'fastify' {
  interface FastifyInstance {
    outage: Outage;
  }
}

/** Returns the sentence of an error code. */
export function errorSentenceIn(language: Language, code: string, params: Record<string, unknown> = {}): string {
  return definitionSentence(params, language) ?? words(language, `errors:${code}`, params);
}

/** Returns what writes sentences in a language. */
function sentencesIn(language: Language): ErrorSentences {
  return {
    of: (code, params) => errorSentenceIn(language, code, params),
    more: (count) => words(language, 'server:more_errors', { count }),
  };
}

/** Adds sentences to field errors. The keys are JSON Pointers. */
export function fieldErrorsWithText(errors: RecordErrors, language: Language): NonNullable<ErrorResponse['errors']> {
  return fieldErrors(errors, sentencesIn(language));
}

/** Converts error codes that the caller caused, from Fastify, body parsers, the multipart reader and the database. */
function requestFailure(error: FastifyError, limit?: number): Failure | undefined {
  const code = error.code ?? '';
  // A NUL character, which PostgreSQL accepts in no text.
  if (code === '22021') return new Failure('bad_body');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limit);
  const parts = /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.exec(code)?.[1];
  if (parts)
    return new Failure('too_many', { params: { limit: parts === 'FILES' ? PART_LIMITS.files : PART_LIMITS.fields } });
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_ASYNC_CONSTRAINT') return new Failure('route_not_found');
  if (/^FST_(ERR_CTP|INVALID|PROTO|ERR_VALIDATION)/.test(code)) return new Failure('bad_body');
  const status = error.statusCode ?? 500;
  if (status === 404) return new Failure('route_not_found');
  if (status === 413) return tooLarge(limit);
  if (status === 429) return new Failure('rate_limited');
  return status >= 400 && status < 500 ? new Failure('bad_body') : undefined;
}

function tooLarge(limit = BODY_LIMIT): Failure {
  return new Failure('too_large', { params: { limit: `${limit / 1024 / 1024} MB` } });
}

/** Converts anything thrown to a failure of the catalogue. `bodyLimit` is that of the route, in bytes. */
export function toFailure(error: unknown, bodyLimit?: number): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return new Failure('internal');
  return (
    requestFailure(error as FastifyError, bodyLimit) ??
    new Failure(isDatabaseUnavailable(error) ? 'unavailable' : 'internal')
  );
}

/** Returns the body of a failure in one language. `failure.detail` adds keys, such as both sides of a conflict. */
export function errorBody(failure: Failure, language: Language, requestId: string) {
  return failureBody(failure, sentencesIn(language), requestId);
}

/**
 * Logs what is our fault. An outage of the database is told by its own two lines (`outage.ts`), and a reader who left before the
 * answer was written is no error.
 */
export function logFailure(request: FastifyRequest, failure: Failure, error: unknown): void {
  if (failure.status < 500) return;
  const about = { route: routePattern(request), ...loggableAddress(request.url) };
  const isLeft = failure.code === 'unavailable' && request.raw.socket.destroyed;
  if (isLeft) request.log.info(about, 'the reader left before the answer');
  else if (!request.server.outage.note(error)) request.log.error({ err: error, ...about }, 'request failed');
}

/** Sends an error response. All errors of requests pass through here. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toFailure(error, request.routeOptions.bodyLimit);
  logFailure(request, failure, error);
  if (failure.status === 429 && typeof failure.params?.seconds === 'number') {
    reply.header('retry-after', String(failure.params.seconds));
  }
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
  // Fastify closes the connection after a body it refused; here `discardUnreadBodies` reads the rest instead. A caller who asked to
  // close keeps the header, or they would go on with a closed connection.
  const isAskedToClose = /\bclose\b/i.test(request.headers.connection ?? '');
  if (!isAskedToClose && reply.hasHeader('connection')) reply.removeHeader('connection');
  reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure, request.language ?? 'en', String(request.id))));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The matched path pattern of routes behind a wildcard; empty for others. */
    pattern: string;
  }
}

/** Matches 128 random bits as written in addresses. Words in addresses are lower case without digits. */
const SECRET = /^(?=.*[A-Z0-9])[A-Za-z0-9_-]{22}$/;
const LONGEST = 300;

/** Returns the pattern of the matched route. There are few patterns, whatever path is requested. */
export function routePattern(request: FastifyRequest): string {
  return request.pattern || request.routeOptions.url || 'none';
}

/** Returns what may be logged of an address: the path without secrets, and the names of query parameters without values. */
export function loggableAddress(url: string): { path: string; query?: string[] } {
  const [path = '', query] = url.split('?', 2);
  const told = path.split('/').map((segment) => (SECRET.test(segment) ? ':secret' : segment));
  return {
    path: told.join('/').slice(0, LONGEST),
    ...(query && { query: [...new Set(new URLSearchParams(query.slice(0, 2_000)).keys())].slice(0, 20) }),
  };
}

/** Logs a line per response. Every line has the request id (`reqId`), which people see with a server error. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('pattern', '');
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: routePattern(request),
      ...loggableAddress(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
