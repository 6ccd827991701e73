/**
 * Reads a multipart body as an object. Files are stored first; the object holds their attachment ids. Camera metadata in
 * pictures is kept only for fields that ask for it.
 */

import type { FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { questionAtPath } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import type { Actor } from '../../../core/records/types.ts';
import { isDatabaseUnavailable } from '../../db/unavailable.ts';
import { nestPairs } from '../../http/bodies.ts';
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
        const question = questionAtPath(form, field);
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

/** A file of a request, held in memory. */
export interface UploadedFile {
  bytes: Buffer;
  name: string;
}

type Fields = Record<string, string>;

/** Reads a multipart body with one file, and the fields beside it. Throws too_large, or bad_body if there is no file. */
export async function readOneFile(request: FastifyRequest, limit: number): Promise<UploadedFile & { fields: Fields }> {
  const { files, fields } = await readFiles(request, { limit, most: 1 });
  return { ...(files[0] as UploadedFile), fields };
}

/** Reads a multipart body with files of at most `limit` bytes together. Throws too_large, or bad_body if there is no file. */
export async function readFiles(
  request: FastifyRequest,
  { limit, most }: { limit: number; most: number },
): Promise<{ files: UploadedFile[]; fields: Fields }> {
  if (!request.isMultipart()) throw new Failure('bad_body');
  const fields: Fields = {};
  const files: UploadedFile[] = [];
  let left = limit;
  try {
    for await (const part of request.parts({ limits: { fileSize: limit + 1, files: most } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value ?? '');
      else if (part.filename === '') part.file.resume();
      else {
        const bytes = await bytesOf(part.file as AsyncIterable<Buffer>, left, limit);
        left -= bytes.length;
        files.push({ bytes, name: part.filename ?? '' });
      }
    }
  } catch (error) {
    throw multipartFailure(error);
  }
  if (files.length === 0) throw new Failure('bad_body');
  return { files, fields };
}

/** `left` of the limit is for this file. */
async function bytesOf(file: AsyncIterable<Buffer>, left: number, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of file) {
    size += piece.length;
    if (size > left) throw new Failure('too_large', { params: { limit: `${limit / 1024 / 1024} MB` } });
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
  if (isDatabaseUnavailable(error) && (code !== 'ECONNRESET' || syscall)) return error;
  return new Failure('bad_body', { cause: error });
}
