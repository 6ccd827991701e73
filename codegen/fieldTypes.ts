/**
 * Writes the registries of field types and the type names of the meta schema. A file in src/core/form/types that exports a
 * `FieldType` is one type, and the folder of the same name in src/app/widgets renders it. Types of one family (words,
 * figures, options …) share a folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FACES = 'src/core/form/types';
const WIDGETS = 'src/app/widgets';
export const META = 'schemas/meta/form.schema.json';
const NOTICE = 'Written by npm run generate from the files of this folder. Do not edit.';

/** Returns the name of the export: `yesNoDontknow` for `yes-no-dontknow`. */
function exportOf(name: string): string {
  return name.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/** Returns name and path (below the folder of types) of every type, sorted by name. */
function fieldTypePaths(root: string): [name: string, path: string][] {
  return readdirSync(join(root, FACES), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path): [string, string] => [basename(path, '.ts'), path.replaceAll('\\', '/')])
    .filter(([name, path]) =>
      readFileSync(join(root, FACES, path), 'utf8').includes(`export const ${exportOf(name)}: FieldType`),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

export function fieldTypeNames(root: string): string[] {
  return fieldTypePaths(root).map(([name]) => name);
}

function pathIn(line: string): string {
  return line.slice(line.indexOf("'"));
}

/** Returns every file by path, with the text it should have. */
export function fieldTypeFiles(root: string): Map<string, string> {
  const names = fieldTypeNames(root);
  const key = (name: string) => (exportOf(name) === name ? name : `'${name}': ${exportOf(name)}`);
  const registry = `/** Every field type. ${NOTICE} */
import type { FieldTypeName } from '../../definitions/types.ts';
${[...fieldTypePaths(root).map(([name, path]) => `import { ${exportOf(name)} } from './${path}';`), "import type { FieldType } from './fieldType.ts';"].sort((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1)).join('\n')}

export const FIELD_TYPES: Readonly<Record<FieldTypeName, FieldType>> = {
${names.map((name) => `  ${key(name)},`).join('\n')}
};
`;
  const widgets = `/** Input and display of every field type. ${NOTICE.replace('files', 'folders')} */
${[...names.map((name) => `import { widget as ${exportOf(name)} } from './${name}/index.ts';`), "import type { WidgetRegistry } from './types.ts';"].sort((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1)).join('\n')}

export const registry: WidgetRegistry = {
${names.map((name) => `  ${key(name)},`).join('\n')}
};
`;
  const meta = readFileSync(join(root, META), 'utf8').replace(
    /("title": "FieldTypeName",\s*"enum": )\[[^\]]*\]/,
    (_all, before: string) => `${before}[${names.map((name) => `"${name}"`).join(', ')}]`,
  );
  return new Map([
    [`${FACES}/index.ts`, registry],
    [`${WIDGETS}/registry.ts`, widgets],
    [META, meta],
  ]);
}
