/**
 * `forms import-xlsform` makes a draft of a workbook of XLSForm, and says what came over and what did not; `forms doctor` says what
 * is wrong with one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { IssueCode } from '../../core/check/issues/issue.ts';
import { issueText } from '../../core/check/issues/text.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { Language } from '../../core/text/languages.ts';
import { complaints, RANKS } from '../../core/xlsform/doctor.ts';
import { filesNamed, importWorkbook } from '../../core/xlsform/import.ts';
import { mendText, noteText } from '../../core/xlsform/text.ts';
import type { Imported, Note, Place, Sheet } from '../../core/xlsform/types.ts';
import { cutFailure } from '../api/sheets/readCells.ts';
import { readFile } from '../api/sheets/readFile.ts';
import { checkImported } from '../definitions/importedForm.ts';
import { errorWords } from '../http/errors.ts';
import { issueWords, words, xlsformWords } from '../http/words.ts';
import { UsageError } from '../settings/settings.ts';
import type { Print } from './formsCheck.ts';
import type { ImportTarget } from './importTargets.ts';

interface Options {
  programme?: string | undefined;
  /** File that takes what is said, as JSON. */
  report?: string | undefined;
}

interface Context {
  print: Print;
  language: Language;
  open(): Promise<Pick<ImportTarget, 'versions' | 'addDraft' | 'close'>>;
}

/** Returns the exit code. Throws UsageError for a file that is no workbook of XLSForm, or a form that is there already. */
export async function importXlsform(
  file: string,
  options: Options,
  { print, language, open }: Context,
): Promise<number> {
  const made = await readXlsform(file, language, options.programme);
  const form = String(made.definition.form);
  if (options.report !== undefined)
    writeFileSync(options.report, `${JSON.stringify(reportOf(made, language), null, 2)}\n`);
  const target = await open();
  try {
    if ((await target.versions(form)).length > 0) throw new UsageError(say(language, 'exists', { name: form }));
    await target.addDraft({ definition: { ...made.definition }, schema: made.schema, note: null });
  } finally {
    await target.close();
  }
  for (const line of linesOf(made, language)) print(line);
  print(say(language, 'drafted'));
  if (options.programme === undefined) print(say(language, 'no_programme'));
  return 0;
}

const say = (language: Language, key: string, params: Record<string, string | number> = {}): string =>
  words(language, `xlsform:said.${key}`, params);

/** Says what is wrong with a workbook, the worst first. Returns the exit code: 1 if something is wrong. Throws UsageError. */
export async function doctor(
  file: string,
  { report }: Pick<Options, 'report'>,
  { print, language }: Pick<Context, 'print' | 'language'>,
): Promise<number> {
  const made = await readXlsform(file, language);
  const found = complaints(made, await checkImported(made));
  const { doctor: said, ...notes } = xlsformWords(language);
  const issues = issueWords(language);
  const told = found.map((one) => ({
    ...one,
    message:
      one.of === 'note'
        ? noteText(
            { code: one.code as Note['code'], params: one.params as Note['params'] },
            { ...notes, meant: '' },
            language,
          ).trim()
        : issueText({ code: one.code as IssueCode, params: one.params }, issues, language),
    mended: mendText(one, said, language),
  }));
  const name = String(made.definition.form);
  if (report !== undefined) {
    const kept = told.map(({ with: _with, of: _of, mend: _mend, mended, ...one }) => ({ ...one, mend: mended }));
    writeFileSync(report, `${JSON.stringify({ form: name, complaints: kept }, null, 2)}\n`);
  }
  const heading = found.length === 0 ? 'sound' : 'found';
  print(words(language, `xlsform:doctor.${heading}`, { name, number: found.length }));
  for (const rank of RANKS) {
    const own = told.filter((one) => one.rank === rank);
    if (own.length > 0) print(`${said.ranks[rank]}:`);
    for (const one of own) print(`  ${addressOf(one)}  ${one.message} ${one.mended}`);
  }
  return found.some(({ rank }) => rank === 'wrong') ? 1 : 0;
}

/** First bytes of a workbook of the old kind. */
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Returns a workbook, with the files beside it that its questions name, as a definition. Throws UsageError. */
export async function readXlsform(file: string, language: Language, programme?: string): Promise<Imported> {
  const name = basename(file);
  if (!existsSync(file)) throw new UsageError(say(language, 'no_file', { name: file }));
  const sheets = await sheetsIn(file, language);
  for (const wanted of filesNamed(sheets)) {
    const beside = join(dirname(file), basename(wanted));
    if (!existsSync(beside) || sheets.some(({ title }) => title === basename(wanted))) continue;
    const [only] = await sheetsIn(beside, language);
    if (only) sheets.push({ ...only, title: basename(wanted) });
  }
  const { added } = xlsformWords(language);
  const made = importWorkbook(sheets, { name: basename(name, extname(name)), programme, added });
  if (!made) throw new UsageError(say(language, 'no_survey', { name }));
  return made;
}

async function sheetsIn(file: string, language: Language): Promise<Sheet[]> {
  const bytes = readFileSync(file);
  const name = basename(file);
  if (bytes.subarray(0, OLD.length).equals(OLD)) throw new UsageError(say(language, 'xls', { name }));
  try {
    const sheets = await readFile(bytes, name);
    for (const { cut, lines } of sheets) if (cut) throw cutFailure(cut, lines.length);
    return sheets.map(({ title, lines }) => ({ title, lines }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new UsageError(`${name}: ${errorWords(language, error.code, error.params)}`);
  }
}

function sentence(note: Note, language: Language): string {
  return noteText(note, xlsformWords(language), language);
}

/** What is said, for programs. */
function reportOf({ definition, account, notes }: Imported, language: Language) {
  const said = notes.map((note) => ({ ...note, message: sentence(note, language) }));
  return { form: definition.form, account, notes: said };
}

/** What is said, for people: the count, then what changed and what is lost. */
function linesOf({ definition, account, notes }: Imported, language: Language): string[] {
  const { cells_carried: carried, cells_seen: seen, rows_seen: rows } = account;
  const kinds = (['changed', 'lost'] as const).flatMap((kind) => {
    const own = notes.filter((note) => note.kind === kind);
    if (own.length === 0) return [];
    return [say(language, kind), ...own.map((note) => `  ${addressOf(note)}  ${sentence(note, language)}`)];
  });
  const whole = notes.length === 0 ? [say(language, 'nothing')] : kinds;
  return [say(language, 'carried', { carried, seen, rows, name: String(definition.form) }), ...whole];
}

/** Returns where something stands, as spreadsheet programs write it. */
function addressOf({ sheet, row, column }: Place): string {
  return `${sheet}!${column}${row}`;
}
