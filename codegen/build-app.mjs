/** Builds the browser app into dist/ unless the sources are unchanged since the last build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const stamp = join(root, 'dist', '.sources');

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

const hash = createHash('sha256');
for (const path of [
  ...['index.html', 'vite.config.ts', 'package-lock.json'].map((name) => join(root, name)),
  ...['src/app', 'src/core', 'locales', 'forms/examples', 'schemas/examples'].flatMap((name) => {
    const folder = join(root, name);
    return existsSync(folder) ? [...files(folder)] : [];
  }),
]) {
  hash.update(path.slice(root.length)).update(readFileSync(path));
}
const now = hash.digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== now) {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, now);
}
