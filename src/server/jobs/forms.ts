/** `forms check | diff | format | freeze | new-version | export | import`: commands for definition files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { check, type Issue } from '../../core/check/check.ts';
import { issueText } from '../../core/check/issueText.ts';
import { checkLocales } from '../../core/check/locales.ts';
import { diffForms } from '../../core/definitions/diff.ts';
import { type DiffWords, diffLines } from '../../core/definitions/diffText.ts';
import { readFiles, type SourceFile, type SourceFiles } from '../../core/definitions/files.ts';
import { format } from '../../core/definitions/format.ts';
import { freeze, LOCK_PATH, lockBreaks } from '../../core/definitions/freeze.ts';
import { sourcesOf } from '../../core/definitions/load.ts';
import { newVersion } from '../../core/definitions/newVersion.ts';
import type { FormSource, JsonSchema } from '../../core/definitions/types.ts';
import { ERROR_CODES } from '../../core/errors/catalogue.ts';
import { fromWireLanguage, type Language } from '../../core/text/languages.ts';
import { sha256 } from '../definitions/canonical.ts';
import { checkTools, diskIo, FOLDERS, gitIo, readLock, readMeta } from '../definitions/definitionFiles.ts';
import { issueWords } from '../http/words.ts';
import { ROOT as PRODUCT } from '../root.ts';
import { readSettings } from '../settings/settings.ts';
import type { Store } from './backup.ts';

const USAGE = `forms check [--language en|fa|pa]              check every definition file
forms diff <form> [<from> [<to>]]              what changed between two versions (default: the last two)
forms diff <form> --git <revision>             what changed since a git revision
                  [--language en|fa|pa]
forms format [--check]                         write files in canonical form
forms freeze                                   lock the data contracts of all versions
forms new-version <form>                       keep the version as it is and start the next one
forms export <form> [--to <folder>]            write versions published at run time as files
forms export --rjsf <form>[@<version>]         a version for react-jsonschema-form: schema, uiSchema, other rules;
                  [--language en|fa|ps] [--to <folder>]  as one JSON text, or as files (default: newest, English)
forms import <form> [--from <folder>]          publish a form's files to the store that DATA_DIR or DATABASE_URL names`;

export interface FormsOptions {
  /** Folder that holds forms/, schemas/ and locales/. */
  root?: string;
  print?: Print;
  /** Store with published versions. Default: the one in the settings. */
  store?: Store;
}

/** Runs one command. Returns the exit code. */
export async function forms(
  args: string[],
  { root = PRODUCT, print = console.log, store }: FormsOptions = {},
): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      rjsf: { type: 'boolean' },
      git: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      language: { type: 'string' },
    },
  });
  const [command = 'help', form, from, to] = positionals;
  const language = fromWireLanguage(values.language);
  const storeOf = () => store ?? readSettings(process.env);
  if (command === 'check') return report(await checkAll(root), print, language);
  if (command === 'format') return formatAll(root, values.check === true, print);
  if (command === 'freeze') return freezeAll(root, print);
  if (form !== undefined)
    switch (command) {
      case 'diff':
        return diff({ form, from, to, revision: values.git, language }, root, print);
      case 'new-version':
        return startVersion(form, root, print);
      case 'export':
        if (values.rjsf) return rjsf({ named: form, language, folder: values.to }, root, print, storeOf());
        return (await import('./formsExchange.ts')).exportForm(form, storeOf(), values.to ?? root, print);
      case 'import':
        return (await import('./formsExchange.ts')).importForm(form, storeOf(), values.from ?? root, print);
    }
  print(USAGE);
  return command === 'help' ? 0 : 2;
}

type Print = (line: string) => void;

/** Exports a version for RJSF. Includes versions published at run time if there is a store. */
async function rjsf(
  { named, language, folder }: { named: string; language: Language; folder: string | undefined },
  root: string,
  print: Print,
  store: Store,
): Promise<number> {
  const [form = '', version] = named.split('@');
  const { rjsfOf, writeRjsf } = await import('./formsRjsf.ts');
  const found = await rjsfOf(form, version, language, await readFiles(diskIo(root), FOLDERS), store);
  if (!found) {
    print(`There is no form ${form}${version ? ` version ${version}` : ''}.`);
    return 2;
  }
  for (const line of folder === undefined ? [JSON.stringify(found, null, 2)] : writeRjsf(found, folder)) print(line);
  return 0;
}

