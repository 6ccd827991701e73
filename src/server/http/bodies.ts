/**
 * Bodies of every kind become one nested object. A parser never throws into the stream: it hands its failure on, and a
 * query that cannot be read waits as `malformed` until a handler asks for it.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { PART_LIMITS } from './limits.ts';
import { parseNested } from './nested.ts';

const MALFORMED = Symbol('malformed');

/** Query text to an object; never throws. */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parseNested(text);
  } catch (error) {
    return { [MALFORMED]: error };
  }
}

/** The query of a request; throws what its parsing would have thrown. */
export function queryOf(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string | symbol, unknown>;
  if (query[MALFORMED]) throw query[MALFORMED];
  return query as Record<string, unknown>;
}

/** The body of a request as an object; throws `bad_body` for anything else. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Failure('bad_body');
  return body as Record<string, unknown>;
}

export async function addBodies(app: FastifyInstance, fileLimit: number): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseNested(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, {});
    try {
      done(null, SUSPECT.test(text) ? JSON.parse(text, dropPrototypeKeys) : JSON.parse(text));
    } catch {
      done(new Failure('bad_body'));
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
      // One byte more, so that the store meets the limit first and names it.
      fileSize: fileLimit + 1,
    },
    throwFileSizeLimit: true,
  });
}

/** Only such a text can name them; looking at every name costs several times what reading does. */
const SUSPECT = /__proto__|constructor|prototype|\\u/;

/** `__proto__` and its kin are no names of ours; they vanish before anything can merge them. */
function dropPrototypeKeys(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' || key === 'constructor' || key === 'prototype' ? undefined : value;
}
