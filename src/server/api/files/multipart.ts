/**
 * A multipart body as an object: files go to the store first and stand in it as ids of attachments. What cameras wrote into
 * pictures stays only for questions that ask for it.
 */
import type { FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { keepsPosition } from '../../../core/form/types/question.ts';
import type { Actor } from '../../../core/records/types.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { nestPairs } from '../../http/nested.ts';
import type { Services } from '../../http/services.ts';

export async function readMultipart(
  request: FastifyRequest,
  services: Services,
  form: CompiledForm,
  actor: Actor,
): Promise<Record<string, unknown>> {
  const pairs: [string, string][] = [];
  const files: [string, string][] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated)
          throw new Failure('too_large', { params: { limit: '1 MB' } });
        pairs.push([part.fieldname, String(part.value ?? '')]);
      } else if (part.filename === '') {
        part.file.resume();
      } else {
        const field = part.fieldname.replace(/\[\d*\]$/, '');
        const keepMetadata = keepsPosition(form, field);
        const { id } = await services.files.save(part.file, part.filename ?? 'file', actor.id, { keepMetadata });
        files.push([field, id]);
      }
    }
  } catch (error) {
    throw multipartFailure(error);
  }
  const body = nestPairs(pairs);
  for (const [name, id] of files) {
    const there = body[name];
    body[name] = [...(Array.isArray(there) ? there : there === undefined || there === '' ? [] : [there]), id];
  }
  return body;
}

/**
 * The reader's own errors carry no status: a torn or misformed body is the sender's doing. Whoever hangs up gives a reset
 * connection too, but one that no system call met.
 */
export function multipartFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { code, statusCode, syscall } = error as { code?: string; statusCode?: number; syscall?: string };
  if (statusCode) return error;
  if (isUnavailable(error) && (code !== 'ECONNRESET' || syscall)) return error;
  return new Failure('bad_body', { cause: error });
}
