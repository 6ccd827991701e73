/**
 * Random schedules of synchronisation against the real server. `SEED=…` repeats one schedule, with `SCHEDULES=…` also those
 * after it, and `MINUTES=…` ends earlier. AMANAT_FULL=1 runs 1,000 in the process, and 60 in which a server of its own is killed.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../support/server.ts';
import { mistakesOf } from './checks.ts';
import type { Fault } from './device.ts';
import { type Lab, openKillableLab, openLab } from './lab.ts';
import { Simulation } from './simulation.ts';

const { env } = process;
const FIRST = Number(env.SEED ?? 1);
const MINUTES = Number(env.MINUTES ?? Number.POSITIVE_INFINITY);
/** Schedules that once lost something, which always run in the process. */
const ONCE_LOST = env.SEED ? [] : [29, 623];
/** Failing schedules to show. */
const SHOWN = 3;
/** Schedules in which a planted mistake must be found. */
const FEW = 60;
/** In every so-manieth schedule the second version of the visit is published meanwhile, on a server of its own. */
const PUBLISHING = 10;

function count(everyday: number, full: number): number {
  return Number(env.SCHEDULES ?? (env.SEED ? 1 : env.AMANAT_FULL ? full : everyday));
}

const labs = new Map<string, Promise<Lab>>();
afterAll(async () => {
  for (const lab of labs.values()) await (await lab).stop();
});

function shared(name: string, open: () => Promise<Lab>): Promise<Lab> {
  const lab = labs.get(name) ?? open();
  labs.set(name, lab);
  return lab;
}

async function inProcess(database: string, seed: number, fault?: Fault): Promise<string[]> {
  if (seed % PUBLISHING !== 0)
    return mistakesFor(await shared(database, () => openLab(database, { isNewer: true })), seed, fault);
  const own = await openLab(database, { isNewer: false });
  try {
    return await mistakesFor(own, seed, fault);
  } finally {
    await own.stop();
  }
}

async function killed(database: string, seed: number, fault?: Fault): Promise<string[]> {
  return mistakesFor(await shared(`${database} killed`, () => openKillableLab(database)), seed, fault);
}

async function mistakesFor(lab: Lab, seed: number, fault?: Fault): Promise<string[]> {
  const simulation = new Simulation(lab, seed, fault);
  try {
    await simulation.run();
    const mistakes = await mistakesOf(lab, simulation);
    return mistakes.length > 0 ? [`SEED=${seed}`, ...mistakes, ...simulation.told] : [];
  } catch (error) {
    return [`SEED=${seed}: ${(error as Error).stack}`, ...simulation.told];
  }
}

/** Runs schedules and returns those with mistakes. */
async function play(
  schedules: number,
  run: (seed: number) => Promise<string[]>,
  always: readonly number[] = [],
): Promise<string[][]> {
  const found: string[][] = [];
  for (const seed of always) found.push(...[await run(seed)].filter((mistakes) => mistakes.length > 0));
  const until = performance.now() + MINUTES * 60_000;
  let seed = FIRST;
  for (; seed < FIRST + schedules && found.length < SHOWN && performance.now() < until; seed += 1) {
    const mistakes = await run(seed);
    if (mistakes.length > 0) found.push(mistakes);
  }
  if (env.AMANAT_FULL || env.MINUTES) console.log(`schedules from SEED=${FIRST}: ${seed - FIRST}`);
  return found;
}

describe.each(DATABASES)('synchronisation with %s', (database) => {
  const everyday = database === 'sqlite' ? 8 : 3;
  it(`loses and doubles nothing in ${count(everyday, 1_000)} schedules`, { timeout: 0 }, async () => {
    expect(await play(count(everyday, 1_000), (seed) => inProcess(database, seed), ONCE_LOST)).toEqual([]);
  });

  // A database in memory ends with its process. The everyday run kills one server, those of `tests/faults` both.
  const isKilled = database === 'sqlite' || (database === 'postgres' && env.AMANAT_FULL);
  it.runIf(isKilled)(`nor when the server is killed, in ${count(1, 60)} schedules`, { timeout: 0 }, async () => {
    expect(await play(count(1, 60), (seed) => killed(database, seed))).toEqual([]);
  });
});

describe('the simulation', () => {
  // The third is the first schedule that is tried: only one in 30 finds the rarest.
  it.each<[Fault, RegExp, number?]>([
    ['a change acknowledged before it is stored', /which is not there/, 10],
    ['a change repeated without its key', /was changed \d+ times/],
    ['a cursor stored before its records', /has another/, 101],
    ['a record of each response left out', /has another/],
    ['removed records not asked for', /still has/],
    ['a change sent over what others changed', /the row \S+ of \S+ is lost/],
    ['a change sent with the number of a newer version', /failed: invalid/],
  ])('finds %s', { timeout: 0 }, async (fault, mistake, first = 1) => {
    const isFound = async (seed: number) =>
      (await inProcess('sqlite', seed, fault)).some((words) => mistake.test(words));
    for (let seed = first; seed < first + FEW; seed += 1) if (await isFound(seed)) return;
    expect.fail(`${FEW} schedules did not find it`);
  });

  it.runIf(env.AMANAT_FULL)('finds what a killed server did not store', { timeout: 0 }, async () => {
    const fault = 'a change acknowledged before it is stored';
    const isFound = async (seed: number) =>
      (await killed('sqlite', seed, fault)).some((words) => /not there/.test(words));
    for (let seed = 1; seed <= FEW; seed += 1) if (await isFound(seed)) return;
    expect.fail(`${FEW} schedules did not find it`);
  });
});
