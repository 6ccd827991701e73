/**
 * Forms whose definition declares an import take spreadsheets: `GET {base}/upload/template`, `POST {base}/upload/preview`
 * and `POST {base}/upload`. All rows become records in one transaction or none does; the same content is taken once.
 */
import type { FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure, isErrorCode } from '../../../core/errors/catalogue.ts';
import { words } from '../../http/words.ts';
import { type Call, writeContext } from '../call.ts';
import { multipartFailure } from '../multipart.ts';
import { type Checked, checkFile, imported, previewOf } from './preview.ts';
import { FILE_LIMIT } from './readFile.ts';
import { template } from './template.ts';

type Handler = (call: Call) => Promise<unknown>;

const CALLS: Record<string, Handler> = {
  'GET upload/template': template,
  'POST upload/preview': preview,
  'POST upload': take,
};

/** The call of a path behind the base; undefined for every other path and for forms without an import. */
export function sheetCallOf(form: CompiledForm, method: string, rest: readonly string[]): Handler | undefined {
  const key = `${method} ${rest.join('/')}`;
  const handler = form.definition.import && Object.hasOwn(CALLS, key) ? CALLS[key] : undefined;
  return (
    handler &&
    (async (call) => {
      await mustMake(call);
      return handler(call);
    })
  );
}

async function mustMake({ rooms, form, actor }: Call): Promise<void> {
  const scope = await rooms.records.scopeForNew(form, null, actor);
  const refusal = scope.refused.create;
  if (refusal)
    throw new Failure(isErrorCode(refusal.code) ? refusal.code : 'forbidden', {
      params: { ...refusal.params, action: 'create' },
    });
}

async function preview(call: Call) {
  const file = await readUpload(call.request);
  return {
    file: { name: file.name, size: file.bytes.length },
    ...(await previewOf(call, await checkFile(call, file))),
  };
}

/** `{message, imported, already, records}`; 422 with the errors by cell when one row is wrong, and then nothing is made. */
async function take(call: Call) {
  const { rooms, form, language } = call;
  const checked = await checkFile(call, await readUpload(call.request));
  if (checked.already) return alreadyThere(call, checked.already);
  const wrong = checked.rows.flatMap(({ errors }) => errors);
  if (wrong.length > 0) {
    const cells: Record<string, { code: string; message: string }[]> = {};
    for (const { address, code, message } of wrong) cells[address] = [...(cells[address] ?? []), { code, message }];
    throw new Failure('validation_failed', { detail: { cells } });
  }
  try {
    const records = await rooms.records.createAll(form, checked.rows, writeContext(call));
    return {
      message: words(language, 'server:import.done', { total: records.length, title: form.definition.plural }),
      imported: records.length,
      already: null,
      records: records.map((record) => ({ ...record, deleted: false })),
    };
  } catch (error) {
    // The same file was being taken at this moment by another request: it is there now.
    if (!rooms.database.dialect.isUniqueViolation(error)) throw error;
    const there = await imported(
      call,
      checked.rows.map(({ id }) => id),
    );
    if (!there) throw error;
    return alreadyThere(call, there);
  }
}

function alreadyThere({ language }: Call, { records, ...already }: NonNullable<Checked['already']>) {
  return { message: words(language, 'errors:imported_already'), imported: 0, already, records };
}

/** The first file of a multipart body. Throws too_large, bad_body or file_type. */
async function readUpload(request: FastifyRequest): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw new Failure('bad_body');
  try {
    for await (const part of request.parts({ limits: { fileSize: FILE_LIMIT + 1 } })) {
      if (part.type !== 'file' || part.filename === '') continue;
      const pieces: Buffer[] = [];
      let size = 0;
      for await (const piece of part.file as AsyncIterable<Buffer>) {
        size += piece.length;
        if (size > FILE_LIMIT) throw new Failure('too_large', { params: { limit: `${FILE_LIMIT / 1024 / 1024} MB` } });
        pieces.push(piece);
      }
      return { bytes: Buffer.concat(pieces), name: part.filename ?? '' };
    }
  } catch (error) {
    throw multipartFailure(error);
  }
  throw new Failure('bad_body');
}
