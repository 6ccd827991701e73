/** `forms words`: the words of forms as a workbook for translators, and back into the definition files. */

import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readFiles, type SourceFiles } from '../../../core/definitions/files.ts';
import { formatDefinition } from '../../../core/definitions/format.ts';
import { placeInWords } from '../../../core/definitions/place.ts';
import { languagesOf } from '../../../core/definitions/texts.ts';
import type { TextState, TranslationState } from '../../../core/definitions/words/status.ts';
import { translationTable } from '../../../core/definitions/words/table.ts';
import { type AppliedTranslations, applyTranslations, type RefusedCell } from '../../../core/definitions/words/take.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { isObject } from '../../../core/json.ts';
import type { TranslationsRead } from '../../../core/spreadsheet/wordsSheet.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import type { Language } from '../../../core/text/languages.ts';
import { workbookStream } from '../../api/files/workbook.ts';
import { readTranslations, translationWorkbook } from '../../api/words/workbook.ts';
import { diskIo, readMetaSchemas } from '../../definitions/definitionFiles.ts';
import { translationStatesInFiles, writeTranslationStates } from '../../definitions/statusFiles.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import { sheetWords, words } from '../../http/words.ts';
import { UsageError } from '../../settings/settings.ts';
import type { PrintLine } from './check.ts';

interface Options {
  out?: string;
  in?: string;
  by?: string;
}

interface Context {
  root: string;
  print: PrintLine;
  language: Language;
}

/** Returns the exit code: 1 if something of the workbook was not taken. */
export async function wordsCommand(names: string[], options: Options, context: Context): Promise<number> {
  const files = await readFiles(diskIo(context.root));
  if (options.out !== undefined && options.in === undefined && names.length > 0)
    return writeWorkbook(names, options.out, files, context);
  if (options.in !== undefined && options.out === undefined && names.length === 0)
    return takeWorkbook(options.in, options.by ?? gitName(context.root), files, context);
  throw new UsageError(
    'Say which forms and where to: forms words <form>… --out <file.xlsx>, or forms words --in <file.xlsx>',
  );
}

interface FormFile {
  path: string;
  definition: object;
}

function formFile(form: string, files: SourceFiles): FormFile {
  const file = [...files.values()].find((one) => one.kind === 'form' && one.form === form && one.frozen === undefined);
  if (!file || !isObject(file.json)) throw new UsageError(`No form named “${form}”. Run forms check to see the files.`);
  return { path: file.path, definition: file.json };
}

async function writeWorkbook(
  names: readonly string[],
  out: string,
  files: SourceFiles,
  { root, print, language }: Context,
): Promise<number> {
  const forms = [...new Set(names)].map((name) => {
    const { path, definition } = formFile(name, files);
    return { definition, stateOf: translationStatesInFiles(root, path, languagesOf(definition)) };
  });
  await pipeline(workbookStream(translationWorkbook(forms, language)), createWriteStream(out));
  const texts = forms.reduce((sum, { definition, stateOf }) => sum + translationTable(definition, stateOf).length, 0);
  print(`${out}: ${texts} texts of ${forms.length} ${forms.length === 1 ? 'form' : 'forms'}.`);
  return 0;
}

async function takeWorkbook(file: string, by: string, files: SourceFiles, context: Context): Promise<number> {
  const { root, print, language } = context;
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  let isWhole = true;
  for (const read of await sheetsIn(file, language)) {
    const form = formFile(read.form, files);
    const stateOf = translationStatesInFiles(root, form.path, languagesOf(form.definition));
    const result = applyTranslations(form.definition, read.cells, stateOf);
    for (const line of linesOf(form, read, result, language)) print(line);
    if (result.taken.length > 0) for (const path of writeTaken(form, result, by, root)) print(path);
    isWhole &&= result.refused.length + read.refused.length + read.unmatched.length + result.unknown.length === 0;
  }
  return isWhole ? 0 : 1;
}

async function sheetsIn(file: string, language: Language): Promise<TranslationsRead[]> {
  try {
    return await readTranslations(readFileSync(file), basename(file));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new UsageError(errorSentenceIn(language, error.code, error.params));
  }
}

/** Writes the form and the states of its translations. Returns the paths of what changed. */
function writeTaken(
  { path }: FormFile,
  { definition, taken, unfollowed }: AppliedTranslations<object>,
  by: string,
  root: string,
): string[] {
  const file = join(root, path);
  const text = formatDefinition(definition, readMetaSchemas(root).get('form'));
  const isReworded = readFileSync(file, 'utf8') !== text;
  if (isReworded) writeFileSync(file, text);
  const at = new Date().toISOString().slice(0, 10);
  const given = new Map(languagesOf(definition).map((language) => [language, new Map<string, TextState>()]));
  const give = (pointer: string, language: string, state: TranslationState) =>
    given.get(language)?.set(pointer, { state, ...(by && { by }), at });
  for (const { pointer, language, state } of taken) give(pointer, language, state);
  for (const { pointer, languages } of unfollowed) for (const language of languages) give(pointer, language, 'stale');
  return [...(isReworded ? [path] : []), ...writeTranslationStates(root, path, definition, given)];
}

/** Returns what was taken, what was not and why, and which languages of a reworded text stayed as they were. */
function linesOf(
  { path, definition }: FormFile,
  read: TranslationsRead,
  { taken, refused, unknown, unfollowed }: AppliedTranslations<object>,
  language: Language,
): string[] {
  const places = new Map(translationTable(definition, () => undefined).map((row) => [row.pointer, row]));
  const { keys, states } = sheetWords(language);
  const placeOf = (pointer: string) => {
    const row = places.get(pointer);
    return row ? [placeInWords(row.place, language), keys[row.key]].filter(Boolean).join(' › ') : pointer;
  };
  const say = (key: string, tag: string) => words(language, `definitions:words.${key}`, { language: named(tag) });
  const unread = [...unknown, ...read.unmatched];
  const isOwn = new Set(languagesOf(definition));
  return [
    `${path}: ${taken.length} taken, ${refused.length + read.refused.length} not taken.`,
    ...unread.map((tag) => `  ! ${say(isOwn.has(tag) ? 'unmatched' : 'unknown_language', tag)}`),
    ...taken.map(({ pointer, language: tag, words: text, was, state }) => {
      const change = text === was ? states[state] : `${was || '–'} → ${text || '–'} (${states[state]})`;
      return `  + ${placeOf(pointer)} [${tag}] ${change}`;
    }),
    ...[...read.refused, ...refused].map(
      (cell) => `  ! ${placeOf(cell.pointer)} [${cell.language}] ${whyOf(cell, language)}`,
    ),
    ...unfollowed.map(
      ({ pointer, languages }) => `  ~ ${placeOf(pointer)}: ${states.stale}: ${languages.map(named).join(', ')}`,
    ),
  ];
}

function whyOf({ reason, words: text, now }: RefusedCell, language: Language): string {
  const why = words(language, `definitions:words.refused.${reason}`);
  return [why, [text, now].flatMap((one) => (one ? `“${one}”` : [])).join(' ≠ ')].filter(Boolean).join(' ');
}

function named(tag: string): string {
  return `${languageName(tag)} [${tag}]`;
}

/** Returns the name that git has for the person at this machine; empty if it has none. */
function gitName(root: string): string {
  return spawnSync('git', ['-C', root, 'config', 'user.name'], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
