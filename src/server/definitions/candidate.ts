/**
 * Checks a form version before it is published at run time. It gets the same checks as shipped files, together with these
 * files and the forms published before. So forms that come through the API are as sound as those of a release. The check
 * runs in slices, so that other requests are served in between.
 */
import { setImmediate } from 'node:timers/promises';
import { type CheckTools, checkInSteps, type Issue } from '../../core/check/check.ts';
import { blockingIssues } from '../../core/check/issues/issue.ts';
import { checkOneReport } from '../../core/check/reports/oneReport.ts';
import { contractFor, readDefinitions } from '../../core/contract/read.ts';
import { contractFindings } from '../../core/contract/write.ts';
import { bundleSchema, DanglingReference } from '../../core/definitions/bundle.ts';
import {
  type FileKind,
  type SourceFile,
  type SourceFiles,
  schemaPathOf,
  schemasByPath,
} from '../../core/definitions/files.ts';
import { choiceListOfPart, fileOfPart, type PartContent, reportOfPart } from '../../core/definitions/parts.ts';
import { PROBLEM_FORM } from '../../core/definitions/rows.ts';
import type { ChoiceList, FormDefinition, FormSource, JsonSchema } from '../../core/definitions/types.ts';
import type { ReportDefinition } from '../../core/generated/report.ts';
import { runWithPauses } from '../db/rows.ts';
import { ROOT } from '../root.ts';
import { type CandidateIssue, IN_CONTRACT, withIssuePlaces } from './candidateIssue.ts';
import { NotServable } from './compileServable.ts';
import { checkToolsInSteps, diskIo, type FileTools, readMetaSchemas } from './definitionFiles.ts';
import type { FormRegistry } from './registry.ts';
import { contractHash } from './store.ts';

/** `source` of an unsound candidate is there if its references could be resolved. */
export type Candidate =
  | { source: FormSource; advice: CandidateIssue[] }
  | { issues: CandidateIssue[]; source?: FormSource };

const FORM_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Paths below /api/definitions that are no form. */
const RESERVED: ReadonlySet<string> = new Set(['common', 'drafts', 'media', 'report-choices', 'report-drafts']);

/** Returns the source with resolved references and the contract as written, or the issues found. */
export async function checkCandidate(registry: FormRegistry, given: FormSource): Promise<Candidate> {
  const found = await checkSource(registry, given);
  return 'advice' in found
    ? { ...found, advice: withIssuePlaces(given.definition, found.advice) }
    : { ...found, issues: withIssuePlaces(given.definition, found.issues) };
}

async function checkSource(registry: FormRegistry, given: FormSource): Promise<Candidate> {
  const { form, version } = given.definition;
  if (typeof form !== 'string' || !FORM_NAME.test(form) || RESERVED.has(form))
    return { issues: [{ pointer: '/form', code: 'form_name', params: {} }] };
  if (!Number.isInteger(version) || version < 1)
    return { issues: [{ pointer: '/version', code: 'version_number', params: {} }] };
  const without = await servedFiles(registry);
  const files = new Map(without);
  const path = placeIn(files, given);
  const wrote = await writeAt(files, path, given);
  const found = (await newIssues(registry, { files, path }, without)).map(({ file, ...finding }): CandidateIssue => {
    if (file === path) return finding;
    return { file: file === schemaPathOf(path) ? IN_CONTRACT : file, ...finding };
  });
  const issues = [...found, ...wrote];
  if (blockingIssues(issues).length > 0) return { issues, ...resolved(files, path, given) };
  await setImmediate();
  const { source } = resolved(files, path, given);
  if (!source) throw new Error(`${path}: a reference that the check let pass cannot be resolved`);
  const broken = numberIssue(registry, source) ?? (await servableIssue(registry, source));
  return broken ? { issues: [broken, ...issues] } : { source, advice: issues };
}

