/**
 * Finds everything that is wrong in the definition files. Each issue has a file, a pointer and a code; the messages are in
 * the locale files. Pure: the caller passes in Ajv, which checks files against the meta schemas and that contracts are valid
 * schemas.
 */

import { bundleSchema, DanglingReference } from '../definitions/bundle.ts';
import { compileForm } from '../definitions/compile.ts';
import { type FileKind, type SourceFile, type SourceFiles, schemaPathOf, schemasByPath } from '../definitions/files.ts';
import { versionKey } from '../definitions/freeze.ts';
import { sourcePointer, withLists } from '../definitions/lists.ts';
import { isRowForm, withProblemRow } from '../definitions/rows.ts';
import type { FormDefinition } from '../definitions/types.ts';
import { ratingPointsOf } from '../form/ratingPoints.ts';
import { escapePointer } from '../json.ts';
import { runAllSteps, type SteppedWork } from '../steps.ts';
import { type CommonFiles, checkCommon, commonFilesOf } from './commonFiles.ts';
import { checkConditions } from './conditions.ts';
import { checkContract, checkRow } from './contract.ts';
import { checkDueDates } from './due.ts';
import { checkExpressions } from './expressions.ts';
import { checkFilters } from './filters.ts';
import { withoutFollowUps } from './followUps.ts';
import { checkIdentity } from './identity.ts';
import type { FormFile, Issue, IssueCode, IssueParams, ReportIssue } from './issues/issue.ts';
import { checkLayout } from './layout.ts';
import { checkLineage } from './lineage.ts';
import { checkLists } from './lists.ts';
import { checkLooks, iconIssues } from './looks.ts';
import { checkMedia, unusedMedia } from './media.ts';
import { pathIssues } from './paths.ts';
import { checkPatterns } from './patterns.ts';
import { checkReach } from './reach.ts';
import { checkReferences } from './references.ts';
import { reportIssues } from './reports/reports.ts';
import { reservedNames } from './reservedNames.ts';
import { checkRestricted, type RestrictedAnswers, restrictedAnswers } from './restricted.ts';
import { sharedIssues } from './shared.ts';
import { checkAnswersInWords } from './texts/answersInWords.ts';
import { readableFiles } from './texts/readableFiles.ts';
import { formTextIssues, glossaryOf, textIssues } from './texts/words.ts';
import type { CheckTools } from './tools.ts';

export type { CheckTools, Issue };

/** Checks all files. If there are no issues but advice, they may be used. */
export function checkDefinitions(files: SourceFiles, tools: CheckTools): Issue[] {
  return runAllSteps(checkInSteps(files, tools));
}

/**
 * Same check in steps of a few milliseconds, so that the caller can do other work in between. What depends on no other file
 * is not checked of those that are in `known` unchanged (the same object): it is most of the work.
 */
export function* checkInSteps(
  given: SourceFiles,
  tools: CheckTools,
  known: SourceFiles = new Map(),
): SteppedWork<Issue[]> {
  const { files, issues, broken, lost } = yield* readableFiles(given, tools);
  const isKnown = (path: string) => given.has(path) && given.get(path) === known.get(path);
  const found: Issue[] = yield* wordsAndIcons(files, given, isKnown);
  const common = commonFilesOf(files);
  const { forms, checked } = yield* formFiles(files, lost, found, isKnown);
  const newest = new Map<string, FormDefinition>();
  for (const { definition } of forms) {
    if (isRowForm(definition) || lost.has(definition.form)) continue;
    const known = newest.get(definition.form);
    if (!known || known.version < definition.version) newest.set(definition.form, definition);
  }
  yield;
  const restricted = restrictedAnswers(forms, tools.isLifted);
  for (const form of forms) {
    yield;
    yield* checkForm(form, { forms, newest, common, restricted, checked }, tools, found);
  }
  checkCommon(common, newest, (kind, name, pointer, code, params) => {
    const file = [...files.values()].find((one) => one.kind === kind && (name === '' || named(one) === name));
    found.push({ file: file?.path ?? `forms/common/${kind}.json`, pointer, code, params });
  });
  checkRatings(common, found);
  const served = forms.filter(({ definition }) => newest.get(definition.form) === definition);
  const isWhole = lost.size === 0 && [...broken.values()].every(({ length }) => length === 0);
  // It is not known what a broken form names.
  if (isWhole) found.push(...unusedMedia(forms, tools.media));
  // Without a form, all that reports say of it would be reported.
  if (isWhole) found.push(...reportIssues(files, newest, common));
  found.push(...pathIssues(served, files, common.choices), ...sharedIssues(served));
  return [...issues, ...withoutFollowUps(found, { broken, lost }, (path) => given.get(path)?.form)];
}

