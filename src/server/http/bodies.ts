/**
 * Parses bodies of every content type into one nested object. Parsers never throw into the stream; they pass the error on.
 * An unreadable query is stored as `MALFORMED` until a handler reads the query.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { excessIn, isObject, MOST, pointerSteps } from '../../core/errors/json.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import { refused, syntaxIn } from './issues.ts';
import { PART_LIMITS } from './limits.ts';
import { parseNested } from './nested.ts';

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
export function queryOf<Query = Record<string, unknown>>(request: FastifyRequest): Query {
  const query = request.query as Record<string | symbol, unknown>;
  const wrong = query[MALFORMED] ?? request.validationError;
  if (wrong) throw wrong;
  return query as Query;
}

/** Returns the body of a request. Throws what the check of the route found, and `bad_body` for what is no object. */
export function bodyOf<Body = Record<string, unknown>>(request: FastifyRequest): Body {
  if (request.validationError) throw request.validationError;
  const body = request.body ?? {};
  if (!isObject(body)) throw new Failure('bad_body');
  return body as Body;
}

/** A body without the keys that do not fit, and their errors. */
export interface BodySoFar<Body> {
  body: Partial<Body>;
  errors: RecordErrors;
}

/** Returns what fits of a body. The call adds the errors that no shape can say, so that all are told at once. */
export function bodySoFar<Body>(request: { body?: unknown; validationError?: unknown }): BodySoFar<Body> {
  const wrong = request.validationError;
  const errors = wrong instanceof Failure ? wrong.errors : undefined;
  if (wrong && !errors) throw wrong;
  const keys = new Set(Object.keys(errors ?? {}).map((pointer) => pointerSteps(pointer)[0]));
  const fits = Object.entries(request.body ?? {}).filter(([key]) => !keys.has(key));
  return { body: Object.fromEntries(fits) as Partial<Body>, errors: errors ?? {} };
}

/** Form-encoded bodies, which hold texts where JSON has numbers. */
const textual = new WeakSet<object>();

export function isTextual(body: object): boolean {
  return textual.has(body);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the text of a JSON body for `textOf`. */
    keepsText?: boolean;
    /** Returns how many values a JSON body may have, if the route knows it better than `MOST`. */
    mostValues?: (request: FastifyRequest) => number;
  }
}

const texts = new WeakMap<FastifyRequest, string>();

/** Returns the text of a JSON body, if the route keeps it; otherwise an empty text. */
export function textOf(request: FastifyRequest): string {
  return texts.get(request) ?? '';
}

export async function addBodies(app: FastifyInstance, fileLimit: number): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      const fields = parseNested(String(body));
      textual.add(fields);
      done(null, fields);
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
      const wrong = keepsText ? syntaxIn(text) : [];
      done(wrong.length > 0 ? refused(wrong, request.language) : new Failure('bad_body'));
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
  const excess = excessIn(text, mostValues ? { ...MOST, values: mostValues(request) } : MOST);
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
