/**
 * Reads a multipart body as an object. Files are stored first; the object holds their attachment ids. Camera metadata in
 * pictures is kept only for fields that ask for it.
 */

import type { FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { questionAt } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/getOwn.ts';
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
        const question = questionAt(form, field);
        const { id } = await services.files.save(part.file, part.filename ?? 'file', actor.id, question);
        files.push([field, id]);
      }
    }
  } catch (error) {
    throw multipartFailure(error);
  }
  const body = nestPairs(pairs);
  for (const [name, id] of files) {
    const there = getOwn(body, name);
    body[name] = [...(Array.isArray(there) ? there : there === undefined || there === '' ? [] : [there]), id];
  }
  return body;
}

/** One file, held in memory, and the fields beside it. */
export interface OneFile {
  bytes: Buffer;
  name: string;
  fields: Record<string, string>;
}

/** Reads a multipart body with one file. Throws too_large, or bad_body if there is no file. */
export async function readOneFile(request: FastifyRequest, limit: number): Promise<OneFile> {
  if (!request.isMultipart()) throw new Failure('bad_body');
  const fields: Record<string, string> = {};
  let file: Omit<OneFile, 'fields'> | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: limit + 1, files: 1 } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value ?? '');
      else if (part.filename === '') part.file.resume();
      else file = { bytes: await bytesOf(part.file as AsyncIterable<Buffer>, limit), name: part.filename ?? '' };
    }
  } catch (error) {
    throw multipartFailure(error);
  }
  if (!file) throw new Failure('bad_body');
  return { ...file, fields };
}

async function bytesOf(file: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of file) {
    size += piece.length;
    if (size > limit) throw new Failure('too_large', { params: { limit: `${limit / 1024 / 1024} MB` } });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Errors of the multipart reader have no status. A broken body is the sender's fault. A sender who hangs up also causes
 * ECONNRESET, but without a system call.
 */
export function multipartFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { code, statusCode, syscall } = error as { code?: string; statusCode?: number; syscall?: string };
  if (statusCode) return error;
  if (isUnavailable(error) && (code !== 'ECONNRESET' || syscall)) return error;
  return new Failure('bad_body', { cause: error });
}
