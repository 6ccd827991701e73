/** Starts version N+1 of a form: version N is copied to `frozen/`, and the current files become version N+1. */
import { getOwn } from '../../json.ts';
import type { FullText, Language } from '../../text/languages.ts';
import { isBlankText, localDigits } from '../../text/letters.ts';
import { bundleSchema } from '../bundle.ts';
import { type SourceFile, type SourceFiles, schemaPathOf, schemasByPath } from '../files.ts';
import type { FormDefinition, FormSource } from '../types.ts';

export interface WrittenFile {
  path: string;
  kind: SourceFile['kind'];
  json: unknown;
}

/** Returns the files to write; undefined if the form does not exist. The frozen contract has its references inlined. */
export function newVersion(form: string, files: SourceFiles): WrittenFile[] | undefined {
  const file = [...files.values()].find((one) => one.kind === 'form' && one.form === form && one.frozen === undefined);
  if (!file) return undefined;
  const definition = file.json as FormDefinition;
  const path = frozenPath(file.path, definition);
  const schemaPath = schemaPathOf(file.path);
  const kept = frozenVersion({ definition, schema: bundleSchema(schemaPath, schemasByPath(files)) });
  return [
    { path, kind: 'form', json: kept.definition },
    { path: schemaPathOf(path), kind: 'schema', json: kept.schema },
    { path: file.path, kind: 'form', json: nextVersion(definition) },
  ];
}

/** Returns where a version is kept whose file is at this path while it is the newest. */
export function frozenPath(path: string, { form, version }: Pick<FormDefinition, 'form' | 'version'>): string {
  return path.replace(/([^/]+)$/, `frozen/${form}.v${version}.form.json`);
}

/** Returns a version as its files under `frozen/` say it: they lie one folder deeper. The contract has its references inlined. */
export function frozenVersion({ definition, schema }: FormSource): FormSource {
  const { $schema } = definition as { $schema?: string };
  const name = `frozen/${definition.form}.v${definition.version}.schema.json`;
  return {
    definition: { ...definition, ...($schema && { $schema: `../${$schema}` }) },
    schema: { ...schema, ...(typeof schema.$id === 'string' && { $id: schema.$id.replace(/[^/]+$/, name) }) },
  };
}

/** Returns the definition under the number after `newest`, as its author begins to change it. */
export function nextVersion(definition: FormDefinition, newest = definition.version): FormDefinition {
  const { migrate: _done, ...rest } = definition;
  const next = newest + 1;
  return { ...rest, version: next, changes: { from: newest, note: emptyNote(next) } };
}

/** What stands in place of a note until somebody says what is new. */
function emptyNote(version: number): FullText {
  return {
    en: `Version ${version}`,
    fa: `نسخه ${localDigits(version, 'fa')}`,
    ps: `${localDigits(version, 'ps')}مه نسخه`,
  };
}

/** Returns true if nobody has said yet what is new. */
export function lacksNote({ version, changes }: Pick<FormDefinition, 'version' | 'changes'>): boolean {
  const empty: Readonly<Record<string, string>> = emptyNote(version);
  // A half-written draft may say anything.
  const said = Object.entries(changes.note as Readonly<Record<string, unknown>>);
  return said.every(([language, words]) => isBlankText(String(words)) || words === getOwn(empty, language));
}

/** Returns the definition with what is new in one language, beside what was said in others. */
export function withNote(definition: FormDefinition, note: string, language: Language): FormDefinition {
  const { changes } = definition;
  const others = lacksNote(definition) ? {} : changes.note;
  return { ...definition, changes: { ...changes, note: { ...others, [language]: note } } };
}
