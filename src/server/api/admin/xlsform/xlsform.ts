/**
 * `POST /api/definitions/drafts/xlsform`: what a workbook of XLSForm becomes as a draft, what of it does not come over, and what is
 * wrong with it, by its cells. Nothing is stored: whoever wants the draft sends it where drafts begin. The commands read workbooks
 * by the same functions.
 */

import { basename, extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { IssueCode } from '../../../../core/check/issues/issue.ts';
import { issueText } from '../../../../core/check/issues/text.ts';
import { Failure } from '../../../../core/errors/failure.ts';
import type { XlsformFinding, XlsformNote, XlsformReading, XlsformResponse } from '../../../../core/generated/api.ts';
import type { Language } from '../../../../core/text/languages.ts';
import { complaints } from '../../../../core/xlsform/doctor.ts';
import { makeNextVersionDraft, type NextVersionDraft } from '../../../../core/xlsform/edition.ts';
import { hasSurvey } from '../../../../core/xlsform/read.ts';
import { mendText, noteText } from '../../../../core/xlsform/text.ts';
import { type ImportedForm, type ImportNote, type Sheet, spreadsheetAddress } from '../../../../core/xlsform/types.ts';
import { checkImported } from '../../../definitions/importedForm.ts';
import type { Services } from '../../../http/services.ts';
import { issueWords, xlsformWords } from '../../../http/words.ts';
import { readFiles, type UploadedFile } from '../../files/multipart.ts';
import { truncatedSheetFailure } from '../../sheets/readCells.ts';
import { readSheetFile, SHEET_FILE_LIMIT } from '../../sheets/readFile.ts';
import { mustBePublisher } from '../publication.ts';
import { runInXlsformThread } from './thread.ts';

/** Files of one upload: a workbook, and the files whose lists its questions take. */
const MOST_FILES = 20;
/** Rows of a sheet: lists of villages are long. */
const MOST_ROWS = 10_000;
/** Findings and notes of one answer. Nobody reads more, and a hostile workbook has one for each cell. */
const MOST_SENTENCES = 1000;

export function registerXlsformRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/definitions/drafts/xlsform', async (request): Promise<XlsformResponse> => {
    await mustBePublisher(request, services);
    const { language } = request;
    const { files } = await readFiles(request, { limit: SHEET_FILE_LIMIT, most: MOST_FILES });
    const made = await importFiles(files, language);
    const { account } = made;
    const findings = await xlsformFindingsOf(made, language);
    const notes = xlsformNotesOf(made, language);
    const form = String(made.definition.form);
    const newest = services.registry.form(form)?.definition;
    const next = newest && makeNextVersionDraft(newest, made.definition);
    return {
      data: {
        form,
        title: made.definition.title,
        next: next ? nextOf(next) : null,
        rows: account.rows_seen,
        cells_seen: account.cells_seen,
        cells_carried: account.cells_carried,
        findings: findings.slice(0, MOST_SENTENCES),
        notes: notes.slice(0, MOST_SENTENCES),
        more: Math.max(0, findings.length - MOST_SENTENCES) + Math.max(0, notes.length - MOST_SENTENCES),
      },
      definition: { ...(next?.definition ?? made.definition) },
      schema: made.schema,
    };
  });
}

function nextOf({ definition, renamed, added, removed }: NextVersionDraft): XlsformReading['next'] {
  return { version: definition.version, renamed, added, removed };
}

/** Returns the sheets of a workbook or CSV file. Throws what `readSheetFile` throws, or why not all of a sheet was read. */
export async function readUploadedSheets({ bytes, name }: UploadedFile): Promise<Sheet[]> {
  const sheets = await readSheetFile(bytes, name, MOST_ROWS);
  for (const { cut, lines } of sheets) if (cut) throw truncatedSheetFailure(cut, lines.length);
  // A CSV file is found by its name: it may be the list of a question.
  return sheets.map(({ title, lines }) => ({ title: title || basename(name), lines }));
}

/** Returns the questionnaire of sheets; `name` is that of its file. Throws survey_missing, busy or sheet_heavy. */
export async function importXlsformSheets(
  sheets: readonly Sheet[],
  name: string,
  language: Language,
  programme?: string,
): Promise<ImportedForm> {
  const { added } = xlsformWords(language);
  const options = { name: basename(name, extname(name)), programme, added };
  const made = await runInXlsformThread({ sheets, options }, new Failure('sheet_heavy'));
  if (!made) throw new Failure('survey_missing');
  return { ...made, places: new Map(made.places) };
}

/** One of the files is the questionnaire; files of lists come in any order with it. */
async function importFiles(files: readonly UploadedFile[], language: Language): Promise<ImportedForm> {
  const read: { name: string; sheets: Sheet[] }[] = [];
  for (const file of files) read.push({ name: file.name, sheets: await readUploadedSheets(file) });
  const whole = read.find(({ sheets }) => hasSurvey(sheets));
  if (!whole) throw new Failure('survey_missing');
  const others = read.filter((one) => one !== whole).flatMap(({ sheets }) => sheets);
  return importXlsformSheets([...whole.sheets, ...others], whole.name, language);
}

/** Returns what is wrong with a workbook, the worst first. */
export async function xlsformFindingsOf(made: ImportedForm, language: Language): Promise<XlsformFinding[]> {
  const { doctor, ...notes } = xlsformWords(language);
  const issues = issueWords(language);
  return complaints(made, await checkImported(made)).map((one) => {
    const { sheet, row, column, rank, code, params } = one;
    // The mend says what was meant.
    const { meant: _, ...plain } = params;
    const message =
      one.of === 'note'
        ? noteText({ code: code as ImportNote['code'], params: plain as ImportNote['params'] }, notes, language)
        : issueText({ code: code as IssueCode, params }, issues, language);
    return {
      sheet,
      row,
      column,
      address: spreadsheetAddress(one),
      rank,
      code,
      message,
      mend: mendText(one, doctor, language),
    };
  });
}

/** Returns what came over in another form or not at all. */
export function xlsformNotesOf({ notes }: ImportedForm, language: Language): XlsformNote[] {
  const words = xlsformWords(language);
  return notes.map((note) => {
    const { sheet, row, column, kind, code } = note;
    return {
      sheet,
      row,
      column,
      address: spreadsheetAddress(note),
      kind,
      code,
      message: noteText(note, words, language),
    };
  });
}
