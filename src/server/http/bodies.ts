/**
 * Parses bodies of every content type into one nested object. Parsers never throw into the stream; they pass the error on.
 * An unreadable query is stored as `MALFORMED` until a handler reads the query. Form-encoded text (`a[b][0]=x`) beyond the limits is
 * refused: by default, its parser would silently keep the first 1,000 of 1,500 answers.
 * Also discards the rest of a body that was not read. A request may be answered early: too large, no login, no such path, disk
 * full. The rest of its body would come before the next request on the connection, which a proxy may share between users.
 * Closing at once could lose the response if the caller is still sending.
 */

import type { IncomingMessage, Server } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import qs from 'qs';
import { Failure } from '../../core/errors/failure.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { isObject, JSON_LIMITS, jsonExcess, pointerSteps, RESERVED_NAMES } from '../../core/json.ts';
import { issuesFailure, jsonSyntaxIssues } from './issues.ts';
import { PART_LIMITS } from './limits.ts';

const MALFORMED = Symbol('malformed');

/** Parses a query string to an object. Never throws. */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parseNested(text);
  } catch (error) {
    return { [MALFORMED]: error };
  }
}

/** Returns the query of a request. Throws what its parsing or the check of the route found, if anything. */
export function checkedQueryOf<Query = Record<string, unknown>>(request: FastifyRequest): Query {
  const query = request.query as Record<string | symbol, unknown>;
  const wrong = query[MALFORMED] ?? request.validationError;
  if (wrong) throw wrong;
  return query as Query;
}

/** Returns the body of a request. Throws what the check of the route found, and `bad_body` for what is no object. */
export function checkedBodyOf<Body = Record<string, unknown>>(request: FastifyRequest): Body {
  if (request.validationError) throw request.validationError;
  const body = request.body ?? {};
  if (!isObject(body)) throw new Failure('bad_body');
  return body as Body;
}

/** A body without the keys that do not fit, and their errors. */
export interface PartialBody<Body> {
  body: Partial<Body>;
  errors: RecordErrors;
}

/** Returns what fits of a body. The call adds the errors that no shape can say, so that all are told at once. */
export function readPartialBody<Body>(request: { body?: unknown; validationError?: unknown }): PartialBody<Body> {
  const wrong = request.validationError;
  const errors = wrong instanceof Failure ? wrong.errors : undefined;
  if (wrong && !errors) throw wrong;
  const keys = new Set(Object.keys(errors ?? {}).map((pointer) => pointerSteps(pointer)[0]));
  const fits = Object.entries(request.body ?? {}).filter(([key]) => !keys.has(key));
  return { body: Object.fromEntries(fits) as Partial<Body>, errors: errors ?? {} };
}

/** What was form-encoded or multipart, which holds texts where JSON has numbers. */
const textual = new WeakSet<object>();

export function isFormEncoded(body: object): boolean {
  return textual.has(body);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the text of a JSON body for `rawBodyText`. */
    keepsText?: boolean;
    /** Returns how many values a JSON body may have, if the route knows it better than `MOST`. */
    mostValues?: (request: FastifyRequest) => number;
  }
}

const texts = new WeakMap<FastifyRequest, string>();

/** Returns the text of a JSON body, if the route keeps it; otherwise an empty text. */
export function rawBodyText(request: FastifyRequest): string {
  return texts.get(request) ?? '';
}

export async function addBodyParsers(app: FastifyInstance, fileLimit: number): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseNested(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, {});
    const { keepsText } = request.routeOptions.config;
    // Definitions are checked as a text, which says where they are too deep.
    if (keepsText) texts.set(request, text);
    try {
      if (!keepsText) mustBeReadable(request, text);
      // Definitions say where such a key stands.
      const isChecked = keepsText || !SUSPECT.test(text);
      done(null, isChecked ? JSON.parse(text) : JSON.parse(text, refusePrototype));
    } catch (error) {
      if (error instanceof Failure) return done(error);
      // Who writes a definition is told line and column.
      const wrong = keepsText ? jsonSyntaxIssues(text) : [];
      done(wrong.length > 0 ? issuesFailure(wrong, request.language) : new Failure('bad_body'));
    }
  });
  app.removeContentTypeParser('text/plain');
  await app.register(multipart, {
    limits: {
      fieldNameSize: 200,
      fieldSize: PART_LIMITS.fieldBytes,
      fields: PART_LIMITS.fields,
      files: PART_LIMITS.files,
      parts: PART_LIMITS.fields + PART_LIMITS.files,
      headerPairs: 100,
      // One byte more, so that the file store reaches its limit first and reports it.
      fileSize: fileLimit + 1,
    },
    throwFileSizeLimit: true,
  });
}

