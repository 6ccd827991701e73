/** The thread that reads one uploaded spreadsheet (`readFile.ts`). If it runs out of memory, only the thread ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../../core/errors/failure.ts';
import { readCells } from './readCells.ts';

export interface Task {
  bytes: Uint8Array;
  isZip: boolean;
}

/** `sheets` is JSON, because passing a string between threads is much cheaper than passing many objects. */
export type Outcome = { sheets: string } | { code: string; params: Record<string, unknown> };

const { bytes, isZip } = workerData as Task;
const tell = (outcome: Outcome) => parentPort?.postMessage(outcome);
try {
  tell({ sheets: JSON.stringify(await readCells(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), isZip)) });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  tell({ code: error.code, params: error.params });
}
