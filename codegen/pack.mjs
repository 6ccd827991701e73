/**
 * Packs a release as dist/amanat-<version>.tar.gz: what a server needs to run, without build tools. Unpacked, it starts
 * with `npm ci --omit=dev && node dist/server/main.js serve`. That installs only the few packages with native parts.
 * Everything else is already in the bundles.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `amanat-${manifest.version}`;
const folder = join(root, 'dist/release', name);
const archive = join(root, 'dist', `${name}.tar.gz`);

const CONTENT = ['dist/app', 'dist/server', 'schemas', 'forms', 'locales', 'README.md', 'CHANGELOG.md', 'LICENSE'];
/** Files and folders that get another path in the release, where an operator looks for them. */
const MOVED = { 'src/server/README.md': 'OPERATIONS.md', 'src/server/deploy': 'deploy' };

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${command} ${args[0] ?? ''} did not succeed.`);
    process.exit(status ?? 1);
  }
}

run(process.execPath, [join(root, 'codegen/build-app.mjs')]);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const path of CONTENT) cpSync(join(root, path), join(folder, path), { recursive: true });
for (const [path, place] of Object.entries(MOVED))
  if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, place), { recursive: true });

const { name: id, version, description, license, type, engines, overrides, dependencies } = manifest;
const scripts = { start: 'node dist/server/main.js serve', amanat: 'node dist/server/main.js' };
const packed = {
  name: id,
  version,
  description,
  license,
  private: true,
  type,
  engines,
  scripts,
  overrides,
  dependencies,
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
// Keep the same versions and checksums. Only the packages removed from the manifest leave the lock file.
cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
run(
  'npm',
  ['install', '--package-lock-only', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'],
  folder,
);

run('tar', ['-czf', archive, '-C', join(root, 'dist/release'), name]);
rmSync(join(root, 'dist/release'), { recursive: true, force: true });
console.log(`${archive}: ${(statSync(archive).size / 1024 / 1024).toFixed(1)} MB`);
