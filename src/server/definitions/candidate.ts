/**
 * A form version on its way to being published at run time: checked like the files the product ships with, among these and
 * the forms published before, so that what comes in by the API is no less sound than what comes in a release.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { bundle } from '../../core/definitions/bundle.ts';
import { check, type Issue } from '../../core/definitions/check.ts';
import { readFiles, type SourceFile, schemaMap, schemaPathOf } from '../../core/definitions/files.ts';
import type { FormDefinition, FormSource, JsonSchema } from '../../core/definitions/types.ts';
import { checkTools, diskIo, readMeta } from '../jobs/definitionFiles.ts';
import { ROOT } from '../root.ts';
import type { Library } from './library.ts';
import { ContractChanged, contractHash } from './store.ts';

/** What is wrong; without a file it is the definition, `schema` is its data contract. */
export interface CandidateIssue {
  file?: string;
  pointer: string;
  message: string;
}

export type Candidate = { source: FormSource } | { issues: CandidateIssue[] };

const FORM_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const IN_FILE = 'schema';

/** The source with its references resolved, or everything that speaks against it. */
export async function checkCandidate(library: Library, given: FormSource): Promise<Candidate> {
  const { definition, schema } = given;
  const { form, version } = definition;
  if (typeof form !== 'string' || !FORM_NAME.test(form))
    return { issues: [{ pointer: '/form', message: 'The form needs a name of small letters, digits and hyphens.' }] };
  if (!Number.isInteger(version) || version < 1)
    return { issues: [{ pointer: '/version', message: 'The version must be a whole number from 1.' }] };
  const contract = contractIssues(schema);
  if (contract.length > 0) return { issues: contract };

  const files = new Map(await readFiles(diskIo(ROOT)));
  addPublished(files, library);
  const tools = checkTools(readMeta(ROOT));
  const before = new Set(check(files, tools).map(keyOf));
  const path = placeIn(files, given);
  const found = check(files, tools).filter((issue) => !before.has(keyOf(issue)));
  const issues = found.map(({ file, pointer, message }): CandidateIssue => {
    if (file === path) return { pointer, message };
    return { file: file === schemaPathOf(path) ? IN_FILE : file, pointer, message };
  });
  if (issues.length > 0) return { issues };
  const source = { definition, schema: bundle(schemaPathOf(path), schemaMap(files)) };
  const broken = numberIssue(library, source);
  return broken ? { issues: [broken] } : { source };
}

/** What a changed contract under an old number, or a number left behind, is answered with. */
function numberIssue(library: Library, source: FormSource): CandidateIssue | undefined {
  const { form, version } = source.definition;
  const known = library.form(form, version);
  if (known && library.hash(known) !== contractHash(source)) return contractIssue(new ContractChanged(form, version));
  const newest = library.form(form)?.version ?? 0;
  if (known || version > newest) return undefined;
  const message = `Version ${newest} of ${form} is published already; add version ${newest + 1}.`;
  return { pointer: '/version', message };
}

export function contractIssue({ message }: ContractChanged): CandidateIssue {
  return { pointer: '/version', message };
}

function contractIssues(schema: JsonSchema): CandidateIssue[] {
  const ajv = new Ajv2020({ strict: false });
  const { $schema: _dialect, ...rules } = schema;
  if (ajv.validateSchema(rules)) return [];
  return (ajv.errors ?? []).map(({ instancePath, message }) => ({
    file: IN_FILE,
    pointer: instancePath,
    message: `This is no JSON Schema: ${message ?? 'it cannot be read'}.`,
  }));
}

const keyOf = ({ file, pointer, message }: Issue): string => JSON.stringify([file, pointer, message]);

/** Versions that came at run time, as if they lay among the files. */
function addPublished(files: Map<string, SourceFile>, library: Library): void {
  for (const { form } of library.forms())
    for (const { definition, contract } of library.versions(form)) placeIn(files, { definition, schema: contract });
}

/** Puts a version where its file would lie; the newest one has the plain name, older ones are frozen. */
function placeIn(files: Map<string, SourceFile>, { definition, schema }: FormSource): string {
  const { form, version } = definition;
  const own = [...files.values()].filter((file) => file.kind === 'form' && file.form === form);
  const there = own.find((file) => versionOf(file) === version);
  const plain = own.find((file) => file.frozen === undefined);
  const folder = (plain ?? own[0])?.path.split('/').slice(0, -1).join('/') ?? `forms/${folderOf(definition)}`;
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

/** The version that was the newest gets the name of an older one. */
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

function folderOf({ programme }: FormDefinition): string {
  return typeof programme === 'string' && /^[a-z][a-z0-9-]*$/.test(programme) && programme !== 'common'
    ? programme
    : 'published';
}
