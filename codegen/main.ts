/**
 * Writes src/core/generated from schemas/: types of the file formats and of every form's data contract. Also writes the
 * registries of field types from their files, and the outlines of the map. With --check it writes nothing and fails on any
 * difference, and on any error code without an error sentence.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { type IssueWords, issueText } from '../src/core/check/issues/text.ts';
import { checkLocales } from '../src/core/check/texts/locales.ts';
import { readDefinitions } from '../src/core/contract/read.ts';
import { bundleSchema } from '../src/core/definitions/bundle.ts';
import { readFiles, schemasByPath } from '../src/core/definitions/files.ts';
import type { JsonSchema } from '../src/core/definitions/types.ts';
import { ERROR_CODES } from '../src/core/errors/catalogue.ts';
import { fieldTypeFiles, META } from './fieldTypes.ts';
import { MAP_FILE, mapFile, outlinesFile } from './mapFile.ts';
import { bareRefs, closedTexts, withoutRepeatedTitles, withTuples } from './shapes.ts';
import { wireTypes, withoutNoise } from './wire.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = 'src/core/generated/';
const onlyCheck = process.argv.includes('--check');

function filesBelow(folder: string): string[] {
  const full = join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const io = { list: filesBelow, read: (path: string) => readFileSync(join(ROOT, path), 'utf8') };

const parsed = (path: string): JsonSchema => JSON.parse(io.read(path)) as JsonSchema;

async function typesOf(
  name: string,
  schema: object,
  { imports = [], lengths = true }: { imports?: readonly string[]; lengths?: boolean } = {},
): Promise<string> {
  return compile(schema as never, name, {
    ignoreMinAndMaxItems: !lengths,
    bannerComment: ['// Generated from schemas/ by npm run generate. Do not edit.', ...imports].join('\n'),
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}

/** Adds the keys that are required of every definition except rows. Rows are never in the list of forms. */
function ofForms({ else: rest, ...schema }: JsonSchema): JsonSchema {
  const { required = [] } = (rest ?? {}) as { required?: string[] };
  return { ...schema, required: [...((schema.required ?? []) as string[]), ...required] };
}

/** Returns every generated file by path. */
async function generated(): Promise<Map<string, string>> {
  const made = fieldTypeFiles(ROOT);
  for (const path of filesBelow('schemas/meta')) {
    const name = path.replace('schemas/meta/', '').replace('.schema.json', '');
    const schema = path === META ? JSON.parse(made.get(META) ?? io.read(META)) : parsed(path);
    made.set(`${OUT}${name}.ts`, await typesOf(name, closedTexts(bareRefs(ofForms(schema))) as object));
  }
  const shapes = filesBelow('schemas/api')
    .filter((path) => path.endsWith('.schema.json'))
    .sort();
  const { schema, formats } = wireTypes(new Map(shapes.map((path) => [path, parsed(path)])), (format) =>
    String(parsed(`schemas/meta/${format}.schema.json`).title),
  );
  const imports = [...formats].sort().map(([format, type]) => `import type { ${type} } from './${format}.ts';`);
  made.set(`${OUT}api.ts`, withoutNoise(await typesOf('Api', closedTexts(schema) as object, { imports })));
  made.set(MAP_FILE, mapFile(ROOT));
  made.set(`${OUT}outlines.ts`, outlinesFile(ROOT));
  const files = await readDefinitions(io);
  const schemas = schemasByPath(files);
  for (const file of files.values()) {
    if (file.kind !== 'schema' || file.frozen !== undefined || file.path.startsWith('schemas/common/')) continue;
    const contract = withTuples(withoutRepeatedTitles(bundleSchema(file.path, schemas))) as JsonSchema;
    // With lengths, a list of at most 500 rows would be a union of 500 tuples.
    const types = await typesOf(String(contract.title ?? file.form), contract, { lengths: false });
    made.set(`${OUT}forms/${file.form}.ts`, types);
  }
  return made;
}

const made = await generated();
const different = [...made].filter(([path, text]) => !existsSync(join(ROOT, path)) || io.read(path) !== text);
const stale = filesBelow(OUT).filter((path) => !made.has(path));
if (!onlyCheck) {
  for (const [path, text] of different) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  for (const path of stale) rmSync(join(ROOT, path));
} else {
  const files = await readFiles(io, ['locales']);
  const locales = checkLocales(files, ERROR_CODES).filter((issue) => issue.file.endsWith('/errors.json'));
  const english = files.get('locales/en/definitions.json')?.json as { issues: IssueWords } | undefined;
  for (const issue of locales)
    console.error(`${issue.file} ${issue.pointer}: ${english ? issueText(issue, english.issues, 'en') : issue.code}`);
  if (different.length + stale.length > 0) {
    const names = [...different.map(([path]) => path), ...stale].join(', ');
    console.error(`generated files differ from what they are made of: ${names}; run npm run amanat -- forms done`);
  }
  if (different.length + stale.length + locales.length > 0) process.exit(1);
}
