/**
 * Reads uploaded files in a separate thread, with a memory limit and a deadline. A malicious file ends that thread and is
 * refused, while the server keeps running.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ErrorCode } from '../../core/errors/catalogue.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { ErrorParams } from '../../core/errors/recordErrors.ts';
import { threadFilePath } from '../root.ts';

export interface ThreadWork {
  /** Of the thread's file in the built server (`codegen/server.config.ts`). */
  name: string;
  /** Megabytes. */
  memory: number;
  /** Thrown if memory or time are not enough. */
  heavy: Error;
  /** Milliseconds. Default `DEADLINE`. */
  deadline?: number;
}

type Outcome = { json: string } | { code: ErrorCode; params: ErrorParams };

/** Milliseconds allowed for a file. Ordinary files take a fraction of a second. */
const DEADLINE = 10_000;

/** Returns what the thread makes of `task`. Throws its Failure, or `heavy`. */
export async function runInThread<Result>(
  { name, memory, heavy, deadline: most = DEADLINE }: ThreadWork,
  task: object,
): Promise<Result> {
  const worker = new Worker(threadFilePath(name), {
    workerData: { task },
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    execArgv: [],
  });
  // A server that stops does not wait for a file.
  worker.unref();
  let deadline: NodeJS.Timeout | undefined;
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      deadline = setTimeout(() => reject(heavy), most);
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? heavy : error),
      );
      worker.once('exit', () => reject(new Error(`the thread ${name} ended without a word`)));
    });
    if ('json' in outcome) return JSON.parse(outcome.json) as Result;
    throw new Failure(outcome.code, { params: outcome.params });
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}

/** The thread's side. The result travels as JSON, because a string is much cheaper to pass than many objects. */
export async function serveThreadTask<Task>(work: (task: Task) => unknown): Promise<void> {
  const { task } = workerData as { task: Task };
  const tell = (outcome: Outcome) => parentPort?.postMessage(outcome);
  try {
    tell({ json: JSON.stringify(await work(task)) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tell({ code: error.code, params: error.params });
  }
}