/**
 * Throws `too_many` for more values than the body may have: parsing them takes far longer than counting, and holds up everybody.
 * Throws `bad_body` for one that is too deep.
 */
function mustBeReadable(request: FastifyRequest, text: string): void {
  const { mostValues } = request.routeOptions.config;
  const excess = jsonExcess(text, mostValues ? { ...JSON_LIMITS, values: mostValues(request) } : JSON_LIMITS);
  if (!excess) return;
  throw excess.limit === undefined
    ? new Failure('bad_body')
    : new Failure('too_many', { params: { limit: excess.limit } });
}

/** Only a text that matches can contain such a key. Looking at every key costs several times as much as parsing. */
const SUSPECT = /__proto__|\\u/;

/**
 * Refuses the key `__proto__`: copied to another object it is lost, or changes what that object is. Other keys stay as they
 * were sent, also `constructor`, since names are looked up with `getOwn`.
 */
function refusePrototype(this: unknown, key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Failure('bad_body');
  return value;
}

const LIMITS = {
  parameterLimit: 5000,
  arrayLimit: 1000,
  depth: 8,
  strictDepth: true,
  throwOnLimitExceeded: true,
  allowPrototypes: false,
  ignoreQueryPrefix: true,
} as const;

/** Names that the parser leaves out without a word. */
function isLeftOut(pair: string): boolean {
  const end = pair.indexOf(']=') + 1 || pair.indexOf('=');
  return decoded(end < 0 ? pair : pair.slice(0, end))
    .split(/[[\]?]/)
    .some((name) => RESERVED_NAMES.has(name));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Most brackets in names. Each is an object that is made and merged. */
const MOST_BRACKETS = 10_000;

/** Throws `too_many` (422) beyond the limits, and `bad_body` for a name that every object has. */
function parseNested(text: string): Record<string, unknown> {
  if (hasMore(text, /\[|%5b/gi, MOST_BRACKETS)) throw new Failure('too_many', { params: { limit: MOST_BRACKETS } });
  try {
    if (text.replace(/%5B/gi, '[').replace(/%5D/gi, ']').split('&').some(isLeftOut)) throw new Failure('bad_body');
    const fields = qs.parse(text, LIMITS) as Record<string, unknown>;
    textual.add(fields);
    return fields;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof RangeError) throw new Failure('too_many', { params: { limit: LIMITS.parameterLimit } });
    throw new Failure('bad_body');
  }
}

function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const _found of text.matchAll(pattern)) if (++count > most) return true;
  return false;
}

/** Nests a list of pairs (fields of a multipart body) in the same way. */
export function nestPairs(pairs: [string, string][]): Record<string, unknown> {
  return parseNested(
    pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
  );
}

/** Milliseconds allowed for the rest of a body. After that, the connection is closed. */
const WITHIN = 30_000;

export function discardUnreadBodies(server: Server, within = WITHIN): void {
  server.on('request', (request: IncomingMessage, response) => {
    response.once('finish', () => {
      if (!request.complete && !request.destroyed) discard(request, within);
    });
  });
}

function discard(request: IncomingMessage, within: number): void {
  const { socket } = request;
  const deadline = setTimeout(() => socket.destroy(), within);
  const done = () => {
    clearTimeout(deadline);
    socket.off('close', done);
  };
  request.once('end', done);
  // An answered request is not told when its connection closes. The deadline would keep a stopping process running.
  socket.once('close', done);
  // A parser that stopped midway blocks the stream.
  request.unpipe();
  request.resume();
}
