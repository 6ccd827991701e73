/** `forms check` and `forms done`: finds mistakes in the definition files, and writes what follows from them. */

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CheckTools, checkDefinitions, type Issue } from '../../../core/check/check.ts';
import { commonFilesOf } from '../../../core/check/commonFiles.ts';
import { blockingIssues, type Finding } from '../../../core/check/issues/issue.ts';
import { issueText } from '../../../core/check/issues/text.ts';
import { syntaxIssues } from '../../../core/check/jsonSyntax.ts';
import { judgeFindings } from '../../../core/check/judges.ts';
import { checkLocales } from '../../../core/check/texts/locales.ts';
import { readDefinitions } from '../../../core/contract/read.ts';
import { contractFindings } from '../../../core/contract/write.ts';
import { bundleSchema } from '../../../core/definitions/bundle.ts';
import {
  readFiles,
  type SourceFile,
  type SourceFiles,
  schemaPathOf,
  schemasByPath,
} from '../../../core/definitions/files.ts';
import { formatDefinition } from '../../../core/definitions/format.ts';
import { LOCK_PATH, lockBreaks, lockContracts } from '../../../core/definitions/freeze.ts';
import { withMediaFiles } from '../../../core/definitions/media.ts';
import type { FormDefinition, FormSource, JsonSchema } from '../../../core/definitions/types.ts';
import { ERROR_CODES } from '../../../core/errors/catalogue.ts';
import type { Language } from '../../../core/text/languages.ts';
import {
  checkTools,
  committedContractLock,
  DEFINITION_FOLDERS,
  diskIo,
  readContractLock,
  readMetaSchemas,
} from '../../definitions/definitionFiles.ts';
import { mediaFiles } from '../../definitions/mediaFiles.ts';
import { issueWords } from '../../http/words.ts';

export type PrintLine = (line: string) => void;

/** Scripts of the repository that write files from the definitions, and what they write. A release does not have them. */
const SCRIPTS = [
  { script: 'codegen/main.ts', writes: 'src/core/generated' },
  { script: 'codegen/translations.ts', writes: 'locales/status' },
];

/** Returns everything that is wrong with the definition files of a folder, and advice. Who checks often compiles the rules once. */
export async function checkDefinitionFiles(root: string, rules = checkTools(readMetaSchemas(root))): Promise<Issue[]> {
  const files = await readDefinitions(diskIo(root), DEFINITION_FOLDERS, committedContractLock(root));
  const tools = { ...rules, media: await mediaFiles(root) };
  const issues = [...checkDefinitions(files, tools), ...checkLocales(files, ERROR_CODES)];
  const wrong = new Set(blockingIssues(issues).map(({ file }) => file));
  for (const { path, canonical } of canonicalTexts(files, tools)) {
    const file = files.get(path);
    // A contract that has to be written is told with the lock, which is behind then.
    if (!wrong.has(path) && !file?.wrote && file?.text !== canonical) issues.push(notDone(path));
  }
  return [...issues, ...lockIssues(root, files, wrong)];
}

async function toolsFor(root: string): Promise<CheckTools> {
  return { ...checkTools(readMetaSchemas(root)), media: await mediaFiles(root) };
}

function notDone(file: string): Issue {
  return { file, pointer: '', code: 'not_done', params: {} };
}

/** Returns how the versions differ from the lock. Versions with other mistakes are left out until these are corrected. */
function lockIssues(root: string, files: SourceFiles, wrong: ReadonlySet<string>): Issue[] {
  if ([...wrong].some((path) => path.startsWith('schemas/common/'))) return [];
  const schemas = schemasByPath(files);
  const forms = [...files.values()].filter(({ kind }) => kind === 'form');
  const areSound = ({ path }: SourceFile) => !wrong.has(path) && !wrong.has(schemaPathOf(path));
  const skipped = new Set(forms.filter((file) => !areSound(file)).map(({ form }) => form));
  const sources = forms.filter(areSound).map((file) => sourceOf(file, schemas));
  const [published, lock] = [committedContractLock(root), readContractLock(root)];
  return lockBreaks(sources, lock, { hash: (text) => hash('sha256', text), published })
    .filter(({ form }) => !skipped.has(form))
    .map(({ key, form, version, kind }): Issue => {
      const params = { form, version, ...(kind === 'changed' && { next: version + 1 }) };
      return { file: LOCK_PATH, pointer: `/${key}`, code: LOCK_CODES[kind], params };
    });
}

const LOCK_CODES = {
  behind: 'lock_behind',
  changed: 'contract_was_changed',
  corrected: 'version_was_edited',
  missing: 'version_gone',
} as const;

function sourceOf({ path, json }: SourceFile, schemas: ReadonlyMap<string, JsonSchema>): FormSource {
  return { definition: json as FormDefinition, schema: bundleSchema(schemaPathOf(path), schemas) };
}

/** Prints the issues as `file pointer: sentence`, and how many there are. Returns the exit code, 0 if there is only advice. */
export function printIssues(issues: readonly Issue[], print: PrintLine, language: Language = 'en'): number {
  const words = issueWords(language);
  const line = (issue: Issue) => `${placeOf(issue)}: ${issueText(issue, words, language)}`;
  for (const issue of issues.filter(({ advice }) => advice)) print(`(advice) ${line(issue)}`);
  const errors = blockingIssues(issues);
  for (const issue of errors) print(line(issue));
  print(
    errors.length === 0
      ? 'All definition files are in order.'
      : `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}.`,
  );
  return errors.length === 0 ? 0 : 1;
}

