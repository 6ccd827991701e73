/** The thread in which one uploaded spreadsheet is read (`readFile.ts`); its memory ends here and not with the server. */
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../../core/errors/failure.ts';
import { readCells } from './readCells.ts';

export interface Task {
  bytes: Uint8Array;
  isZip: boolean;
}

/** `sheets` is JSON: a text reaches the server's thread far cheaper than as many objects. */
export type Outcome = { sheets: string } | { code: string; params: Record<string, unknown> };

const { bytes, isZip } = workerData as Task;
const tell = (outcome: Outcome) => parentPort?.postMessage(outcome);
try {
  tell({ sheets: JSON.stringify(await readCells(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), isZip)) });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  tell({ code: error.code, params: error.params });
}
