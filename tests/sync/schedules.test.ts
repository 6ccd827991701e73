/**
 * Random schedules of synchronisation against the real server. `SEED=…` repeats one schedule, with
 * `SCHEDULES=…` also those after it. AMANAT_FULL=1 runs 5,000.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mistakesOf } from './checks.ts';
import type { Fault } from './device.ts';
import { type Lab, openLab } from './lab.ts';
import { Simulation } from './simulation.ts';

const FIRST = Number(process.env.SEED ?? 1);
const SCHEDULES = Number(process.env.SCHEDULES ?? (process.env.SEED ? 1 : process.env.AMANAT_FULL ? 5_000 : 20));
/** Failing schedules to show. */
const SHOWN = 3;
/** Schedules in which a planted mistake must be found. */
const FEW = 40;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab?.server.stop());

async function mistakesFor(seed: number, fault?: Fault): Promise<string[]> {
  const simulation = new Simulation(lab, seed, fault);
  try {
    await simulation.run();
  } catch (error) {
    return [`seed ${seed}: ${(error as Error).stack}`, ...simulation.told];
  }
  const mistakes = await mistakesOf(lab, simulation);
  return mistakes.length > 0 ? [`SEED=${seed}`, ...mistakes, ...simulation.told] : [];
}

describe('synchronisation', () => {
  it(`loses and doubles nothing in ${SCHEDULES} schedules`, { timeout: 0 }, async () => {
    const found: string[][] = [];
    for (let seed = FIRST; seed < FIRST + SCHEDULES; seed += 1) {
      const mistakes = await mistakesFor(seed);
      if (mistakes.length > 0) found.push(mistakes);
      if (found.length === SHOWN) break;
    }
    expect(found).toEqual([]);
  });

  it.each<[Fault, RegExp]>([
    ['a change acknowledged before it is stored', /which is not there/],
    ['a change repeated without its key', /was changed \d+ times/],
    ['a cursor stored before its records', /has another/],
  ])('finds %s', { timeout: 0 }, async (fault, mistake) => {
    const isFound = async (seed: number) => (await mistakesFor(seed, fault)).some((words) => mistake.test(words));
    for (let seed = 1; seed <= FEW; seed += 1) if (await isFound(seed)) return;
    expect.fail(`${FEW} schedules did not find it`);
  });
});
