/** Heavy work of files (pictures, spreadsheets) waits for its turn, so that memory holds few of them at once. */
import PQueue from 'p-queue';
import { Failure } from '../../core/errors/failure.ts';

export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 10;

/** `atOnce` at a time; throws `busy` when `waiting` others stand in line already. */
export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): Queue {
  const queue = new PQueue({ concurrency: atOnce });
  return async (work) => {
    if (queue.pending + queue.size >= atOnce + waiting) throw new Failure('busy', { params: { seconds: RETRY_AFTER } });
    return queue.add(work);
  };
}
