/**
 * Says which slips the tests notice: `npm run mutants`, `npm run mutants -- core/query server/api` for some areas, `npm run mutants --
 * Q2` for one slip. Works in a copy of the project, which is removed at the end and on Ctrl-C. Fails if a slip is not at its place
 * any more, if one is not noticed and does not say why, or is noticed though it says that it is not, and if less than 85 % of an area's are noticed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../support/definitions.ts';
import type { Outcome, Progress, Work } from './runner.ts';
import { misplaced, NOTICED, type Slip } from './slip.ts';
import { AREAS } from './slips/areas.ts';

/** Milliseconds after which a slip counts as noticed, because its tests do not end. */
const LONGEST = 1_200_000;

const asked = process.argv.slice(2);
const isAsked = (area: string, { id }: Slip) =>
  asked.length === 0 || asked.some((one) => one === area || area.startsWith(`${one}/`) || one === id);
const chosen = Object.entries(AREAS).flatMap(([area, slips]) =>
  slips.filter((slip) => isAsked(area, slip)).map((slip) => ({ ...slip, area })),
);
const wrong = misplaced(chosen);
if (wrong.length > 0 || chosen.length === 0) {
  console.error(chosen.length === 0 ? `no area or slip is called ${asked.join(', ')}` : wrong.join('\n'));
  process.exit(1);
}

const work = mkdtempSync(join(tmpdir(), 'amanat-mutants-'));
const copy = join(work, 'project');
let runner: ChildProcess | undefined;
function end(): void {
  if (runner?.pid && runner.exitCode === null && runner.signalCode === null) process.kill(-runner.pid, 'SIGKILL');
  rmSync(work, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    end();
    process.exit(130);
  });

const LEFT_OUT = /^(node_modules|dist|data|coverage|test-results|\.git)$/;
cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(ROOT, path)) });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
mkdirSync(join(work, 'tmp'));

const began = Date.now();
const outcomes = new Map<string, Outcome & { took: number }>();
try {
  await runAll();
} finally {
  end();
}
process.exit(conclude() ? 0 : 1);

/** Runs the slips in one process, and in a new one behind each that does not end. */
async function runAll(): Promise<void> {
  let left: (Slip & { area: string })[] = chosen;
  while (left.length > 0) left = left.slice(await runSome({ copy, slips: left }));
}

/** Returns how many slips were done. */
function runSome({ slips, ...rest }: Work): Promise<number> {
  const program = fileURLToPath(new URL('runner.ts', import.meta.url));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    TZ: 'Asia/Kabul',
    TEST_DATABASES: 'sqlite',
    TMPDIR: join(work, 'tmp'),
  };
  const child = fork(program, [], { cwd: copy, env, detached: true });
  runner = child;
  let done = 0;
  let last = Date.now();
  return new Promise((resolve, reject) => {
    let watch: NodeJS.Timeout | undefined;
    const ended = (at: number, outcome: Outcome) => {
      const slip = chosen.find(({ id }) => id === slips[at]?.id)!;
      outcomes.set(slip.id, { ...outcome, took: Date.now() - last });
      last = Date.now();
      done = at + 1;
      console.log(`${slip.area} ${slip.id}: ${inWords(outcome)}`);
    };
    child.on('message', (progress: Progress) => {
      clearTimeout(watch);
      if (progress.is === 'ended') return ended(progress.at, progress);
      watch = setTimeout(() => {
        process.kill(-child.pid!, 'SIGKILL');
        // What it had begun to write is put right before the next process starts.
        ended(progress.at, { by: 'tests that do not end' });
        cpSync(join(ROOT, slips[progress.at]!.file), join(copy, slips[progress.at]!.file));
      }, LONGEST);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(watch);
      if (code === 0 || signal === 'SIGKILL') resolve(done);
      else reject(new Error('the tests could not be run'));
    });
    child.send({ slips, ...rest } satisfies Work);
  });
}

function inWords({ by, broken }: Outcome): string {
  if (broken !== undefined) return `NOT JUDGED: ${broken}`;
  return by === undefined ? 'NOT NOTICED' : `noticed by “${by}”`;
}

/** Prints the areas. Returns true if enough is noticed and every exception says why. */
function conclude(): boolean {
  let isGood = true;
  console.log(`\n${chosen.length} slips in ${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
  for (const area of new Set(chosen.map((slip) => slip.area))) {
    const slips = chosen.flatMap((slip) => (slip.area === area ? [{ ...slip, ...outcomes.get(slip.id)! }] : []));
    const noticed = slips.filter(({ by }) => by !== undefined).length;
    const minutes = (slips.reduce((sum, { took }) => sum + took, 0) / 60_000).toFixed(1);
    const percent = Math.round((100 * noticed) / slips.length);
    console.log(`${area}: ${noticed} of ${slips.length} noticed (${percent} %) in ${minutes} minutes`);
    if (asked.length === 0 || asked.includes(area)) isGood &&= noticed / slips.length >= NOTICED;
    for (const { id, by, broken, unnoticed } of slips) {
      if (broken === undefined && by === undefined && unnoticed) console.log(`  ${id} is not noticed: ${unnoticed}`);
      if (broken === undefined && (by === undefined) !== (unnoticed === undefined)) continue;
      isGood = false;
      if (by !== undefined) console.log(`  ${id} is noticed, though it says that it is not`);
      else console.log(`  ${id} is NOT ${broken === undefined ? 'noticed' : 'judged'}`);
    }
  }
  return isGood;
}
