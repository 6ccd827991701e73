/** The product's folder (definitions, locales, built app). Found in the same way from sources and from the built server. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'forms/common')) && existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder)
      throw new Error(`${start} does not lie in a folder of the product (with forms/common)`);
  }
}

/** Absolute path without a trailing slash. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns the file that a thread begins with. Where the server runs from its sources (tests), it is of the built one too: a thread
 * inherits no loader, and Node 20 reads no TypeScript. `name` is that of `codegen/server.config.ts`.
 */
export function threadFilePath(name: string): string {
  return join(ROOT, 'dist/server', `${name}.js`);
}
