/**
 * Work a running server does again and again: sweeping, backups, checks. A job never meets itself, its error is logged and
 * ends neither the server nor the next round. Every server on a database does its own rounds: work that only one may do at
 * a time holds a lock of the database (`Database.hold`), or bears being done by several.
 */
import type { FastifyBaseLogger } from 'fastify';
import { KABUL_MS } from '../../core/text/dates.ts';
import { TIME_OF_DAY } from '../settings/backups.ts';

export interface Job {
  name: string;
  /** Milliseconds from `now` until the next round; asked at the start and after each round. See `every`, `dailyAt`. */
  wait(now: Date, isFirst: boolean): number;
  /** The signal is given when the server stops: long work ends early, or the stop has to wait for it. */
  work(signal: AbortSignal): Promise<void>;
}

export interface Schedule {
  /** No further round begins; resolves when the running ones have ended. */
  close(): Promise<void>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds between two rounds, the first one a minute after the start: servers that restart often do it as well. */
export function every(milliseconds: number): Job['wait'] {
  return (_now, isFirst) => (isFirst ? Math.min(milliseconds, MINUTE) : milliseconds);
}

/** Once a day at a time of Kabul, `HH:MM`, wherever the machine stands. */
export function dailyAt(time: string): Job['wait'] {
  const [, hours, minutes] = TIME_OF_DAY.exec(time) ?? [];
  if (!hours || !minutes) throw new Error(`"${time}" is not a time of day like 02:30`);
  const at = (Number(hours) * 60 + Number(minutes)) * MINUTE;
  return (now) => (at - ((now.getTime() + KABUL_MS) % DAY) + DAY) % DAY || DAY;
}

/** Starts the rounds. Timers keep no process alive. */
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
