/**
 * `forms export`: writes what was published at run time as files for a commit. Forms are written as texts that the store or the
 * server gives, so that both give the same bytes, and `forms import` of them too.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDefinitions } from '../../../core/contract/read.ts';
import { type SourceFile, type SourceFiles, schemaPathOf } from '../../../core/definitions/files.ts';
import { formatDefinition } from '../../../core/definitions/format.ts';
import { LOCK_PATH } from '../../../core/definitions/freeze.ts';
import { mediaFolder } from '../../../core/definitions/media.ts';
import type { FormDefinition } from '../../../core/definitions/types.ts';
import { frozenPath, newVersion } from '../../../core/definitions/versions/newVersion.ts';
import type { WrittenVersion } from '../../../core/generated/api.ts';
import { folderOfForm } from '../../definitions/candidate.ts';
import { diskIo, readMetaSchemas } from '../../definitions/definitionFiles.ts';
import { writeTranslationStates } from '../../definitions/statusFiles.ts';
import { ROOT } from '../../root.ts';
import type { ExportSource } from '../exportSources.ts';
import { lockVersions, type PrintLine } from './check.ts';
import { NONE_PUBLISHED, readSourcesOf, writeParts } from './parts.ts';

/** Writes every published version of a form that the files lack or have differently. Returns the exit code. */
export async function exportForm(form: string, source: ExportSource, root: string, print: PrintLine): Promise<number> {
  const versions = await source.versions(form);
  if (versions.length === 0) {
    print(`No version of ${form} was published at run time; its files are what there is.`);
    return 2;
  }
  const files = filesOf(versions, await readDefinitions(diskIo(root)));
  const written: string[] = [];
  for (const { path, content } of [...files, ...(await mediaOf(files, source))]) {
    const file = join(root, path);
    if (existsSync(file) && readFileSync(file).equals(content)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    written.push(path);
  }
  for (const file of files) if (file.states) written.push(...stateFiles(root, file, file.states));
  for (const path of new Set(written)) print(path);
  if (written.length === 0) print(`${form}: files already up to date.`);
  // A folder for one form has no lock, nor the definitions that contracts share.
  const isProduct = existsSync(join(root, LOCK_PATH));
  if (isProduct && (await lockVersions(root, { form })).length > 0) print(LOCK_PATH);
  return 0;
}

/** Writes every published form and part into a folder; those of `root` are compared. Returns the exit code. */
export async function exportAll(source: ExportSource, root: string, to: string, print: PrintLine): Promise<number> {
  const forms = await source.forms();
  const parts = await source.parts(await readSourcesOf(root));
  if (forms.length + parts.size === 0) {
    print(NONE_PUBLISHED);
    return 2;
  }
  for (const form of forms) await exportForm(form, source, to, print);
  return writeParts(parts, root, to, print);
}

interface ExportedFile {
  path: string;
  content: Buffer;
  /** Of a form file: the states of its words. Those that it does not tell are drafts. */
  states?: WrittenVersion['states'];
}

/** Returns the files of the versions: the newest in place, and others under `frozen/` unless they are there. */
function filesOf(versions: readonly WrittenVersion[], files: SourceFiles): ExportedFile[] {
  const sources = versions.map((version) => ({ version, definition: readForm(version.definition) }));
  const last = (sources.at(-1) as (typeof sources)[number]).definition;
  const plain = newestOf(last.form, files);
  const there = (plain?.json as FormDefinition | undefined)?.version ?? 0;
  const path = plain?.path ?? `forms/${folderOfForm(last)}/${last.form}.form.json`;
  const isKept = plain !== undefined && there < last.version && !versions.some(({ version }) => version === there);
  const both = (at: string, texts: { definition: string; schema: string }, states: WrittenVersion['states']) => [
    { path: at, content: Buffer.from(texts.definition), states },
    { path: schemaPathOf(at), content: Buffer.from(texts.schema) },
  ];
  return [
    ...(isKept ? keptFiles(last.form, path, files) : []),
    ...sources.flatMap(({ version, definition }) => {
      const isNewest = version.version >= Math.max(there, last.version);
      const frozen = frozenPath(path, definition);
      if (!isNewest && files.has(frozen)) return [];
      return isNewest ? both(path, version, version.states) : both(frozen, version.frozen, version.states);
    }),
  ];
}

function readForm(text: string): FormDefinition {
  return JSON.parse(text) as FormDefinition;
}

/** Returns the version that the files have, as it is kept under `frozen/`. */
function keptFiles(form: string, path: string, files: SourceFiles): ExportedFile[] {
  const meta = readMetaSchemas(ROOT);
  const kept = (newVersion(form, files) ?? []).filter((one) => one.path !== path);
  return kept.map(({ path: at, kind, json }) => ({
    path: at,
    content: Buffer.from(formatDefinition(json, meta.get(kind))),
    ...(kind === 'form' && { states: {} }),
  }));
}

/** Returns the pictures and sounds of the form files. */
async function mediaOf(files: readonly ExportedFile[], source: ExportSource): Promise<ExportedFile[]> {
  const found = new Map<string, ExportedFile>();
  for (const { path, content: text, states } of files) {
    if (!states) continue;
    for (const [name, hash] of Object.entries(readForm(text.toString()).mediaFiles ?? {})) {
      const at = `${mediaFolder(path)}/${name}`;
      const content = found.has(at) ? undefined : await source.media(hash);
      if (content) found.set(at, { path: at, content });
    }
  }
  return [...found.values()];
}

/** Writes the states of the words of a form file. Returns the paths of what changed. */
function stateFiles(
  root: string,
  { path, content }: ExportedFile,
  states: NonNullable<ExportedFile['states']>,
): string[] {
  const given = Object.entries(states).map(
    ([language, byPlace]) => [language, new Map(Object.entries(byPlace))] as const,
  );
  return writeTranslationStates(root, path, readForm(content.toString()), new Map(given));
}

function newestOf(form: string, files: SourceFiles): SourceFile | undefined {
  return [...files.values()].find((one) => one.kind === 'form' && one.form === form && one.frozen === undefined);
}
