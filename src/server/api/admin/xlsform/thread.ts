/** Reads and writes workbooks of XLSForm in a thread, one at a time: a form of 1,000 questions takes seconds in which the server would answer nobody. */
import type { Failure } from '../../../../core/errors/failure.ts';
import { boundedQueue } from '../../../files/queue.ts';
import { runInThread } from '../../../files/thread.ts';
import type { XlsformResult, XlsformTask } from './worker.ts';

const THREAD = { name: 'xlsform-worker', memory: 320, deadline: 30_000 };
const turn = boundedQueue({ atOnce: 1, waiting: 8 });

/** Throws busy, `heavy` if memory or time are not enough, or the Failure of the thread. */
export function runInXlsformThread<T extends XlsformTask>(task: T, heavy: Failure): Promise<XlsformResult<T>> {
  return turn(() => runInThread<XlsformResult<T>>({ ...THREAD, heavy }, task));
}