/** Files of proper names, and the glossary itself, are not checked for words the glossary avoids. */
const NAMES_ONLY: ReadonlySet<SourceFile['kind']> = new Set(['places', 'glossary', 'demo', 'demo-records']);

/** Checks what stands in the files as they are; names, texts and icons need no sound form around them. */
function* wordsAndIcons(
  files: SourceFiles,
  given: SourceFiles,
  isKnown: (path: string) => boolean,
): Generator<void, Issue[]> {
  const issues: Issue[] = [];
  const glossary = glossaryOf(given);
  const terms = glossary && { terms: glossary.terms.map(({ term }) => ({ term })) };
  for (const { path, kind, frozen } of files.values()) {
    if (kind === 'locale' || kind === 'calls' || isKnown(path)) continue;
    yield;
    const json = given.get(path)?.json;
    issues.push(...reservedNames(path, kind, json));
    if (kind === 'schema') continue;
    // A published version keeps its words when the glossary grows.
    if (kind === 'form') issues.push(...formTextIssues(path, json as object, frozen === undefined ? glossary : terms));
    else issues.push(...textIssues(path, json, NAMES_ONLY.has(kind) ? terms : glossary));
    if (!NAMES_ONLY.has(kind)) issues.push(...iconIssues(path, json));
  }
  return issues;
}

interface Others {
  forms: FormFile[];
  newest: ReadonlyMap<string, FormDefinition>;
  common: CommonFiles;
  restricted: RestrictedAnswers;
  /** Forms of which only what depends on other forms is left to check. */
  checked: ReadonlySet<FormFile>;
}

