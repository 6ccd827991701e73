/** `forms diff <form>`: what changed between two versions of a form, or since a git revision. */
import { readDefinitions } from '../../../core/contract/read.ts';
import { diffForms } from '../../../core/definitions/diff/diff.ts';
import { diffLines } from '../../../core/definitions/diff/text.ts';
import type { SourceFiles } from '../../../core/definitions/files.ts';
import { sourcesOf } from '../../../core/definitions/load.ts';
import { languagesOf } from '../../../core/definitions/texts.ts';
import type { FormSource } from '../../../core/definitions/types.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { DEFINITION_FOLDERS, diskIo, gitIo } from '../../definitions/definitionFiles.ts';
import { diffWords, words } from '../../http/words.ts';
import { UsageError } from '../../settings/settings.ts';
import type { PrintLine } from './check.ts';

interface Compared {
  form: string;
  from: string | undefined;
  to: string | undefined;
  /** Git revision. */
  revision: string | undefined;
  language: Language;
}

/** Returns the exit code. Throws UsageError. */
export async function diffVersions(
  { form, from, to, revision, language }: Compared,
  root: string,
  print: PrintLine,
): Promise<number> {
  const files = await readDefinitions(diskIo(root), DEFINITION_FOLDERS);
  const versions = versionsOf(files).filter((source) => source.definition.form === form);
  if (versions.length === 0) throw new UsageError(`No form named “${form}”. Run forms check to see the files.`);
  const older = revision ? await versionsAt(revision, form, root) : versions;
  const now = to === undefined ? versions.at(-1) : pickVersion(versions, form, to);
  const before = from === undefined ? older.at(revision ? -1 : -2) : pickVersion(older, form, from);
  if (!now || !before) throw new UsageError(`${form} has only one version. Add --git <revision> to compare.`);
  const lines = diffLines(diffForms(before, now), diffWords(language), language, languagesOf(now.definition)[0]);
  const { version, changes } = now.definition;
  if (before.definition.version !== version)
    print(`${form} ${before.definition.version} → ${version}: ${pickText(changes.note, language)}`);
  for (const line of lines.length > 0 ? lines : [words(language, 'definitions:no_difference')]) print(line);
  return 0;
}

async function versionsAt(revision: string, form: string, root: string): Promise<FormSource[]> {
  try {
    const sources = versionsOf(await readDefinitions(gitIo(root, revision)));
    return sources.filter((source) => source.definition.form === form);
  } catch {
    throw new UsageError(`git knows no revision ${revision} with definitions in ${root}.`);
  }
}

function pickVersion(versions: readonly FormSource[], form: string, number: string): FormSource {
  const found = versions.find((source) => source.definition.version === Number(number));
  if (found) return found;
  const known = versions.map(({ definition }) => definition.version).join(', ');
  throw new UsageError(`There is no version ${number} of ${form}, only ${known}.`);
}

/** Returns every version of every form, and of what forms refer to. */
function versionsOf(files: SourceFiles): FormSource[] {
  const { forms, rows } = sourcesOf(files);
  return [...forms, ...rows];
}
