/** Builds the browser app and the server into dist/, each only when its sources changed since its last build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const PARTS = {
  app: {
    config: 'vite.config.ts',
    sources: [
      'index.html',
      'codegen/installable.ts',
      'src/app',
      'src/core',
      'locales',
      'forms/examples',
      'schemas/examples',
    ],
  },
  server: { config: 'codegen/server.config.ts', sources: ['src/server', 'src/core'] },
};

function* files(path) {
  if (!existsSync(path)) return;
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

function hashOf({ config, sources }) {
  const hash = createHash('sha256');
  const single = [config, 'package-lock.json', ...sources.filter((name) => name.includes('.'))];
  const inFolders = sources
    .filter((name) => !name.includes('.'))
    .flatMap((name) => [...files(join(root, name))].sort());
  for (const path of [...single.map((name) => join(root, name)), ...inFolders]) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}

const asked = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const stamp = join(root, 'dist', name, '.sources');
  const now = hashOf(part);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) continue;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) {
    console.error(
      'Building needs the development packages: run npm ci without --omit=dev, or install a packed release (npm run pack).',
    );
    process.exit(1);
  }
  const { status } = spawnSync(process.execPath, [vite, 'build', '--config', part.config, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, now);
}