function* checkForm(form: FormFile, others: Others, tools: CheckTools, issues: Issue[]): SteppedWork<void> {
  const { forms, newest, common, restricted, checked } = others;
  const { definition, path, schemaPath } = form;
  const report: ReportIssue = (pointer, code, params = {}) =>
    void issues.push({ file: path, pointer: sourcePointer(definition, pointer), code, params });
  const reportSchema: ReportIssue = (pointer, code, params = {}) =>
    void issues.push({ file: schemaPath, pointer, code, params });
  const before = issues.length;
  if (!checked.has(form)) yield* checkAnswers(form, common, report, reportSchema);
  const rows = forms.filter((one) => isRowForm(one.definition));
  checkRow(form, rows, report);
  yield;
  // Defaults read the answers of parents.
  const parents = forms.filter((one) => definition.parent?.forms.includes(one.definition.form));
  if (![form, ...parents].every((one) => checked.has(one))) yield* checkExpressions(form, forms, common, report);
  yield;
  checkFilters(form, forms, common, report);
  yield;
  const told = (pointer: string) =>
    issues.slice(before).some((issue) => issue.file === path && issue.pointer.startsWith(pointer));
  if (!checked.has(form)) {
    checkReach(form, told, report);
    checkLooks(definition, report);
    checkLists(form, report);
    yield;
  }
  checkMedia(form, tools.media, report);
  checkLayout(form, newest, report);
  yield;
  if (!form.frozen) checkReferences(form, newest, common, report);
  if (!form.frozen) checkDueDates(definition, newest, report);
  const older = forms.filter(
    (one) => one.definition.form === definition.form && one.definition.version < definition.version,
  );
  yield;
  checkIdentity(form, older, report);
  checkLineage(form, older, restricted.ever.get(definition.form), report);
  yield;
  checkRestricted(form, restricted, report, reportSchema);
  const twin = forms.find(
    (one) => one !== form && one.definition.form === definition.form && one.definition.version === definition.version,
  );
  if (twin) report('/version', 'version_twice', { version: definition.version, file: twin.path });
  if (definition.changes.from >= definition.version) report('/changes/from', 'version_from_later');
  if (checked.has(form) || issues.length > before) return;
  try {
    const find = (key: string) => rows.find((one) => versionKey(one) === key);
    tools.compileValidator(compileForm(withProblemRow({ definition, schema: form.schema }, find)));
  } catch (error) {
    reportSchema('', 'no_validator', { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Checks questions, contract and conditions, as far as they depend on no other form. */
function* checkAnswers(
  form: FormFile,
  { constants }: CommonFiles,
  report: ReportIssue,
  reportSchema: ReportIssue,
): SteppedWork<void> {
  checkContract(form, constants, report, reportSchema);
  yield;
  if (!form.frozen) checkPatterns(form, report, reportSchema);
  yield;
  checkConditions(form, report);
  checkAnswersInWords(form, report);
  yield;
}

/** Definitions that contracts share. */
const SHARED = 'schemas/common/';

/** Files that every form depends on. */
const EVERYWHERE: readonly FileKind[] = ['constants', 'permissions', 'workflow'];

/**
 * Returns the forms with their contracts, and which of them stand unchanged in files that are known. Reports files that do not
 * match each other.
 */
function* formFiles(
  files: SourceFiles,
  lost: Map<string, FileKind>,
  issues: Issue[],
  isKnown: (path: string) => boolean,
): Generator<void, { forms: FormFile[]; checked: Set<FormFile> }> {
  const schemas = schemasByPath(files);
  const used = new Set<string>();
  const forms: FormFile[] = [];
  const checked = new Set<FormFile>();
  const everywhere = [...files.values()].filter(({ kind }) => EVERYWHERE.includes(kind)).map(({ path }) => path);
  for (const file of files.values()) {
    if (file.kind !== 'form') continue;
    yield;
    const { path, frozen } = file;
    const schemaPath = schemaPathOf(path);
    used.add(schemaPath);
    const definition = withLists(file.json as FormDefinition);
    const report = (pointer: string, code: IssueCode, params: IssueParams) =>
      issues.push({ file: path, pointer, code, params });
    if (definition.form !== file.form)
      report('/form', 'name_differs', { file: file.form ?? '', name: definition.form });
    if (frozen !== undefined && frozen !== definition.version)
      report('/version', 'version_differs', { file: frozen, version: definition.version });
    try {
      const read = new Set([path, ...everywhere]);
      const schema = bundleSchema(schemaPath, schemas, read);
      const form = { path, schemaPath, definition, schema, frozen: frozen !== undefined };
      forms.push(form);
      if ([...read].every(isKnown)) checked.add(form);
    } catch (error) {
      if (!(error instanceof DanglingReference)) throw error;
      lost.set(definition.form, 'form');
      if (lost.has(schemaPath) || [...lost.keys()].some((one) => one.startsWith(SHARED))) continue;
      if (schemas.has(schemaPath))
        issues.push({
          file: error.file,
          pointer: referenceIn(schemas.get(error.file), error.reference) ?? '',
          ...(error.limit === undefined
            ? { code: 'reference_dangling', params: { reason: error.reason } }
            : { code: 'contract_large', params: { limit: error.limit } }),
        });
      else report('', 'contract_missing', { file: schemaPath });
    }
  }
  for (const path of schemas.keys())
    if (!used.has(path) && !path.startsWith(SHARED) && !lost.has(files.get(path)?.form ?? ''))
      issues.push({ file: path, pointer: '', code: 'contract_unused', params: {} });
  return { forms, checked };
}

/** Returns the pointer of a `$ref`. */
function referenceIn(value: unknown, reference: string, pointer = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(key)}`;
    const found = key === '$ref' && inner === reference ? at : referenceIn(inner, reference, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function named({ json }: SourceFile): string | undefined {
  const file = json as { workflow?: string; list?: string } | undefined;
  return file?.workflow ?? file?.list;
}

function checkRatings({ constants }: CommonFiles, issues: Issue[]): void {
  for (const [index, { value, points }] of (constants?.ratings ?? []).entries()) {
    if ((ratingPointsOf(value) ?? null) !== points) {
      issues.push({
        file: 'forms/common/constants.json',
        pointer: `/ratings/${index}/points`,
        code: 'rating_points',
        params: { name: value, points: ratingPointsOf(value) ?? '–' },
      });
    }
  }
}
