/**
 * Finds everything that is wrong in the definition files. Each issue has a file, a pointer and a code; the messages are in
 * the locale files. Pure: the caller passes in Ajv, which checks files against the meta schemas and that contracts are valid
 * schemas.
 */

import { bundle, DanglingReference } from '../definitions/bundle.ts';
import { compile } from '../definitions/compile.ts';
import { type SourceFile, type SourceFiles, schemaMap, schemaPathOf } from '../definitions/files.ts';
import { versionKey } from '../definitions/freeze.ts';
import { isRow, withRow } from '../definitions/rows.ts';
import type { AjvError, ChoiceList, CompiledForm, FormDefinition, JsonSchema, Workflow } from '../definitions/types.ts';
import { escapePointer } from '../errors/json.ts';
import { RATING_POINTS } from '../form/ratings.ts';
import { type CommonFiles, checkCommon } from './commonFiles.ts';
import { checkConditions } from './conditions.ts';
import { checkContract, checkRow } from './contract.ts';
import { checkExpressions } from './expressions.ts';
import { checkIdentity, checkName } from './identity.ts';
import type { FormFile, Issue, Report } from './issue.ts';
import { checkLayout } from './layout.ts';
import { checkLineage } from './lineage.ts';
import { pathIssues } from './paths.ts';
import { checkReferences } from './references.ts';
import { shapeIssues } from './shape.ts';
import { sharedIssues } from './shared.ts';
import { type Glossary, textIssues, wordIssues } from './words.ts';

export type { Issue };

export interface CheckTools {
  /** Returns the errors of a file against the meta schema of its kind. Empty for kinds without one. */
  shape(kind: SourceFile['kind'], json: unknown): AjvError[];
  /** Throws if no validator can be compiled for a form. */
  compileValidator(form: CompiledForm): void;
}