/** Returns everything that is wrong with the definition files of a folder. */
export async function checkAll(root: string = PRODUCT): Promise<Issue[]> {
  const files = await readFiles(diskIo(root), FOLDERS);
  const meta = readMeta(root);
  const issues = [...check(files, checkTools(meta)), ...checkLocales(files, ERROR_CODES)];
  for (const { path, canonical } of canonicalTexts(files, meta)) {
    if (files.get(path)?.text !== canonical)
      issues.push({ file: path, pointer: '', code: 'not_canonical', params: {} });
  }
  if (issues.length > 0) return issues;
  for (const { form, version, kind } of lockBreaks(versionsOf(files), readLock(root), sha256)) {
    issues.push({
      file: LOCK_PATH,
      pointer: `/${form}@${version}`,
      ...(kind === 'changed'
        ? { code: 'contract_was_changed', params: { form, version, next: version + 1 } }
        : { code: 'version_gone', params: { form, version } }),
    });
  }
  return issues;
}

/** Returns every version of every form, and of what forms refer to. */
function versionsOf(files: SourceFiles): FormSource[] {
  const { forms, rows } = sourcesOf(files);
  return [...forms, ...rows];
}

function report(issues: readonly Issue[], print: Print, language: Language = 'en'): number {
  const words = issueWords(language);
  for (const issue of issues)
    print(`${issue.file}${issue.pointer ? ` ${issue.pointer}` : ''}: ${issueText(issue, words, language)}`);
  print(
    issues.length === 0
      ? 'All definition files are in order.'
      : `${issues.length} ${issues.length === 1 ? 'error' : 'errors'}.`,
  );
  return issues.length === 0 ? 0 : 1;
}

function canonicalTexts(
  files: SourceFiles,
  meta: ReadonlyMap<SourceFile['kind'], JsonSchema>,
): { path: string; canonical: string }[] {
  return [...files.values()]
    .filter((file) => file.kind !== 'locale' && typeof file.json === 'object' && file.json !== null)
    .map((file) => ({ path: file.path, canonical: format(file.json, meta.get(file.kind)) }));
}

async function formatAll(root: string, onlyCheck: boolean, print: Print): Promise<number> {
  const files = await readFiles(diskIo(root));
  const changed = canonicalTexts(files, readMeta(root)).filter(
    ({ path, canonical }) => files.get(path)?.text !== canonical,
  );
  for (const { path, canonical } of changed) {
    if (!onlyCheck) writeFileSync(join(root, path), canonical);
    print(path);
  }
  return onlyCheck && changed.length > 0 ? 1 : 0;
}

async function freezeAll(root: string, print: Print): Promise<number> {
  const issues = await checkAll(root);
  if (issues.length > 0) return report(issues, print);
  const sources = versionsOf(await readFiles(diskIo(root)));
  const before = readLock(root);
  const after = freeze(sources, before, sha256);
  for (const key of Object.keys(after)) if (!(key in before)) print(`${key} locked`);
  writeFileSync(join(root, LOCK_PATH), `${JSON.stringify(after, null, 2)}\n`);
  return 0;
}

interface Compared {
  form: string;
  from: string | undefined;
  to: string | undefined;
  /** Git revision. */
  revision: string | undefined;
  language: Language;
}

async function diff({ form, from, to, revision, language }: Compared, root: string, print: Print): Promise<number> {
  const files = await readFiles(diskIo(root), FOLDERS);
  const versions = versionsOf(files).filter((source) => source.definition.form === form);
  const now = pickVersion(versions, to) ?? versions.at(-1);
  const older = revision
    ? versionsOf(await readFiles(gitIo(root, revision))).filter((source) => source.definition.form === form)
    : versions;
  const before = revision
    ? (pickVersion(older, from) ?? older.at(-1))
    : (pickVersion(versions, from) ?? versions.at(-2));
  if (!now || !before) {
    print(
      versions.length === 0
        ? `There is no form ${form}.`
        : `There are not two versions of ${form} to compare; give a git revision with --git.`,
    );
    return 2;
  }
  const words = wordsOf(files, language);
  const lines = diffLines(diffForms(before, now), words.diff, language);
  for (const line of lines.length > 0 ? lines : [words.no_difference]) print(line);
  return 0;
}

function pickVersion(versions: readonly FormSource[], number: string | undefined): FormSource | undefined {
  return number === undefined ? undefined : versions.find((source) => source.definition.version === Number(number));
}

function wordsOf(files: SourceFiles, language: Language): { diff: DiffWords; no_difference: string } {
  return files.get(`locales/${language}/definitions.json`)?.json as { diff: DiffWords; no_difference: string };
}

async function startVersion(form: string, root: string, print: Print): Promise<number> {
  const written = newVersion(form, await readFiles(diskIo(root)));
  if (!written) {
    print(`There is no form ${form}.`);
    return 2;
  }
  const meta = readMeta(root);
  for (const { path, kind, json } of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), format(json, meta.get(kind)));
    print(path);
  }
  return 0;
}
