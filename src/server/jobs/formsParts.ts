/**
 * `forms export`, `forms diff` and `forms import` for what is published besides forms: menu, permissions, choice lists, reports.
 * `common` names all of these parts, `reports` every report.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readDefinitions } from '../../core/contract/read.ts';
import { diffPart } from '../../core/definitions/diff/parts.ts';
import { diffLines } from '../../core/definitions/diff/text.ts';

import { type Sources, sourcesOf } from '../../core/definitions/load.ts';
import { fileOfPart, listOf, type PartContent, partsOf, reportOf } from '../../core/definitions/parts.ts';
import type { ChoiceList } from '../../core/definitions/types.ts';
import { isObject } from '../../core/errors/json.ts';
import type { Language } from '../../core/text/languages.ts';
import { partNames } from '../api/admin/partNames.ts';
import { withDatabase } from '../db/open.ts';
import { type CommonPart, contentHash, loadCommon, partText, replacedSentence } from '../definitions/commonParts.ts';
import { diskIo, gitIo } from '../definitions/definitionFiles.ts';
import { syntaxIssues } from '../definitions/jsonSyntax.ts';
import { diffWords, words } from '../http/words.ts';
import { editedChoices, withEdited } from '../reference/choices.ts';
import { UsageError } from '../settings/settings.ts';
import { isThere, mustBeThere, type Store } from './backup.ts';
import { type Print, report } from './formsCheck.ts';
import type { ImportTarget } from './importTargets.ts';

const ALL = 'common';
const ALL_REPORTS = 'reports';

/** Writes the files of parts as they were published. Returns the exit code. */
export async function exportParts(
  named: string,
  store: Store,
  root: string,
  to: string,
  print: Print,
): Promise<number> {
  mustBeThere(store);
  const all = await storedParts(store, await sourcesIn(root));
  const found = [...all].filter(([part]) => isMeant(named, part));
  if (found.length === 0) {
    print(NONE_PUBLISHED);
    return 2;
  }
  let code = 0;
  for (const [part, served] of found) {
    const { path } = fileOfPart(part, served.stored.content);
    if (isSameAsFile(served) && resolve(to) === resolve(root)) {
      print(`${path}: already up to date.`);
    } else if (served.replaced && resolve(to) === resolve(root)) {
      print(`${replacedSentence(served)} Nothing was written: see forms diff ${part}, or write elsewhere with --to.`);
      code = 1;
    } else {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      writeFileSync(join(to, path), partText(part, served.stored.content));
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
  published: (sources: Sources) => Promise<ReadonlyMap<string, PartContent>>;
}

/** Prints what a part says otherwise than its file, or than the file did at a git revision. Returns the exit code. */
export async function diffParts(
  { named, language, revision, published }: PartsCompared,
  root: string,
  print: Print,
): Promise<number> {
  const files = await readDefinitions(diskIo(root));
  const sources = sourcesOf(files);
  const { common, forms, reports } = sources;
  const here = partsOf(common, reports);
  const [before, after] =
    revision === undefined ? [here, await published(sources)] : [await partsAt(root, revision), here];
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

/** Returns each part that a store has otherwise than the files. */
export async function publishedIn(store: Store, sources: Sources): Promise<Map<string, PartContent>> {
  mustBeThere(store);
  const parts = await storedParts(store, sources);
  return new Map([...parts].map(([part, { stored }]) => [part, stored.content]));
}

/** Returns a sentence for each published part that a changed file hides. None if there is no store. */
export async function hiddenParts(store: Store, root: string): Promise<string[]> {
  if (!isThere(store)) return [];
  try {
    const parts = await storedParts(store, await sourcesIn(root));
    return [...parts.values()].flatMap((part) => (isSameAsFile(part) ? [] : (replacedSentence(part) ?? [])));
  } catch (error) {
    return [`What was published at run time was not looked at: ${error instanceof Error ? error.message : error}`];
  }
}

const NONE_PUBLISHED = 'Nothing of this was published or added at run time; the files are what there is.';

function isMeant(named: string, part: string): boolean {
  return named === ALL || named === part || (named === ALL_REPORTS && reportOf(part) !== undefined);
}

async function sourcesIn(root: string): Promise<Sources> {
  return sourcesOf(await readDefinitions(diskIo(root)));
}

async function partsAt(root: string, revision: string): Promise<Map<string, PartContent>> {
  try {
    const { common, reports } = sourcesOf(await readDefinitions(gitIo(root, revision)));
    return partsOf(common, reports);
  } catch {
    throw new UsageError(`git knows no revision ${revision} with definitions in ${root}.`);
  }
}

/** A part of a store, with what its file would have to say. */
interface StoredPart extends CommonPart {
  stored: Pick<CommonPart, 'content' | 'hash'>;
}

/** Returns the parts that were published, and the choice lists in which somebody added or edited an entry. */
function storedParts(store: Store, sources: Sources): Promise<Map<string, StoredPart>> {
  return withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    const { parts } = await loadCommon(read, sources, new Map());
    const edited = await editedChoices(read);
    return new Map(
      [...parts].flatMap(([name, part]) => {
        const rows = edited.get(listOf(name) ?? '') ?? [];
        if (part.version === 0 && rows.length === 0) return [];
        const { content } = part.published ?? part.replaced ?? part;
        const stored = contentHash(rows.length === 0 ? content : withEdited(content as ChoiceList, rows));
        return [[name, { ...part, stored }] as const];
      }),
    );
  });
}

/** Publishes the file of a report. Returns the exit code. */
export async function importReport(
  part: string,
  open: () => Promise<ImportTarget>,
  root: string,
  print: Print,
): Promise<number> {
  const name = `/${reportOf(part)}.report.json`;
  const file = [...(await readDefinitions(diskIo(root), ['forms'])).values()].find(({ path }) => path.endsWith(name));
  if (!file) {
    print(`Report missing: ${part} in ${root}.`);
    return 2;
  }
  const unread = syntaxIssues(file.text).map((issue) => ({ file: file.path, ...issue }));
  if (unread.length > 0) return report(unread, print);
  if (!isObject(file.json)) return report([{ file: file.path, pointer: '', code: 'no_object', params: {} }], print);
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

function isSameAsFile({ file, stored }: StoredPart): boolean {
  return file?.hash === stored.hash;
}