/** Returns what is wrong with the next version of a shared part or a report, together with everything that is served. */
export async function checkCommonPart(
  registry: FormRegistry,
  part: string,
  content: object,
): Promise<CandidateIssue[]> {
  const list = choiceListOfPart(part);
  if (list !== undefined && (content as ChoiceList).list !== list)
    return [
      { pointer: '/list', code: 'name_differs', params: { file: list, name: String((content as ChoiceList).list) } },
    ];
  const report = reportOfPart(part);
  const { report: name = report } = content as Partial<ReportDefinition>;
  if (report !== undefined && name !== report)
    return [{ pointer: '/report', code: 'report_name', params: { file: report, name: String(name) } }];
  const without = await servedFiles(registry);
  const files = new Map(without);
  const path = placePart(files, part, content as PartContent);
  if (report !== undefined) {
    const found = ofReport(files, path, { ...(await candidateTools()), media: await registry.media() });
    return found.length > 0 ? found : [(await servableIssue(registry, content as ReportDefinition)) ?? []].flat();
  }
  const parents = list !== undefined ? ((content as ChoiceList).parentList ?? list) : '';
  /** Parents that were added at run time stand in no file. */
  const isStored = ({ code, params: { name } }: Issue) =>
    code === 'item_unknown' && registry.choice(parents, String(name)) !== undefined;
  const found = (await newIssues(registry, { files, path }, without)).filter((issue) => !isStored(issue));
  return found.map(({ file, ...finding }) => ({
    ...(file !== path && { file }),
    ...finding,
  }));
}

function ofReport(files: Map<string, SourceFile>, path: string, tools: CheckTools): CandidateIssue[] {
  const own = files.get(path) as SourceFile;
  files.delete(path);
  return checkOneReport(own, files, tools).map(({ file, ...finding }) => ({
    ...(file !== path && { file }),
    ...finding,
  }));
}

/** Returns the files that would say what is served now. */
async function servedFiles(registry: FormRegistry): Promise<Map<string, SourceFile>> {
  const files = new Map(await shippedFiles());
  await setImmediate();
  addPublished(files, registry);
  return files;
}

/** Returns the issues of the files that they did not have before, and all advice about the file at `path`. */
async function newIssues(
  registry: FormRegistry,
  { files, path }: { files: SourceFiles; path: string },
  without: SourceFiles,
): Promise<Issue[]> {
  const lifted = registry.liftedRestrictions();
  const tools: CheckTools = {
    ...(await candidateTools()),
    media: await registry.media(),
    isLifted: ({ form, question }) => lifted.some((one) => one.form === form && one.question === question),
  };
  const found = await runWithPauses(checkInSteps(files, tools, without));
  if (found.length === 0) return found;
  const before = new Set((await runWithPauses(checkInSteps(without, tools, files))).map(keyOf));
  return found.filter((issue) => (issue.advice ? issue.file === path : !before.has(keyOf(issue))));
}

/** Writes the contract of a form where its file would be, and returns what was written. */
async function writeAt(
  files: Map<string, SourceFile>,
  path: string,
  { definition }: FormSource,
): Promise<CandidateIssue[]> {
  const schemaPath = schemaPathOf(path);
  const file = files.get(schemaPath) as SourceFile;
  const found = await runWithPauses(contractFor(definition, schemaPath, files));
  if (!found || found.schema === file.json) return [];
  files.set(schemaPath, { ...file, json: found.schema });
  return contractFindings(found.wrote).map((finding) => ({ file: IN_CONTRACT, pointer: '', advice: true, ...finding }));
}

function resolved(files: SourceFiles, path: string, { definition }: FormSource): { source?: FormSource } {
  const schemaPath = schemaPathOf(path);
  try {
    const written = files.get(schemaPath)?.json as JsonSchema;
    return { source: { definition, schema: bundleSchema(schemaPath, schemasByPath(files)), written } };
  } catch (error) {
    if (error instanceof DanglingReference) return {};
    throw error;
  }
}

/** True if both files have the shape of a form and of a contract, so that they can be compiled. */
export async function isWellShaped({ definition, schema }: FormSource): Promise<boolean> {
  const { shape } = await candidateTools();
  return shape('form', definition).length === 0 && shape('schema', schema).length === 0;
}

/** Compiles form and validator, which stay cached, and prepares the tables. */
async function servableIssue(
  registry: FormRegistry,
  next: FormSource | ReportDefinition,
): Promise<CandidateIssue | undefined> {
  try {
    await registry.mustServe(next);
    return undefined;
  } catch (error) {
    if (!(error instanceof NotServable)) throw error;
    return notServableIssue(error);
  }
}

export function notServableIssue({ message: reason }: NotServable): CandidateIssue {
  return { pointer: '', code: 'not_servable', params: { reason } };
}

/** Returns the issue for a changed contract under an old version number, or for a number below the newest one. */
function numberIssue(registry: FormRegistry, source: FormSource): CandidateIssue | undefined {
  const { form, version } = source.definition;
  const known = registry.form(form, version);
  if (known && registry.hash(known) !== contractHash(source)) return contractIssue(version);
  const newest = registry.versions(form).at(-1)?.version ?? 0;
  if (known || version > newest) return undefined;
  return { pointer: '/version', code: 'version_behind', params: { newest, next: newest + 1 } };
}

