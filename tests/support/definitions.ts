/** The product's own definition files, and small sets of files with deliberate mistakes. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkDefinitions, type Issue } from '../../src/core/check/check.ts';
import { readFiles, type SourceFiles } from '../../src/core/definitions/files.ts';
import {
  checkTools,
  DEFINITION_FOLDERS,
  diskIo,
  readMetaSchemas,
} from '../../src/server/definitions/definitionFiles.ts';

export const ROOT = join(import.meta.dirname, '../../');

const tools = { ...checkTools(readMetaSchemas(ROOT)), media: { find: () => undefined, paths: [] } };

export const productFiles: Promise<SourceFiles> = readFiles(diskIo(ROOT), DEFINITION_FOLDERS);

/** Makes a copy of the product's definition files that a test may change. It is removed after `use`. */
export async function inCopy<T>(use: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'amanat-definitions-'));
  try {
    for (const folder of DEFINITION_FOLDERS) cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
    return await use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

export function writeJson(root: string, path: string, json: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${JSON.stringify(json, null, 2)}\n`);
}

/** What `forms check` prints of the shipped files: the example of languages lacks a text, to show how that looks. */
export const ADVICE =
  '(advice) forms/examples/example-languages.form.json /fields/remarks/label: The ar text is missing.';

/** Checks the given files (path to content) together with the product's forms/common and schemas/common. */
export async function checkWith(files: Record<string, unknown>): Promise<Issue[]> {
  const common = [...(await productFiles).values()].filter((file) =>
    /^(forms|schemas)\/common\/(constants|types|workflows|problem|frozen)/.test(file.path),
  );
  const texts = new Map([
    ...common.map((file) => [file.path, file.text] as const),
    ...Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)] as const),
  ]);
  const all = await readFiles({
    list: (folder) => [...texts.keys()].filter((path) => path.startsWith(`${folder}/`)),
    read: (path) => texts.get(path) as string,
  });
  return checkDefinitions(all, tools);
}