/** Checks all files. If there are no issues, they may be used. */
export function check(files: SourceFiles, tools: CheckTools): Issue[] {
  const steps = checkInSteps(files, tools);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Same check in steps of a few milliseconds, so that the caller can do other work in between. */
export function* checkInSteps(files: SourceFiles, tools: CheckTools): Generator<void, Issue[]> {
  const issues: Issue[] = [];
  const sound = new Set<string>();
  const glossary = glossaryOf(files);
  for (const file of files.values()) {
    if (file.kind === 'locale' || file.kind === 'calls') continue;
    yield;
    if (typeof file.json !== 'object' || file.json === null) {
      issues.push({ file: file.path, pointer: '', code: 'no_json', params: {} });
      continue;
    }
    const shape = file.kind === 'schema' ? [] : shapeIssues(file.path, tools.shape(file.kind, file.json));
    issues.push(
      ...shape,
      ...(file.kind === 'schema'
        ? []
        : textIssues(file.path, file.json, NAMES_ONLY.has(file.kind) ? termsOnly(glossary) : glossary)),
    );
    if (shape.length === 0) sound.add(file.path);
  }
  const common = commonOf(files, sound);
  const forms = yield* formFiles(files, sound, issues);
  const newest = new Map<string, FormDefinition>();
  for (const { definition } of forms) {
    if (isRow(definition)) continue;
    const known = newest.get(definition.form);
    if (!known || known.version < definition.version) newest.set(definition.form, definition);
  }
  for (const form of forms) {
    yield;
    checkForm(form, forms, newest, common, tools, issues);
  }
  checkCommon(common, newest, (kind, name, pointer, code, params) => {
    const file = [...files.values()].find((one) => one.kind === kind && (name === '' || named(one) === name));
    issues.push({ file: file?.path ?? `forms/common/${kind}.json`, pointer, code, params });
  });
  checkRatings(common, issues);
  const served = forms.filter(({ definition }) => newest.get(definition.form) === definition);
  issues.push(...pathIssues(served, files, common.choices), ...sharedIssues(served));
  return issues;
}

function checkForm(
  form: FormFile,
  forms: FormFile[],
  newest: ReadonlyMap<string, FormDefinition>,
  common: CommonFiles,
  tools: CheckTools,
  issues: Issue[],
): void {
  const { definition, path, schemaPath } = form;
  const report: Report = (pointer, code, params = {}) => void issues.push({ file: path, pointer, code, params });
  const reportSchema: Report = (pointer, code, params = {}) =>
    void issues.push({ file: schemaPath, pointer, code, params });
  const before = issues.length;
  const rows = forms.filter((one) => isRow(one.definition));
  checkContract(form, common.constants, report, reportSchema);
  checkRow(form, rows, report);
  checkConditions(form, report);
  checkExpressions(form, report);
  checkLayout(form, newest, report);
  if (!form.frozen) checkReferences(form, newest, common, report);
  const older = forms.filter(
    (one) => one.definition.form === definition.form && one.definition.version < definition.version,
  );
  checkIdentity(form, older, report);
  checkName(form, older, report);
  checkLineage(form, older, report);
  const twin = forms.find(
    (one) => one !== form && one.definition.form === definition.form && one.definition.version === definition.version,
  );
  if (twin) report('/version', 'version_twice', { version: definition.version, file: twin.path });
  if (definition.changes.from >= definition.version) report('/changes/from', 'version_from_later');
  if (issues.length > before) return;
  try {
    const find = (key: string) => rows.find((one) => versionKey(one) === key);
    tools.compileValidator(compile(withRow({ definition, schema: form.schema }, find)));
  } catch (error) {
    reportSchema('', 'no_validator', { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Returns the forms with their contracts. Reports files that do not match each other. */
function* formFiles(files: SourceFiles, sound: ReadonlySet<string>, issues: Issue[]): Generator<void, FormFile[]> {
  const schemas = schemaMap(files);
  const used = new Set<string>();
  const forms: FormFile[] = [];
  for (const file of files.values()) {
    if (file.kind !== 'form') continue;
    yield;
    const schemaPath = schemaPathOf(file.path);
    used.add(schemaPath);
    if (!sound.has(file.path)) continue;
    const definition = file.json as FormDefinition;
    if (definition.form !== file.form)
      issues.push({
        file: file.path,
        pointer: '/form',
        code: 'name_differs',
        params: { file: file.form ?? '', name: definition.form },
      });
    if (file.frozen !== undefined && file.frozen !== definition.version) {
      issues.push({
        file: file.path,
        pointer: '/version',
        code: 'version_differs',
        params: { file: file.frozen, version: definition.version },
      });
    }
    try {
      forms.push({
        path: file.path,
        schemaPath,
        definition,
        schema: bundle(schemaPath, schemas),
        frozen: file.frozen !== undefined,
      });
    } catch (error) {
      if (!(error instanceof DanglingReference)) throw error;
      issues.push({
        file: schemas.has(error.file) ? error.file : file.path,
        pointer: '',
        ...(schemas.has(schemaPath)
          ? { code: 'reference_dangling', params: { reason: error.message } }
          : { code: 'contract_missing', params: { file: schemaPath } }),
      });
    }
  }
  for (const [path] of schemas) {
    if (!used.has(path) && !path.startsWith('schemas/common/'))
      issues.push({ file: path, pointer: '', code: 'contract_unused', params: {} });
  }
  return forms;
}

/** Files of proper names, and the glossary itself, are not checked for words the glossary avoids. */
const NAMES_ONLY: ReadonlySet<SourceFile['kind']> = new Set(['places', 'glossary', 'demo', 'demo-records']);

function termsOnly(glossary: Glossary | undefined): Glossary | undefined {
  return glossary && { terms: glossary.terms.map(({ term }) => ({ term })) };
}

function glossaryOf(files: SourceFiles): Glossary | undefined {
  const json = [...files.values()].find((file) => file.kind === 'glossary')?.json;
  return Array.isArray((json as Glossary | undefined)?.terms) ? (json as Glossary) : undefined;
}

function named({ json }: SourceFile): string | undefined {
  const file = json as { workflow?: string; list?: string } | undefined;
  return file?.workflow ?? file?.list;
}

function commonOf(files: SourceFiles, sound: ReadonlySet<string>): CommonFiles {
  const found = [...files.values()].filter((file) => sound.has(file.path));
  const first = <T>(kind: SourceFile['kind']): T | undefined =>
    found.find((file) => file.kind === kind)?.json as T | undefined;
  const all = <T>(kind: SourceFile['kind']): T[] =>
    found.filter((file) => file.kind === kind).map((file) => file.json as T);
  const common: CommonFiles = {
    workflows: Object.fromEntries(all<Workflow>('workflow').map((one) => [one.workflow, one])),
    choices: Object.fromEntries(all<ChoiceList>('choices').map((one) => [one.list, one])),
  };
  for (const kind of ['constants', 'permissions', 'navigation', 'retention'] as const) {
    const file = first<never>(kind);
    if (file !== undefined) common[kind] = file;
  }
  return common;
}

function checkRatings({ constants }: CommonFiles, issues: Issue[]): void {
  for (const [index, { value, points }] of (constants?.ratings ?? []).entries()) {
    if ((RATING_POINTS[value] ?? null) !== points) {
      issues.push({
        file: 'forms/common/constants.json',
        pointer: `/ratings/${index}/points`,
        code: 'rating_points',
        params: { name: value, points: RATING_POINTS[value] ?? '–' },
      });
    }
  }
}

/** Checks locale files: same keys and placeholders in each language, all translated, a message for each error code. */
export function checkLocales(files: SourceFiles, errorCodes: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const locales = [...files.values()].filter((file) => file.kind === 'locale');
  const glossary = glossaryOf(files);
  const flat = new Map(locales.map((file) => [file.path, flatten(file.json)]));
  for (const file of locales) {
    const [, language = '', ...rest] = file.path.split('/');
    const english = flat.get(['locales', 'en', ...rest].join('/'));
    const own = flat.get(file.path) as Map<string, string>;
    for (const [pointer, words] of own) {
      const en = english?.get(pointer);
      if (en === undefined) issues.push({ file: file.path, pointer, code: 'key_not_english', params: {} });
      else
        for (const finding of wordIssues(language as 'en' | 'fa' | 'ps', words, en, glossary))
          issues.push({ file: file.path, pointer, ...finding });
    }
    if (language !== 'en') continue;
    for (const other of ['fa', 'ps']) {
      const path = ['locales', other, ...rest].join('/');
      const translated = flat.get(path);
      if (!translated) issues.push({ file: path, pointer: '', code: 'file_missing', params: {} });
      else
        for (const pointer of own.keys())
          if (!translated.has(pointer)) issues.push({ file: path, pointer, code: 'key_gone', params: {} });
    }
  }
  const sentences = flat.get('locales/en/errors.json');
  for (const code of errorCodes) {
    if (!sentences?.has(`/${code}`))
      issues.push({ file: 'locales/en/errors.json', pointer: `/${code}`, code: 'error_wordless', params: {} });
  }
  for (const pointer of sentences?.keys() ?? []) {
    if (!errorCodes.includes(pointer.slice(1)))
      issues.push({ file: 'locales/en/errors.json', pointer, code: 'error_unknown', params: {} });
  }
  return issues;
}

/** Returns texts by pointer. i18next writes plural forms as key suffixes. They are treated like other keys. */
function flatten(json: unknown, pointer = ''): Map<string, string> {
  if (typeof json === 'string') return new Map([[pointer, json]]);
  if (typeof json !== 'object' || json === null) return new Map();
  return new Map(
    Object.entries(json as JsonSchema).flatMap(([key, value]) => [
      ...flatten(value, `${pointer}/${escapePointer(key)}`),
    ]),
  );
}
