/**
 * Sends every failure as `{code, number, message, errors?, more_errors?, errorInfo?, request_id?}` in the user's language.
 * An error that is not a `Failure` is a malformed request (4xx) or our fault (5xx): logged with its id, no internals sent.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { failureBody, fieldErrors as fieldErrorsOf, type Sentences } from '../../core/errors/body.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { ownSentence } from '../../core/errors/words.ts';
import type { ErrorResponse } from '../../core/generated/api.ts';
import type { Language } from '../../core/text/languages.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { BODY_LIMIT, PART_LIMITS } from './limits.ts';
import { addressOf, routeOf } from './logLine.ts';
import type { Outage } from './outage.ts';
import { words } from './words.ts';

declare module 'fastify' {
  interface FastifyInstance {
    outage: Outage;
  }
}

/** Returns the sentence of an error code. */
export function errorWords(language: Language, code: string, params: Record<string, unknown> = {}): string {
  return ownSentence(params, language) ?? words(language, `errors:${code}`, params);
}

/** Returns what writes sentences in a language. */
function sentencesIn(language: Language): Sentences {
  return {
    of: (code, params) => errorWords(language, code, params),
    more: (count) => words(language, 'server:more_errors', { count }),
  };
}

/** Adds sentences to field errors. The keys are JSON Pointers. */
export function fieldErrors(errors: RecordErrors, language: Language): NonNullable<ErrorResponse['errors']> {
  return fieldErrorsOf(errors, sentencesIn(language));
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
export function asFailure(error: unknown, bodyLimit?: number): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return new Failure('internal');
  return (
    requestFailure(error as FastifyError, bodyLimit) ?? new Failure(isUnavailable(error) ? 'unavailable' : 'internal')
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
  const about = { route: routeOf(request), ...addressOf(request.url) };
  const isLeft = failure.code === 'unavailable' && request.raw.socket.destroyed;
  if (isLeft) request.log.info(about, 'the reader left before the answer');
  else if (!request.server.outage.note(error)) request.log.error({ err: error, ...about }, 'request failed');
}

/** Sends an error response. All errors of requests pass through here. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error, request.routeOptions.bodyLimit);
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
