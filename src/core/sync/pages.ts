/**
 * Reads the response with records line by line: records, and after each page of them the position behind it. Pages that arrive
 * faster than the device takes them are taken together.
 */
import { type AcceptedRecord, type RecordsPage, SyncError } from './transport.ts';

export interface PageReader {
  /** Takes the next line of the response. Throws what a page before it failed with, so that the rest is not read. */
  line(line: unknown): void;
  /** Resolves when all pages that arrived whole are taken. Throws `error`, or a SyncError if the response was cut. */
  end(error?: unknown): Promise<void>;
}

/** Records that are taken at once. Each take costs the device about as much as a page of records. */
const MOST = 500;

export function pageReader(take: (page: RecordsPage) => Promise<void>): PageReader {
  let records: AcceptedRecord[] = [];
  /** Pages that arrived and are not taken yet. */
  const waiting: RecordsPage[] = [];
  let taking: Promise<void> = Promise.resolve();
  let isWhole = false;
  let failure: { error: unknown } | undefined;
  const takeNext = async () => {
    const pages: RecordsPage[] = [];
    for (let count = 0; waiting[0] && (count === 0 || count + waiting[0].records.length <= MOST); ) {
      count += waiting[0].records.length;
      pages.push(waiting.shift() as RecordsPage);
    }
    const last = pages.at(-1);
    if (last) await take({ ...last, records: pages.flatMap((page) => page.records) });
  };
  return {
    line(line) {
      if (failure) throw failure.error;
      if ('record' in (line as AcceptedRecord | Omit<RecordsPage, 'records'>)) {
        records.push(line as AcceptedRecord);
        return;
      }
      waiting.push({ records, ...(line as Omit<RecordsPage, 'records'>) });
      records = [];
      isWhole = true;
      taking = taking.then(takeNext);
      // Who calls `end` learns of it. Until then it is not an error that nobody handles.
      taking.catch((error: unknown) => {
        failure ??= { error };
      });
    },
    async end(error) {
      await taking;
      if (error) throw error;
      if (!isWhole || records.length > 0) throw new SyncError(0, { code: 'network' });
    },
  };
}
