/**
 * Uploaded spreadsheets: `GET {base}/upload/template`, `POST {base}/upload/preview` and `POST {base}/upload`. A file that was
 * exported from the form corrects its records (`corrections`). Others make new ones, where the definition declares `import`. Either all rows become records in one transaction or none. The same content is imported only once. A
 * row that duplicates another one or a record is imported only if its number is in `keep`. Rows in `leave_out` are skipped.
 * A client that accepts `application/x-ndjson` receives progress; it cancels by hanging up before the last row is written.
 */

import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import type { SheetImport, SheetUpload } from '../../../core/generated/api.ts';
import { refusalFailure } from '../../../core/records/permission.ts';
import { formRefusal } from '../../../core/records/scope.ts';
import type { Refusal } from '../../../core/records/types.ts';
import { words } from '../../http/words.ts';
import { type OnRowProgress, RowsRefused } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import {
  applyCorrections,
  type CorrectionDecisions,
  cellErrorsFailure,
  previewCorrections,
  readCorrections,
} from '../corrections/corrections.ts';
import type { CorrectionChoice } from '../corrections/merged.ts';
import { readOneFile } from '../files/multipart.ts';
import { streamProgress, wantsProgressLines } from '../progressLines.ts';
import { createWriteContext } from '../record/save.ts';
import type { RawSheet } from '../sheets/readCells.ts';
import { readSheetFile, SHEET_FILE_LIMIT } from '../sheets/readFile.ts';
import {
  cellErrors,
  findEarlierImport,
  type ParsedUpload,
  parseUpload,
  uploadCellErrors,
  uploadPreviewOf,
} from './preview.ts';
import { templateHandler } from './template.ts';

type Handler = (call: ApiCall) => Promise<unknown>;

/** By the names of `form-calls.json`. */
export const SHEET_HANDLERS: Record<string, Handler> = {
  'GET /upload/template': async (call) => {
    await mustMake(call);
    return templateHandler(call);
  },
  'POST /upload/preview': preview,
  'POST /upload': async (call) =>
    wantsProgressLines(call.request) ? streamProgress(call, (watch) => take(call, watch)) : take(call),
};

/** Returns the call for the version that new records are made in. Throws if the person may make none. */
async function offered(call: ApiCall): Promise<ApiCall> {
  const form = call.services.registry.captureForm(call.form.form) ?? call.form;
  const asked = { ...call, form };
  await mustMake(asked);
  return asked;
}

async function mustMake({ services, form, actor }: ApiCall): Promise<void> {
  const scope = await services.records.scopeForNew(form, null, actor);
  const refusal = scope.refused.create;
  if (refusal) throw refusalFailure('create', refusal);
}

/** Throws the reason if the person may neither make nor correct records of the form by files. Nothing is read before. */
async function mustUpload(call: ApiCall): Promise<void> {
  const refused = correctionRefusal(call);
  if (refused && !call.form.definition.import) throw refusalFailure(refused.action, refused.refusal);
  if (refused) await offered(call);
}

/** A preview of corrections names the stored answers, so it is only for those who may export them. */
function correctionRefusal({ services, form, actor }: ApiCall): { action: string; refusal: Refusal } | undefined {
  const { registry } = services;
  for (const action of ['edit', 'export']) {
    const refusal = formRefusal(actor, action, form, registry.common().permissions, registry.workflow(form));
    if (refusal) return { action, refusal };
  }
  return undefined;
}

/** Returns the records and answers that an exported file corrects; undefined for other files. */
async function correctionsIn(call: ApiCall, sheets: readonly RawSheet[]) {
  const corrections = await readCorrections(call, sheets);
  const refused = corrections && correctionRefusal(call);
  if (refused) throw refusalFailure(refused.action, refused.refusal);
  return corrections;
}

async function preview(call: ApiCall): Promise<SheetUpload> {
  await mustUpload(call);
  const { bytes, name } = await readBody(call.request);
  const file = { name, size: bytes.length };
  const sheets = await readSheetFile(bytes, name);
  const corrections = await correctionsIn(call, sheets);
  if (corrections) return { file, ...(await previewCorrections(call, corrections)) };
  if (!call.form.definition.import) throw new Failure('sheet_not_exported');
  const asked = await offered(call);
  return { file, ...(await uploadPreviewOf(asked, await parseUpload(asked, sheets))) };
}

