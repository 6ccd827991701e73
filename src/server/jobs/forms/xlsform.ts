/**
 * `forms import-xlsform` makes a draft of a workbook of XLSForm, and says what came over and what did not; `forms doctor` says what
 * is wrong with one, `forms export-xlsform` writes a form as one.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readDefinitions } from '../../../core/contract/read.ts';
import { sourcesOf } from '../../../core/definitions/load.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { getOwn } from '../../../core/json.ts';
import type { Language } from '../../../core/text/languages.ts';
import { RANKS } from '../../../core/xlsform/doctor.ts';
import { listsOf } from '../../../core/xlsform/export/lists.ts';
import { filesNamed } from '../../../core/xlsform/import.ts';
import type { ImportedForm } from '../../../core/xlsform/types.ts';
import { xlsformWorkbook } from '../../api/admin/xlsform/export.ts';
import {
  importXlsformSheets,
  readUploadedSheets,
  xlsformFindingsOf,
  xlsformNotesOf,
} from '../../api/admin/xlsform/xlsform.ts';
import { workbookStream } from '../../api/files/workbook.ts';
import { DEFINITION_FOLDERS, diskIo } from '../../definitions/definitionFiles.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import { words, xlsformWords } from '../../http/words.ts';
import { UsageError } from '../../settings/settings.ts';
import type { StorePlace } from '../backup.ts';
import type { ImportTarget } from '../importTargets.ts';
import type { PrintLine } from './check.ts';
import { findFormSource } from './rjsf.ts';

interface Options {
  programme?: string | undefined;
  /** File that takes what is said, as JSON. */
  report?: string | undefined;
}

interface Context {
  print: PrintLine;
  language: Language;
  open(): Promise<Pick<ImportTarget, 'versions' | 'isDrafted' | 'addDraft' | 'close'>>;
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
    if (await target.isDrafted(form)) throw new UsageError(say(language, 'drafted_already', { name: form }));
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

/**
 * Says what is wrong with a workbook, the worst first, or the same as JSON. Returns the exit code: 1 if something is wrong. Throws
 * UsageError.
 */
export async function doctorCommand(
  file: string,
  { json }: { json?: boolean | undefined },
  { print, language }: Pick<Context, 'print' | 'language'>,
): Promise<number> {
  const made = await readXlsform(file, language);
  const findings = await xlsformFindingsOf(made, language);
  const name = String(made.definition.form);
  const code = findings.some(({ rank }) => rank === 'wrong') ? 1 : 0;
  if (json) {
    print(JSON.stringify({ form: name, findings }, null, 2));
    return code;
  }
  const heading = findings.length === 0 ? 'sound' : 'found';
  print(words(language, `xlsform:doctor.${heading}`, { name, number: findings.length }));
  for (const rank of RANKS) {
    const own = findings.filter((one) => one.rank === rank);
    if (own.length > 0) print(`${xlsformWords(language).doctor.ranks[rank]}:`);
    for (const { address, message, mend } of own) print(`  ${address}  ${message} ${mend}`);
  }
  return code;
}

/** Returns a workbook, with the files beside it that its questions name, as a definition. Throws UsageError. */
async function readXlsform(file: string, language: Language, programme?: string): Promise<ImportedForm> {
  if (!existsSync(file)) throw new UsageError(say(language, 'no_file', { name: file }));
  try {
    const sheets = await sheetsIn(file);
    for (const wanted of filesNamed(sheets)) {
      const beside = join(dirname(file), basename(wanted));
      if (!existsSync(beside) || sheets.some(({ title }) => title === basename(wanted))) continue;
      sheets.push(...(await sheetsIn(beside)));
    }
    return await importXlsformSheets(sheets, file, language, programme);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new UsageError(`${basename(file)}: ${errorSentenceIn(language, error.code, error.params)}`);
  }
}

const sheetsIn = (file: string) => readUploadedSheets({ bytes: readFileSync(file), name: basename(file) });

interface Exporting {
  /** By default the newest one. */
  version?: string | undefined;
  /** File or folder; by default the folder of the command. */
  to?: string | undefined;
}

/** Writes a version of the files or of the store as a workbook. Returns the exit code. */
export async function exportXlsform(
  form: string,
  { version, to = '.' }: Exporting,
  { print, language, root, store }: Pick<Context, 'print' | 'language'> & { root: string; store: StorePlace },
): Promise<number> {
  const files = await readDefinitions(diskIo(root), DEFINITION_FOLDERS);
  const source = await findFormSource(form, version, files, store);
  if (!source) throw new UsageError(say(language, 'no_form', { name: form }));
  const { choices, constants } = sourcesOf(files).common;
  const listOf = listsOf(constants, (list) =>
    getOwn(choices, list)?.items.filter(({ mergedInto }) => mergedInto === undefined),
  );
  const { definition, written: schema = {} } = source;
  const file = to.endsWith('.xlsx') ? to : join(to, `${form}.xlsx`);
  mkdirSync(dirname(file), { recursive: true });
  await writeFile(file, workbookStream(await xlsformWorkbook({ definition, schema }, listOf, language)));
  print(say(language, 'exported', { file }));
  return 0;
}

/** What is said, for programs. */
function reportOf(made: ImportedForm, language: Language) {
  return { form: made.definition.form, account: made.account, notes: xlsformNotesOf(made, language) };
}

/** What is said, for people: the count, then what changed and what is lost. */
function linesOf(made: ImportedForm, language: Language): string[] {
  const { definition, account } = made;
  const notes = xlsformNotesOf(made, language);
  const { cells_carried: carried, cells_seen: seen, rows_seen: rows } = account;
  const kinds = (['changed', 'lost'] as const).flatMap((kind) => {
    const own = notes.filter((note) => note.kind === kind);
    if (own.length === 0) return [];
    return [say(language, kind), ...own.map(({ address, message }) => `  ${address}  ${message}`)];
  });
  const whole = notes.length === 0 ? [say(language, 'nothing')] : kinds;
  return [say(language, 'carried', { carried, seen, rows, name: String(definition.form) }), ...whole];
}
