/**
 * Reads uploaded spreadsheets in a separate thread, one at a time, with a memory limit and a deadline. A malicious file ends
 * that thread and is refused, while the server keeps running.
 */
import { Worker } from 'node:worker_threads';
import { isErrorCode } from '../../../core/errors/catalogue.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { boundedQueue } from '../../files/queue.ts';
import type { RawSheet } from './readCells.ts';
import type { Outcome, Task } from './worker.ts';

/** Bytes of an upload. */
export const FILE_LIMIT = 5 * 1024 * 1024;
const ACCEPTED = 'XLSX, CSV';
/** Milliseconds allowed for a file. Ordinary files take a fraction of a second. */
const DEADLINE = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const turn = boundedQueue({ atOnce: 1, waiting: 8 });

/** Returns every sheet of the file. Throws file_type, busy, sheet_heavy, or what `readCells` throws. */
export async function readFile(bytes: Buffer, name: string): Promise<RawSheet[]> {
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  if (!isZip && (!/\.(csv|txt|tsv)$/i.test(name) || bytes.includes(0)))
    throw new Failure('file_type', { params: { accepted: ACCEPTED } });
  const outcome = await turn(() => inThread({ bytes, isZip }));
  if ('sheets' in outcome) return JSON.parse(outcome.sheets) as RawSheet[];
  throw new Failure(isErrorCode(outcome.code) ? outcome.code : 'sheet_unreadable', { params: outcome.params });
}

/** In the built server, the thread is a file in the same folder. */
const isBuilt = !import.meta.url.endsWith('.ts');
const THREAD = new URL(isBuilt ? './spreadsheet-worker.js' : './worker-from-sources.mjs', import.meta.url);

async function inThread(task: Task): Promise<Outcome> {
  const worker = new Worker(THREAD, { workerData: task, resourceLimits: MEMORY, execArgv: [] });
  // A server that stops does not wait for a file.
  worker.unref();
  let deadline: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const heavy = () => resolve({ code: 'sheet_heavy', params: {} });
      deadline = setTimeout(heavy, DEADLINE);
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? heavy() : reject(error),
      );
      worker.once('exit', () => reject(new Error('the thread that reads spreadsheets ended without a word')));
    });
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}