async function take(call: ApiCall, watch?: OnRowProgress): Promise<SheetImport> {
  await mustUpload(call);
  const { leaveOut, keep, decided, bytes, name } = await readBody(call.request);
  const sheets = await readSheetFile(bytes, name);
  const corrections = await correctionsIn(call, sheets);
  if (corrections) return applyCorrections(call, corrections, decided, watch);
  if (!call.form.definition.import) throw new Failure('sheet_not_exported');
  return takeNew(await offered(call), sheets, { leaveOut, keep }, watch);
}

/** Returns `{message, imported, already, records}`. If a row is wrong: 422 with the errors by cell, and no records. */
async function takeNew(
  call: ApiCall,
  sheets: readonly RawSheet[],
  { leaveOut, keep }: Pick<UploadBody, 'leaveOut' | 'keep'>,
  watch?: OnRowProgress,
): Promise<SheetImport> {
  const { services, form, language } = call;
  const upload = await parseUpload(call, sheets);
  if (upload.already) return alreadyThere(call, upload.already);
  const wanted = { ...upload, rows: upload.rows.filter(({ row }) => !leaveOut.has(row)) };
  if (wanted.rows.length === 0) throw new Failure('sheet_empty');
  const undecided = wanted.rows.filter(({ row, same }) => same && !keep.has(row));
  if (undecided.length > 0)
    throw new Failure('sheet_same', {
      params: { rows: undecided.map(({ row }) => String(row)).join(', ') },
      detail: { same: undecided.map(({ row, same }) => ({ row, ...same })) },
    });
  if (wanted.rows.some(({ unread }) => Object.keys(unread).length > 0))
    throw cellErrorsFailure(await uploadCellErrors(call, wanted));
  try {
    const records = await services.records.createAll(form, wanted.rows, createWriteContext(call), watch);
    return {
      message: words(language, 'server:import.done', { total: records.length, title: form.definition.plural }),
      imported: records.length,
      already: null,
      records: records.map((record) => ({ ...record, deleted: false })),
    };
  } catch (error) {
    if (error instanceof RowsRefused)
      throw cellErrorsFailure(
        wanted.rows.map(({ row }, index) => cellErrors(call, wanted.sheet, row, error.errors[index] ?? {})),
      );
    // Another request was importing the same file at this moment. Its records exist now.
    if (!services.database.dialect.isUniqueViolation(error)) throw error;
    const there = await findEarlierImport(
      call,
      wanted.rows.map(({ id }) => id),
    );
    if (!there) throw error;
    return alreadyThere(call, there);
  }
}

function alreadyThere(
  { language }: ApiCall,
  { records, ...already }: NonNullable<ParsedUpload['already']>,
): SheetImport {
  return { message: words(language, 'errors:imported_already'), imported: 0, already, records };
}

interface UploadBody {
  bytes: Buffer;
  name: string;
  leaveOut: Set<number>;
  keep: Set<number>;
  decided: CorrectionDecisions;
}

/** Reads the file of a multipart body and the decisions about its rows. Throws too_large or bad_body. */
async function readBody(request: FastifyRequest): Promise<UploadBody> {
  const { bytes, name, fields } = await readOneFile(request, SHEET_FILE_LIMIT);
  return {
    bytes,
    name,
    leaveOut: numbers(fields.leave_out),
    keep: numbers(fields.keep),
    decided: decisions(fields.decided),
  };
}

function numbers(list: string | undefined): Set<number> {
  return new Set((list ?? '').split(',').flatMap((one) => (/^\d{1,7}$/.test(one.trim()) ? [Number(one)] : [])));
}

/** Reads `id:version:choice` of each record, with commas between. */
function decisions(list: string | undefined): CorrectionDecisions {
  return new Map(
    (list ?? '').split(',').flatMap((one) => {
      const [, id, version, choice] = /^([0-9a-f-]{36}):(\d{1,9}):(mine|theirs|leave)$/.exec(one.trim()) ?? [];
      return id ? [[id, { choice: choice as CorrectionChoice, version: Number(version) }] as const] : [];
    }),
  );
}
