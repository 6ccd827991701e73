/**
 * Spreadsheet import, for forms whose definition declares it: `GET {base}/upload/template`, `POST {base}/upload/preview` and
 * `POST {base}/upload`. Either all rows become records in one transaction or none. The same content is imported only once. A
 * row that duplicates another one or a record is imported only if its number is in `keep`. Rows in `leave_out` are skipped.
 * A client that accepts `application/x-ndjson` receives progress; it cancels by hanging up before the last row is written.
 */
import type { FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { CellErrorView, SheetImport, SheetPreview } from '../../../core/generated/api.ts';
import { words } from '../../http/words.ts';
import { refused as unallowed } from '../../records/permission.ts';
import { type OnProgress, RowsRefused } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { readOneFile } from '../files/multipart.ts';
import { createContext } from '../record/known.ts';
import { cellErrors, errorsOf, imported, previewOf, type ReadUpload, readUpload } from './preview.ts';
import { answerInLines, wantsLines } from './progressLines.ts';
import { FILE_LIMIT } from './readFile.ts';
import { template } from './template.ts';

type Handler = (call: Call) => Promise<unknown>;

const CALLS: Record<string, Handler> = {
  'GET upload/template': template,
  'POST upload/preview': preview,
  'POST upload': async (call) =>
    wantsLines(call.request) ? answerInLines(call, (watch) => take(call, watch)) : take(call),
};

/** Returns the handler of a path below the base; undefined for other paths and for forms without an import. */
export function sheetCallOf(form: CompiledForm, method: string, rest: readonly string[]): Handler | undefined {
  const key = `${method} ${rest.join('/')}`;
  const handler = form.definition.import && Object.hasOwn(CALLS, key) ? CALLS[key] : undefined;
  return (
    handler &&
    (async (call) => {
      const offered = { ...call, form: call.services.registry.captureForm(form.form) ?? form };
      await mustMake(offered);
      return handler(offered);
    })
  );
}

async function mustMake({ services, form, actor }: Call): Promise<void> {
  const scope = await services.records.scopeForNew(form, null, actor);
  const refusal = scope.refused.create;
  if (refusal) throw unallowed('create', refusal);
}

async function preview(call: Call): Promise<SheetPreview> {
  const { bytes, name } = await readBody(call.request);
  return { file: { name, size: bytes.length }, ...(await previewOf(call, await readUpload(call, { bytes, name }))) };
}

/** Returns `{message, imported, already, records}`. If a row is wrong: 422 with the errors by cell, and no records. */
async function take(call: Call, watch?: OnProgress): Promise<SheetImport> {
  const { services, form, language, request } = call;
  const { leaveOut, keep, ...file } = await readBody(request);
  const upload = await readUpload(call, file);
  if (upload.already) return alreadyThere(call, upload.already);
  const wanted = { ...upload, rows: upload.rows.filter(({ row }) => !leaveOut.has(row)) };
  if (wanted.rows.length === 0) throw new Failure('sheet_empty');
  const undecided = wanted.rows.filter(({ row, same }) => same && !keep.has(row));
  if (undecided.length > 0)
    throw new Failure('sheet_same', {
      params: { rows: undecided.map(({ row }) => String(row)).join(', ') },
      detail: { same: undecided.map(({ row, same }) => ({ row, ...same })) },
    });
  if (wanted.rows.some(({ unread }) => Object.keys(unread).length > 0)) throw refused(await errorsOf(call, wanted));
  try {
    const records = await services.records.createAll(form, wanted.rows, createContext(call), watch);
    return {
      message: words(language, 'server:import.done', { total: records.length, title: form.definition.plural }),
      imported: records.length,
      already: null,
      records: records.map((record) => ({ ...record, deleted: false })),
    };
  } catch (error) {
    if (error instanceof RowsRefused)
      throw refused(
        wanted.rows.map(({ row }, index) => cellErrors(call, wanted.sheet, row, error.errors[index] ?? {})),
      );
    // Another request was importing the same file at this moment. Its records exist now.
    if (!services.database.dialect.isUniqueViolation(error)) throw error;
    const there = await imported(
      call,
      wanted.rows.map(({ id }) => id),
    );
    if (!there) throw error;
    return alreadyThere(call, there);
  }
}

function refused(rows: CellErrorView[][]): Failure {
  const cells: Record<string, { code: string; message: string }[]> = {};
  for (const { address, code, message } of rows.flat()) cells[address] = [...(cells[address] ?? []), { code, message }];
  return new Failure('validation_failed', { detail: { cells } });
}

function alreadyThere({ language }: Call, { records, ...already }: NonNullable<ReadUpload['already']>): SheetImport {
  return { message: words(language, 'errors:imported_already'), imported: 0, already, records };
}

interface UploadBody {
  bytes: Buffer;
  name: string;
  leaveOut: Set<number>;
  keep: Set<number>;
}

/** Reads the file of a multipart body and the decisions about its rows. Throws too_large or bad_body. */
async function readBody(request: FastifyRequest): Promise<UploadBody> {
  const { bytes, name, fields } = await readOneFile(request, FILE_LIMIT);
  return { bytes, name, leaveOut: numbers(fields.leave_out), keep: numbers(fields.keep) };
}

function numbers(list: string | undefined): Set<number> {
  return new Set((list ?? '').split(',').flatMap((one) => (/^\d{1,7}$/.test(one.trim()) ? [Number(one)] : [])));
}
