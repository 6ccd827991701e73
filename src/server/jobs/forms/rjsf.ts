/** Exports a form version for stock react-jsonschema-form (`forms export --rjsf`). */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileForm } from '../../../core/definitions/compile.ts';
import type { SourceFiles } from '../../../core/definitions/files.ts';
import { versionKey } from '../../../core/definitions/freeze.ts';
import { sourcesOf } from '../../../core/definitions/load.ts';
import { withProblemRow } from '../../../core/definitions/rows.ts';
import type { FormSource, JsonSchema } from '../../../core/definitions/types.ts';
import type { UiSchema } from '../../../core/form/rjsf.ts';
import {
  exportJsonSchema,
  exportUiSchema,
  findRulesOutsideSchema,
  type RulesOutsideSchema,
} from '../../../core/form/rjsfExport.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { getOwn } from '../../../core/json.ts';
import type { Language } from '../../../core/text/languages.ts';
import { withDatabase } from '../../db/open.ts';
import { storedVersions } from '../../definitions/written.ts';
import { type StorePlace, storeExists } from '../backup.ts';

interface RjsfForm {
  form: string;
  version: number;
  language: Language;
  schema: JsonSchema;
  uiSchema: UiSchema;
  /** Rules that the schema cannot express. */
  rules: RulesOutsideSchema;
}

/** Returns the requested version, or the newest one; undefined if there is none. */
export async function rjsfFormOf(
  form: string,
  version: string | undefined,
  language: Language,
  files: SourceFiles,
  store: StorePlace,
): Promise<RjsfForm | undefined> {
  const { rows, common } = sourcesOf(files);
  const source = await findFormSource(form, version, files, store);
  if (!source) return undefined;
  const compiled = compileForm(withProblemRow(source, (key) => rows.find((row) => versionKey(row) === key)));
  const words = files.get(`locales/${language}/form.json`)?.json as Record<string, Record<string, string>>;
  const part = (name: string): string =>
    PART_WORDS.map((group) => getOwn(getOwn(words, group), name)).find(Boolean) ?? name;
  return {
    form,
    version: source.definition.version,
    language,
    schema: exportJsonSchema(compiled, common.constants),
    uiSchema: exportUiSchema(compiled, { language, constants: common.constants, part }),
    rules: findRulesOutsideSchema(compiled),
  };
}

/** Returns a version of the files or of the store, by default the newest one; undefined if there is none. */
export async function findFormSource(
  form: string,
  version: string | undefined,
  files: SourceFiles,
  store: StorePlace,
): Promise<FormSource | undefined> {
  const versions = [
    ...sourcesOf(files).forms.filter(({ definition }) => definition.form === form),
    ...(storeExists(store) ? await publishedVersions(form, store) : []),
  ].sort((a, b) => a.definition.version - b.definition.version);
  return versions.findLast(({ definition }) => !version || definition.version === Number(version));
}

/** Returns published versions and those with corrected texts. */
function publishedVersions(form: string, store: StorePlace): Promise<FormSource[]> {
  return withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    const versions = await storedVersions(read, form);
    return versions.flatMap(({ origin, source }) => (origin === 'published' ? [source] : []));
  });
}

/** Groups of interface texts that name the parts of a field: those of types that bind several properties. */
const PART_WORDS = Object.entries(FIELD_TYPES).flatMap(([name, { binds }]) => (binds ? [name] : []));

/** Writes schema, uiSchema and rules to one file each. Returns their paths. */
export function writeRjsf({ form, version, language, schema, uiSchema, rules }: RjsfForm, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const written = { 'schema.json': schema, [`uiSchema.${language}.json`]: uiSchema, 'rules.json': rules };
  return Object.entries(written).map(([name, json]) => {
    const path = join(folder, `${form}.v${version}.${name}`);
    writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
    return path;
  });
}