/** Editors open a file at line and column. */
function placeOf({ file, pointer, params: { line, column } }: Issue): string {
  if (typeof line === 'number') return `${file}:${line}:${column}`;
  return pointer ? `${file} ${pointer}` : file;
}

/** `forms check`: also says if files of the repository do not follow from the definitions any more. */
export async function checkCommand(root: string, print: PrintLine, language: Language): Promise<number> {
  const issues = await checkDefinitionFiles(root);
  for (const note of await notes(root)) print(issueText(note, issueWords(language), language));
  const behind =
    blockingIssues(issues).length > 0 ? [] : SCRIPTS.filter(({ script }) => run(root, script, '--check') > 0);
  return printIssues([...issues, ...behind.map(({ writes }) => notDone(writes))], print, language);
}

/** Returns what is no fault and still worth knowing: forms that only the role judges which fills them in. */
async function notes(root: string): Promise<Finding[]> {
  const files = await readFiles(diskIo(root), ['forms']);
  const forms = [...files.values()].filter(({ kind, frozen }) => kind === 'form' && frozen === undefined);
  const isDefinition = (json: unknown): json is FormDefinition =>
    typeof json === 'object' && json !== null && 'form' in json && 'workflow' in json;
  return judgeFindings(
    commonFilesOf(files),
    forms.map(({ json }) => json).filter((json) => isDefinition(json)),
  ).filter(({ code }) => code === 'judge_one_role');
}

/** Runs a script of the repository. Returns its exit code, 0 if this is a release without it. */
function run(root: string, script: string, ...args: string[]): number {
  if (!existsSync(join(root, script))) return 0;
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [tsx, join(root, script), ...args], { encoding: 'utf8' });
  if (status !== 0 && args.length === 0) throw new Error(stderr);
  return status ?? 1;
}

/** `forms done`: layout, generated files, the state of translations and the lock, in this order. */
export async function doneCommand(root: string, print: PrintLine): Promise<number> {
  const code = await formatCommand(root, false, print);
  if (code !== 0) return code;
  for (const { script } of SCRIPTS) run(root, script);
  if (!existsSync(join(root, SCRIPTS[0]?.script ?? '')))
    print('Types and the state of translations are written in the repository only: there is no codegen/ here.');
  return freezeCommand(root, { isCorrection: false }, print);
}

export async function formatCommand(root: string, onlyCheck: boolean, print: PrintLine): Promise<number> {
  const files = await readDefinitions(diskIo(root), undefined, committedContractLock(root));
  const syntax = [...files.values()].flatMap(({ path, text }) =>
    syntaxIssues(text).map((issue) => ({ file: path, ...issue })),
  );
  // A key that stands twice would lose one of its values.
  if (syntax.length > 0) return printIssues(syntax, print);
  const changed = canonicalTexts(files, await toolsFor(root)).filter(
    ({ path, canonical }) => files.get(path)?.text !== canonical,
  );
  for (const { path, canonical } of changed) {
    const file = files.get(path);
    if (!onlyCheck) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), canonical);
    }
    for (const line of file?.wrote ? contractChangeLines(file) : [path]) print(line);
  }
  return onlyCheck && changed.length > 0 ? 1 : 0;
}

/** Returns what was written into a contract, as lines. */
export function contractChangeLines({ path, wrote = [] }: SourceFile): string[] {
  return contractFindings(wrote).map((finding) => `${path}: ${issueText(finding, issueWords('en'), 'en')}`);
}

function canonicalTexts(files: SourceFiles, tools: CheckTools): { path: string; canonical: string }[] {
  return [...files.values()]
    .filter((file) => file.kind !== 'locale' && typeof file.json === 'object' && file.json !== null)
    .map((file) => ({
      path: file.path,
      canonical: formatDefinition(withHashes(file, tools), tools.meta.get(file.kind)),
    }));
}

/** Returns the content of a file; of the newest version of a form with the hashes of its pictures and sounds. */
function withHashes({ kind, frozen, json, path }: SourceFile, { shape, media }: CheckTools): unknown {
  if (kind !== 'form' || frozen !== undefined || shape(kind, json).length > 0) return json;
  return withMediaFiles(json as FormDefinition, (name) => media.find(path, name, undefined)?.hash);
}

/** Locks every version. Returns 1 without writing if there is another mistake than a lock that is behind. */
export async function freezeCommand(
  root: string,
  { isCorrection }: { isCorrection: boolean },
  print: PrintLine,
): Promise<number> {
  const issues = blockingIssues(await checkDefinitionFiles(root)).filter(
    ({ file, code }) =>
      file !== LOCK_PATH || (code !== 'lock_behind' && !(isCorrection && code === 'version_was_edited')),
  );
  if (issues.length > 0) return printIssues(issues, print);
  const correctedOn = isCorrection ? new Date().toISOString().slice(0, 10) : undefined;
  for (const key of await lockVersions(root, { correctedOn })) print(`${key} locked`);
  return 0;
}

/** Writes the lock, of one form if it is named. Returns the versions whose hashes are new. */
export async function lockVersions(
  root: string,
  { form, correctedOn }: { form?: string; correctedOn?: string | undefined },
): Promise<string[]> {
  const files = await readDefinitions(diskIo(root));
  const schemas = schemasByPath(files);
  const sources = [...files.values()]
    .filter((file) => file.kind === 'form' && (form === undefined || file.form === form))
    .map((file) => sourceOf(file, schemas));
  const before = readContractLock(root);
  const published = form === undefined ? committedContractLock(root) : before;
  const after = lockContracts(sources, before, { hash: (text) => hash('sha256', text), published, correctedOn });
  writeFileSync(join(root, LOCK_PATH), `${JSON.stringify(after, null, 2)}\n`);
  return Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
}
