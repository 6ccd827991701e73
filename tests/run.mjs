/**
 * Runs the whole suite: finds or installs a browser, prints which PostgreSQL the database tests use, and builds the app.
 * Then it runs the vitest projects one by one in Asia/Kabul, and what reads days once more in another time zone. It prints which
 * files and rounds took how long; the last line has the totals. `--full` runs the whole matrix (all languages × sizes × databases × fault
 * rounds, and the journeys of `e2e/full`). `--round=api` runs one round, which goes on with a whole run that was cut off.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { browsers, installBrowsers } from './browser.mjs';

const root = new URL('..', import.meta.url).pathname;
const full = process.argv.includes('--full');
const asked = process.argv.flatMap((arg) =>
  arg.startsWith('--round=') ? arg.slice('--round='.length).split(',') : [],
);
const patterns = process.argv.slice(2).filter((arg) => arg !== '--full' && !arg.startsWith('--round='));

/** Suites that read days and times: the everyday run repeats them in another time zone. */
const OF_A_DAY = [
  ...[
    'dates',
    'timesAndScales',
    'derived',
    'expressions',
    'expressionRules',
    'situation',
    'recordName',
    'newRecord',
    'scope',
  ],
  ...['coercion', 'warnings', 'order', 'spreadsheet', 'reports', 'matrix', 'rowConditions', 'problemLog', 'versions'],
].map((name) => `scenarios/${name}.test.ts`);

/** The full run repeats everything but the output of the command line and the checks of files. */
const NOT_OF_A_DAY = [
  ...['--exclude', '**/{commands,faults,files,glossary}.test.ts'],
  ...['--exclude', 'tests/architecture/**'],
];

// One after the other: on two cores, browsers and databases in parallel would only wait for each other.
const all =
  patterns.length > 0
    ? [{ name: 'chosen', title: 'chosen suites', zone: 'Asia/Kabul', args: [] }]
    : [
        {
          name: 'engine',
          title: 'engine, definitions and widgets',
          zone: 'Asia/Kabul',
          args: ['--project', 'core', '--project', 'app'],
          inMemory: true,
        },
        {
          name: 'api',
          title: 'server on both databases',
          zone: 'Asia/Kabul',
          args: ['--project', 'api'],
          inMemory: true,
        },
        {
          name: 'faults',
          title: 'a server that is killed, cut off and filled up',
          zone: 'Asia/Kabul',
          args: ['--project', 'faults'],
        },
        {
          name: 'e2e',
          title: 'journeys in the browser',
          zone: 'Asia/Kabul',
          args: ['--project', 'e2e'],
          inMemory: true,
        },
        {
          name: 'zone',
          title: 'what reads days and times once more',
          zone: 'America/Los_Angeles',
          args: ['--project', 'core', ...(full ? NOT_OF_A_DAY : OF_A_DAY)],
        },
      ];
const rounds = all.filter(({ name }) => asked.length === 0 || asked.includes(name));
const unknown = asked.filter((name) => !all.some((round) => round.name === name));
if (unknown.length > 0) {
  console.error(`There is no round ${unknown.join(', ')}; the rounds are ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
}

/** Bytes that must be free for stores in memory: a round keeps up to two. */
const ROOM = 6 * 2 ** 30;

/**
 * Returns a folder in memory for the stores of the tests, or undefined if there is no room. They wait for the disk after each
 * write, which is a third of the time of some files. The rounds with faults keep the disk: they are about it.
 */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < ROOM || freemem() < 2 * ROOM) return undefined;
    const folder = mkdtempSync('/dev/shm/amanat-');
    // PostgreSQL runs as a user of its own.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

installBrowsers();
const { browser, shell } = browsers();
if (!browser) {
  console.error('The browser tests need Chromium. Install it, or name it in the variable CHROMIUM.');
  process.exit(1);
}
console.log(`browser: ${[browser, ...(shell ? [shell] : [])].join(', ')}`);
if (run(process.execPath, [join(root, 'codegen/build-app.mjs')]) !== 0) {
  console.error('the app does not build');
  console.log('tests: 0 passed, 1 failed');
  process.exit(1);
}

const results = mkdtempSync(join(tmpdir(), 'amanat-results-'));
const memory = memoryFolder();
/** Seconds by file, and by round. */
const seconds = new Map();
const rounded = [];
let passed = 0;
let failed = 0;
let skipped = 0;
/** Failed tests, printed again at the end because the output is long. */
const failures = [];
let status = 0;
for (const round of rounds) {
  const file = join(results, `${round.name}.json`);
  console.log(`\n— ${round.title} in ${round.zone}`);
  const began = performance.now();
  const code = run(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...round.args,
      ...patterns,
    ],
    {
      TZ: round.zone,
      NODE_ENV: 'test',
      CHROMIUM: browser,
      ...(shell && { CHROMIUM_SHELL: shell }),
      ...(full && { AMANAT_FULL: '1' }),
      ...(memory && round.inMemory && { TMPDIR: memory }),
    },
  );
  status ||= code;
  rounded.push(`${round.name} ${Math.round((performance.now() - began) / 1000)} s`);
  if (!existsSync(file)) {
    failed += 1;
    failures.push(`${round.title}: ended without a result`);
    continue;
  }
  const totals = JSON.parse(readFileSync(file, 'utf8'));
  passed += totals.numPassedTests;
  failed +=
    totals.numFailedTests +
    totals.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length;
  for (const { name, message, status: state, assertionResults, startTime, endTime } of totals.testResults) {
    const path = relative(root, name);
    seconds.set(path, (seconds.get(path) ?? 0) + (endTime - startTime) / 1000);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (state === 'failed' && tests.length === 0) failures.push(`${name}\n${message}`);
    for (const test of tests) failures.push(`${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
  }
  skipped += totals.numPendingTests + (totals.numTodoTests ?? 0);
}
rmSync(results, { recursive: true, force: true });
if (memory) rmSync(memory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
if (status !== 0 && failed === 0) failed = 1;
for (const failure of failures) console.log(`failed: ${failure.slice(0, 2000)}\n`);
const longest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, 40);
console.log(`longest files: ${longest.map(([path, time]) => `${path} ${time.toFixed(1)} s`).join(', ')}`);
console.log(`rounds: ${rounded.join(', ')}`);
if (skipped > 0) console.log(`skipped: ${skipped} (each says why on its line)`);
console.log(`tests: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : status);
