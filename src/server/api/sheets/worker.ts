/** The thread that reads one uploaded spreadsheet (`readFile.ts`). If it runs out of memory, only the thread ends. */
import { answerThread } from '../../files/thread.ts';
import { readCells } from './readCells.ts';

export interface Task {
  bytes: Uint8Array;
  isZip: boolean;
  /** Most filled rows of a sheet. */
  most: number;
}

await answerThread(({ bytes, isZip, most }: Task) =>
  readCells(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), isZip, most),
);
