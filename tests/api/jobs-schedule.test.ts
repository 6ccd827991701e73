/** Periodic jobs: they repeat, never overlap, continue after errors, and stop at the end. */
import { afterEach, describe, expect, it } from 'vitest';
import { dailyAt, every, type Schedule, startSchedule } from '../../src/server/jobs/schedule.ts';

describe('periodic work', () => {
  let schedule: Schedule | undefined;
  afterEach(() => schedule?.close());
  const errors: unknown[] = [];
  const log = { debug: () => undefined, error: (line: unknown) => errors.push(line) };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('comes again, also after an error, which is logged with its name', async () => {
    let rounds = 0;
    const work = async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('the first round fails');
    };
    schedule = startSchedule([{ name: 'sweep', wait: every(5), work }], log as never);
    await expect.poll(() => rounds).toBeGreaterThan(2);
    expect(errors).toEqual([{ err: new Error('the first round fails'), job: 'sweep' }]);
  });

  it('never meets itself, ends at the close and tells the running round', async () => {
    let atOnce = 0;
    let most = 0;
    let rounds = 0;
    let isTold = false;
    const work = async (signal: AbortSignal) => {
      rounds += 1;
      most = Math.max(most, ++atOnce);
      await pause(20);
      isTold = signal.aborted;
      atOnce -= 1;
    };
    schedule = startSchedule([{ name: 'slow', wait: every(1), work }], log as never);
    await expect.poll(() => rounds).toBeGreaterThan(2);
    await expect.poll(() => atOnce).toBe(1);
    await schedule.close();
    expect([most, atOnce, isTold]).toEqual([1, 0, true]);
    const ended = rounds;
    await pause(60);
    expect(rounds).toBe(ended);
  });

  it('knows times of day and how long an interval is', () => {
    const at = dailyAt('02:30');
    expect(at(new Date('2026-05-01T01:00+04:30'), true)).toBe(90 * 60_000);
    expect(at(new Date('2026-05-01T02:30+04:30'), false)).toBe(24 * 60 * 60_000);
    expect(at(new Date('2026-05-01T02:31+04:30'), false)).toBe(24 * 60 * 60_000 - 60_000);
    expect(() => dailyAt('25:00')).toThrow('time of day');
    expect([every(3_600_000)(new Date(), true), every(3_600_000)(new Date(), false)]).toEqual([60_000, 3_600_000]);
  });
});
