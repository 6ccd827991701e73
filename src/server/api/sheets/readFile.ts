/** Reads uploaded spreadsheets in a separate thread, one at a time. */
import { Failure } from '../../../core/errors/failure.ts';
import { boundedQueue } from '../../files/queue.ts';
import { inThread } from '../../files/thread.ts';
import type { RawSheet } from './readCells.ts';
import type { Task } from './worker.ts';

/** Bytes of an upload. */
export const FILE_LIMIT = 5 * 1024 * 1024;
const ACCEPTED = 'XLSX, CSV';

const THREAD = { name: 'spreadsheet-worker', memory: 320 };

const turn = boundedQueue({ atOnce: 1, waiting: 8 });

/** Returns every sheet of the file. Throws file_type, busy, sheet_heavy, or what `readCells` throws. */
export async function readFile(bytes: Buffer, name: string): Promise<RawSheet[]> {
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  if (!isZip && (!/\.(csv|txt|tsv)$/i.test(name) || bytes.includes(0)))
    throw new Failure('file_type', { params: { accepted: ACCEPTED } });
  const task: Task = { bytes, isZip };
  return turn(() => inThread<RawSheet[]>({ ...THREAD, heavy: new Failure('sheet_heavy') }, task));
}
