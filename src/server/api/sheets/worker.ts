/** The thread that reads one uploaded spreadsheet (`readFile.ts`). If it runs out of memory, only the thread ends. */
import { answerThread } from '../../files/thread.ts';
import { readCells } from './readCells.ts';

export interface Task {
  bytes: Uint8Array;
  isZip: boolean;
}

await answerThread(({ bytes, isZip }: Task) =>
  readCells(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), isZip),
);
