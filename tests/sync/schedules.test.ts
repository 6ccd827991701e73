/**
 * Random schedules of synchronisation against the real server. `SEED=…` repeats one schedule. AMANAT_FULL=1 runs 5,000.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mistakesOf } from './checks.ts';
import type { Fault } from './device.ts';
import { type Lab, openLab } from './lab.ts';
import { Simulation } from './simulation.ts';

const SEED = process.env.SEED ? Number(process.env.SEED) : undefined;
const SCHEDULES = process.env.AMANAT_FULL ? 5_000 : Number(process.env.SCHEDULES ?? 60);
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
  it(`loses and doubles nothing in ${SEED === undefined ? SCHEDULES : 1} schedules`, { timeout: 0 }, async () => {
    const seeds = SEED === undefined ? Array.from({ length: SCHEDULES }, (_none, at) => at + 1) : [SEED];
    for (const seed of seeds) expect(await mistakesFor(seed)).toEqual([]);
  });

  it.each<Fault>(['acknowledged before stored', 'retry without key', 'cursor before records'])(
    'finds a program in which something is %s',
    { timeout: 0 },
    async (fault) => {
      for (let seed = 1; seed <= FEW; seed += 1) if ((await mistakesFor(seed, fault)).length > 0) return;
      expect.fail(`${FEW} schedules did not find it`);
    },
  );
});
