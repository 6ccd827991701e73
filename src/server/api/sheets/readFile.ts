/** Reads uploaded spreadsheets in a separate thread, one at a time. */
import { Failure } from '../../../core/errors/failure.ts';
import { boundedQueue } from '../../files/queue.ts';
import { runInThread } from '../../files/thread.ts';
import { MOST_SHEET_LINES, type RawSheet } from './readCells.ts';
import type { ReadCellsTask } from './worker.ts';

/** Bytes of an upload. */
export const SHEET_FILE_LIMIT = 5 * 1024 * 1024;
const ACCEPTED = 'XLSX, CSV';

const THREAD = { name: 'spreadsheet-worker', memory: 320 };

const turn = boundedQueue({ atOnce: 1, waiting: 8 });

/** What a text of two bytes a letter begins with (UTF-16, `Unicode Text` of Excel). */
const TWO_BYTES = /^(\xff\xfe|\xfe\xff)/;

/** First bytes of a workbook of the old kind, whatever its name says. */
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Returns every sheet of the file. Throws file_empty, sheet_old, file_type, sheet_encoding, busy, sheet_heavy, or what `readCells` throws. */
export async function readSheetFile(bytes: Buffer, name: string, most = MOST_SHEET_LINES): Promise<RawSheet[]> {
  if (bytes.length === 0) throw new Failure('file_empty');
  if (bytes.subarray(0, OLD.length).equals(OLD)) throw new Failure('sheet_old');
  const begin = bytes.subarray(0, 2).toString('latin1');
  const isZip = begin === 'PK';
  if (!isZip && !/\.(csv|txt|tsv)$/i.test(name)) throw new Failure('file_type', { params: { accepted: ACCEPTED } });
  if (!isZip && bytes.includes(0) && !TWO_BYTES.test(begin)) throw new Failure('sheet_encoding');
  const task: ReadCellsTask = { bytes, isZip, most };
  return turn(() => runInThread<RawSheet[]>({ ...THREAD, heavy: new Failure('sheet_heavy') }, task));
}
