/** Limits heavy work on files (pictures, spreadsheets), so that only few of them are in memory at the same time. */
import PQueue from 'p-queue';
import { Failure } from '../../core/errors/failure.ts';

export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 10;

/** Runs at most `atOnce` tasks at a time. Throws `busy` if `waiting` others are already in the queue. */
export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): WorkQueue {
  const queue = new PQueue({ concurrency: atOnce });
  return async (work) => {
    if (queue.pending + queue.size >= atOnce + waiting) throw new Failure('busy', { params: { seconds: RETRY_AFTER } });
    return queue.add(work);
  };
}
