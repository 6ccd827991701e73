/**
 * Runs the suite on other versions of Node: `npm run test:node -- 24`, or a part: `npm run test:node -- 22 24 --
 * tests/api/x.test.ts`. npm's package `node` brings the program, which is installed once into a folder of its own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const cut = process.argv.indexOf('--', 2);
const versions = process.argv.slice(2, cut < 0 ? undefined : cut);
const rest = cut < 0 ? [] : process.argv.slice(cut + 1);

if (versions.length === 0 || versions.some((version) => !/^\d+(\.\d+){0,2}$/.test(version))) {
  console.error('Name the versions of Node: npm run test:node -- 22 24');
  process.exit(2);
}

/** Returns the path of a Node version's program and installs it if needed. */
function nodeOf(version) {
  const folder = join(tmpdir(), `amanat-node-${version}`);
  const program = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(program)) {
    const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${version}`];
    // The package's install script downloads the program for this machine.
    const { status } = spawnSync('npm', [...args, '--ignore-scripts=false'], { stdio: 'inherit' });
    if (status !== 0 || !existsSync(program)) {
      console.error(`Node ${version} could not be installed.`);
      process.exit(1);
    }
  }
  return program;
}

let failed = 0;
for (const version of versions) {
  const program = nodeOf(version);
  const PATH = `${dirname(program)}${delimiter}${process.env.PATH}`;
  console.log(`\n— Node ${spawnSync(program, ['-v'], { encoding: 'utf8' }).stdout.trim()}`);
  const { status } = spawnSync(program, [join(root, 'tests/run.mjs'), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  if (status !== 0) failed += 1;
}
process.exit(failed > 0 ? 1 : 0);
