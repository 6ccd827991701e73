/** Reads the response with records line by line: records, and after each page of them the position behind it. */
import { type RecordsPage, type SentRecord, SyncError } from './transport.ts';

export interface PageReader {
  /** Takes the next line of the response. */
  line(line: unknown): void;
  /** Resolves when all pages that arrived whole are taken. Throws `error`, or a SyncError if the response was cut. */
  end(error?: unknown): Promise<void>;
}

export function pageReader(take: (page: RecordsPage) => Promise<void>): PageReader {
  let records: SentRecord[] = [];
  let taking: Promise<void> = Promise.resolve();
  let isWhole = false;
  return {
    line(line) {
      if ('record' in (line as SentRecord | Omit<RecordsPage, 'records'>)) {
        records.push(line as SentRecord);
        return;
      }
      const page = { records, ...(line as Omit<RecordsPage, 'records'>) };
      records = [];
      isWhole = true;
      taking = taking.then(() => take(page));
    },
    async end(error) {
      await taking;
      if (error) throw error;
      if (!isWhole || records.length > 0) throw new SyncError(0, { code: 'network' });
    },
  };
}
