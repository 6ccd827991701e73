/**
 * Runs repeated work of a server: sweeping, backups, checks. A job never overlaps itself. Its error is logged and stops
 * neither the server nor the next round. Every server of a database runs its own rounds. Work that only one may do at a time
 * holds a database lock (`Database.hold`); other work may safely run on several.
 */
import type { FastifyBaseLogger } from 'fastify';
import { KABUL_MS } from '../../core/text/dates.ts';
import { TIME_OF_DAY } from '../settings/backups.ts';

export interface Job {
  name: string;
  /** Returns the milliseconds until the next round. Called at start and after each round. See `everyMilliseconds`, `dailyAt`. */
  wait(now: Date, isFirst: boolean): number;
  /** The signal aborts when the server stops. Long work should then end early, because the stop waits for it. */
  work(signal: AbortSignal): Promise<void>;
}

export interface Schedule {
  /** Starts no further round. Resolves when the running ones have ended. */
  close(): Promise<void>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Repeats after these milliseconds. The first round is within a minute, so servers that restart often run it too. */
export function everyMilliseconds(milliseconds: number): Job['wait'] {
  return (_now, isFirst) => (isFirst ? Math.min(milliseconds, MINUTE) : milliseconds);
}

/** Repeats daily at a time in Kabul, `HH:MM`, whatever the time zone of the machine. */
export function dailyAt(time: string): Job['wait'] {
  const [, hours, minutes] = TIME_OF_DAY.exec(time) ?? [];
  if (!hours || !minutes) throw new Error(`"${time}" is not a time of day like 02:30`);
  const at = (Number(hours) * 60 + Number(minutes)) * MINUTE;
  return (now) => (at - ((now.getTime() + KABUL_MS) % DAY) + DAY) % DAY || DAY;
}

/** Starts the rounds. The timers do not keep the process alive. */
export function startSchedule(jobs: readonly Job[], log: Pick<FastifyBaseLogger, 'error' | 'debug'>): Schedule {
  const stop = new AbortController();
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const round = async ({ name, work }: Job): Promise<void> => {
    const began = performance.now();
    try {
      await work(stop.signal);
      log.debug({ job: name, ms: Math.round(performance.now() - began) }, 'job done');
    } catch (error) {
      if (!stop.signal.aborted) log.error({ err: error, job: name }, 'job failed');
    }
  };
  const plan = (job: Job, isFirst: boolean): void => {
    if (stop.signal.aborted) return;
    const timer = setTimeout(
      () => {
        const done = round(job).finally(() => {
          running.delete(done);
          plan(job, false);
        });
        running.add(done);
      },
      job.wait(new Date(), isFirst),
    );
    timers.set(job, timer.unref());
  };
  for (const job of jobs) plan(job, true);
  return {
    async close() {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
