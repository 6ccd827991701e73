/**
 * `forms export`, `forms diff` and `forms import` for what is published besides forms: menu, permissions, choice lists, reports.
 * `common` names all of these parts, `reports` every report.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { syntaxIssues } from '../../../core/check/jsonSyntax.ts';
import { readDefinitions } from '../../../core/contract/read.ts';
import { diffPart } from '../../../core/definitions/diff/parts.ts';
import { diffLines } from '../../../core/definitions/diff/text.ts';
import { type Sources, sourcesOf } from '../../../core/definitions/load.ts';
import { commonPartsOf, fileOfPart, type PartContent, reportOfPart } from '../../../core/definitions/parts.ts';
import { isObject } from '../../../core/json.ts';
import type { Language } from '../../../core/text/languages.ts';
import { partNames } from '../../api/admin/partNames.ts';
import { partText, replacedSentence } from '../../definitions/commonParts.ts';
import { diskIo, gitIo } from '../../definitions/definitionFiles.ts';
import type { WrittenPart } from '../../definitions/written.ts';
import { diffWords, words } from '../../http/words.ts';
import { UsageError } from '../../settings/settings.ts';
import { type StorePlace, storeExists } from '../backup.ts';
import { type ExportSource, storeSource } from '../exportSources.ts';
import type { ImportTarget } from '../importTargets.ts';
import { type PrintLine, printIssues } from './check.ts';

const ALL = 'common';
const ALL_REPORTS = 'reports';

/** Writes the files of parts as they were published. Returns the exit code. */
export async function exportParts(
  named: string,
  source: ExportSource,
  root: string,
  to: string,
  print: PrintLine,
): Promise<number> {
  const all = await source.parts(await readSourcesOf(root));
  const found = new Map([...all].filter(([part]) => isMeant(named, part)));
  if (found.size > 0) return writeParts(found, root, to, print);
  print(NONE_PUBLISHED);
  return 2;
}

/** Writes the files of these parts, which were compared with those of `root`. Returns the exit code. */
export function writeParts(
  parts: ReadonlyMap<string, WrittenPart>,
  root: string,
  to: string,
  print: PrintLine,
): number {
  let code = 0;
  for (const [part, found] of parts) {
    const { path } = fileOfPart(part, found.written.content);
    if (isSameAsFile(found) && resolve(to) === resolve(root)) {
      print(`${path}: already up to date.`);
    } else if (found.replaced && resolve(to) === resolve(root)) {
      print(`${replacedSentence(found)} Nothing was written: see forms diff ${part}, or write elsewhere with --to.`);
      code = 1;
    } else {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      writeFileSync(join(to, path), partText(part, found.written.content));
      print(path);
    }
  }
  return code;
}

interface PartsCompared {
  named: string;
  language: Language;
  /** Git revision whose files are compared with those of the folder. Without one, these are compared with what was published. */
  revision: string | undefined;
  open: () => Promise<ExportSource>;
}

/** Prints what a part says otherwise than its file, or than the file did at a git revision. Returns the exit code. */
export async function diffParts(
  { named, language, revision, open }: PartsCompared,
  root: string,
  print: PrintLine,
): Promise<number> {
  const files = await readDefinitions(diskIo(root));
  const sources = sourcesOf(files);
  const { common, forms, reports } = sources;
  const here = commonPartsOf(common, reports);
  const [before, after] =
    revision === undefined ? [here, await publishedParts(open, sources)] : [await partsAt(root, revision), here];
  const names = partNames(
    forms.map(({ definition }) => definition),
    common.workflows,
  );
  const found = [...after].filter(([part]) => isMeant(named, part));
  if (found.length === 0) throw new UsageError(NONE_PUBLISHED);
  for (const [part, content] of found) {
    const lines = diffLines(diffPart(part, before.get(part), content, names), diffWords(language), language);
    if (lines.length > 0 || named !== ALL) print(part);
    for (const line of lines) print(line);
    if (lines.length === 0 && named !== ALL) print(words(language, 'definitions:no_difference'));
  }
  return 0;
}

async function publishedParts(open: () => Promise<ExportSource>, sources: Sources): Promise<Map<string, PartContent>> {
  const source = await open();
  try {
    const parts = await source.parts(sources);
    return new Map([...parts].map(([part, { written }]) => [part, written.content]));
  } finally {
    await source.close();
  }
}

/** Returns a sentence for each published part that a changed file hides. None if there is no store. */
export async function hiddenPartWarnings(store: StorePlace, root: string): Promise<string[]> {
  if (!storeExists(store)) return [];
  try {
    const source = await storeSource(store);
    const parts = await source.parts(await readSourcesOf(root)).finally(source.close);
    return [...parts.values()].flatMap((part) => (isSameAsFile(part) ? [] : (replacedSentence(part) ?? [])));
  } catch (error) {
    return [`What was published at run time was not looked at: ${error instanceof Error ? error.message : error}`];
  }
}

export const NONE_PUBLISHED = 'Nothing of this was published or added at run time; the files are what there is.';

function isMeant(named: string, part: string): boolean {
  return named === ALL || named === part || (named === ALL_REPORTS && reportOfPart(part) !== undefined);
}

export async function readSourcesOf(root: string): Promise<Sources> {
  return sourcesOf(await readDefinitions(diskIo(root)));
}

async function partsAt(root: string, revision: string): Promise<Map<string, PartContent>> {
  try {
    const { common, reports } = sourcesOf(await readDefinitions(gitIo(root, revision)));
    return commonPartsOf(common, reports);
  } catch {
    throw new UsageError(`git knows no revision ${revision} with definitions in ${root}.`);
  }
}

/** Publishes the file of a report. Returns the exit code. */
export async function importReport(
  part: string,
  open: () => Promise<ImportTarget>,
  root: string,
  print: PrintLine,
): Promise<number> {
  const name = `/${reportOfPart(part)}.report.json`;
  const file = [...(await readDefinitions(diskIo(root), ['forms'])).values()].find(({ path }) => path.endsWith(name));
  if (!file) {
    print(`Report missing: ${part} in ${root}.`);
    return 2;
  }
  const unread = syntaxIssues(file.text).map((issue) => ({ file: file.path, ...issue }));
  if (unread.length > 0) return printIssues(unread, print);
  if (!isObject(file.json))
    return printIssues([{ file: file.path, pointer: '', code: 'no_object', params: {} }], print);
  const target = await open();
  try {
    const done = await target.publishPart(part, file.json as unknown as PartContent);
    if ('issues' in done) {
      for (const { file: other, pointer, message } of done.issues)
        print(`${other ?? file.path}${pointer ? ` ${pointer}` : ''}: ${message}`);
      return 1;
    }
    print(done.isKnown ? `${target.name}: ${part} is served like that already.` : `Published ${part}.`);
    return 0;
  } finally {
    await target.close();
  }
}

function isSameAsFile({ file, written }: WrittenPart): boolean {
  return file?.hash === written.hash;
}
