/** The thread that reads one uploaded spreadsheet (`readFile.ts`). If it runs out of memory, only the thread ends. */
import { serveThreadTask } from '../../files/thread.ts';
import { readCells } from './readCells.ts';

export interface ReadCellsTask {
  bytes: Uint8Array;
  isZip: boolean;
  /** Most filled rows of a sheet. */
  most: number;
}

await serveThreadTask(({ bytes, isZip, most }: ReadCellsTask) =>
  readCells(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), isZip, most),
);
