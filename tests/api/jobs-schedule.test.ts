/** Periodic jobs: they repeat, never overlap, continue after errors, and stop at the end. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dailyAt, everyMilliseconds, type Schedule, startSchedule } from '../../src/server/jobs/schedule.ts';

describe('periodic work', () => {
  let schedule: Schedule | undefined;
  afterEach(async () => {
    vi.useRealTimers();
    await schedule?.close();
  });
  const errors: unknown[] = [];
  const log = { debug: () => undefined, error: (line: unknown) => errors.push(line) };

  it('comes again, also after an error, which is logged with its name', async () => {
    let rounds = 0;
    const work = async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('the first round fails');
    };
    schedule = startSchedule([{ name: 'sweep', wait: everyMilliseconds(5), work }], log as never);
    await expect.poll(() => rounds).toBeGreaterThan(2);
    expect(errors).toEqual([{ err: new Error('the first round fails'), job: 'sweep' }]);
  });

  it('never meets itself, ends at the close and tells the running round', async () => {
    vi.useFakeTimers();
    const rounds: { signal: AbortSignal; end(): void }[] = [];
    const work = (signal: AbortSignal) => new Promise<void>((end) => void rounds.push({ signal, end }));
    schedule = startSchedule([{ name: 'slow', wait: everyMilliseconds(10), work }], log as never);
    await vi.advanceTimersByTimeAsync(10);
    expect(rounds).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(rounds, 'the next one waits for the end of the first').toHaveLength(1);
    rounds[0]?.end();
    await vi.advanceTimersByTimeAsync(9);
    expect(rounds).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toHaveLength(2);

    let isClosed = false;
    const closed = schedule.close().then(() => {
      isClosed = true;
    });
    expect(rounds.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isClosed, 'a round goes on').toBe(false);
    rounds[1]?.end();
    await closed;
    await vi.advanceTimersByTimeAsync(1000);
    expect([rounds.length, vi.getTimerCount()]).toEqual([2, 0]);
  });

  it('knows times of day and how long an interval is', () => {
    const at = dailyAt('02:30');
    expect(at(new Date('2026-05-01T01:00+04:30'), true)).toBe(90 * 60_000);
    expect(at(new Date('2026-05-01T02:30+04:30'), false)).toBe(24 * 60 * 60_000);
    expect(at(new Date('2026-05-01T02:31+04:30'), false)).toBe(24 * 60 * 60_000 - 60_000);
    expect(() => dailyAt('25:00')).toThrow('time of day');
    const noon = new Date('2026-05-01T12:00+04:30');
    expect([everyMilliseconds(3_600_000)(noon, true), everyMilliseconds(3_600_000)(noon, false)]).toEqual([
      60_000, 3_600_000,
    ]);
  });
});