export function contractIssue(version: number): CandidateIssue {
  return { pointer: '/version', code: 'contract_differs', params: { version, next: version + 1 } };
}

const keyOf = ({ file, pointer, code, params, advice }: Issue): string =>
  JSON.stringify([file, pointer, code, params, advice]);

let shipped: Promise<SourceFiles> | undefined;

/** Reads the files once: a server serves the files that existed when it first needed them. */
function shippedFiles(): Promise<SourceFiles> {
  const { list, read } = diskIo(ROOT);
  shipped ??= readDefinitions({ list, read: (path) => setImmediate().then(() => read(path)) });
  return shipped;
}

const AT_RUN_TIME: ReadonlySet<FileKind> = new Set(['form', 'report', 'navigation', 'permissions', 'choices']);
let tools: Promise<FileTools> | undefined;

/** Makes the check's tools once, for what can come in at run time. Other forms' validators are not compiled again. */
export function candidateTools(): Promise<FileTools> {
  tools ??= makeTools();
  return tools;
}

async function makeTools(): Promise<FileTools> {
  const meta = [...readMetaSchemas(ROOT)].filter(([kind]) => AT_RUN_TIME.has(kind));
  const made = await runWithPauses(checkToolsInSteps(new Map(meta)));
  // All that is served is checked again with each candidate; its shape is a tenth of that work, and does not change.
  const sound = new WeakSet<object>();
  const shape: FileTools['shape'] = (kind, json) => {
    if (sound.has(json as object)) return [];
    const errors = made.shape(kind, json);
    if (errors.length === 0) sound.add(json as object);
    return errors;
  };
  return { ...made, shape, syntax: () => [], compileValidator: () => undefined };
}

/** Adds what the registry serves, as if it were files. */
function addPublished(files: Map<string, SourceFile>, registry: FormRegistry): void {
  for (const form of [...registry.forms().map((one) => one.form), PROBLEM_FORM])
    for (const { definition, contract } of registry.versions(form)) placeIn(files, { definition, schema: contract });
  for (const [part, { content, published }] of registry.commonParts()) if (published) placePart(files, part, content);
}

function placePart(files: Map<string, SourceFile>, part: string, json: PartContent): string {
  const { path: own, kind } = fileOfPart(part, json);
  const name = own.split('/').at(-1);
  // A report that has a file stays there, whatever programme it names now.
  const path =
    [...files.values()].find((file) => file.kind === 'report' && file.path.endsWith(`/${name}`))?.path ?? own;
  files.set(path, { path, kind, text: '', json });
  return path;
}

/** Puts a version where its file would be. The newest has the plain name, older ones have a version number in it. */
function placeIn(files: Map<string, SourceFile>, { definition, schema }: FormSource): string {
  const { form, version } = definition;
  const own = [...files.values()].filter((file) => file.kind === 'form' && file.form === form);
  const there = own.find((file) => versionOf(file) === version);
  const plain = own.find((file) => file.frozen === undefined);
  const folder = (plain ?? own[0])?.path.split('/').slice(0, -1).join('/') ?? `forms/${folderOfForm(definition)}`;
  let frozen = there?.frozen;
  if (!there && plain) {
    if (versionOf(plain) < version) freeze(files, plain);
    else frozen = version;
  }
  const path = there?.path ?? `${folder}/${form}${frozen === undefined ? '' : `.v${frozen}`}.form.json`;
  const named = { form, ...(frozen !== undefined && { frozen }) };
  files.set(path, { path, kind: 'form', text: '', json: definition, ...named });
  const schemaPath = schemaPathOf(path);
  files.set(schemaPath, { path: schemaPath, kind: 'schema', text: '', json: schema, ...named });
  return path;
}

/** Renames the files of the previously newest version as an older version. */
function freeze(files: Map<string, SourceFile>, plain: SourceFile): void {
  const schema = files.get(schemaPathOf(plain.path));
  for (const file of [plain, schema]) {
    if (!file) continue;
    const frozen = versionOf(plain);
    const path = file.path.replace(/\.(form|schema)\.json$/, `.v${frozen}.$1.json`);
    files.delete(file.path);
    files.set(path, { ...file, path, frozen });
  }
}

function versionOf({ json }: SourceFile): number {
  return (json as FormDefinition | undefined)?.version ?? 0;
}

/** Returns the folder for a form that has no file yet. */
export function folderOfForm({ programme }: FormDefinition): string {
  return typeof programme === 'string' && /^[a-z][a-z0-9-]*$/.test(programme) && programme !== 'common'
    ? programme
    : 'published';
}
