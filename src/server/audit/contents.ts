/** Compares the content of uploaded files on the disk with the hash in their rows. */
import { existsSync } from 'node:fs';
import type { Handle } from '../db/database.ts';
import { readInSlices } from '../db/rows.ts';
import { hashOfFile } from '../files/durable.ts';
import { contentPath } from '../files/sweep.ts';
import type { HistoryReport } from './report.ts';

const AT_ONCE = 20;

/** Reads every file that a row names. Does nothing without a folder. */
export async function* checkFileSlices(
  db: Handle,
  report: HistoryReport,
  { files: folder }: { files?: string },
): AsyncGenerator<void> {
  if (folder === undefined) return;
  const after = (hash: string) =>
    db
      .selectFrom('attachments')
      .select('hash')
      .distinct()
      .where('hash', '>', hash)
      .orderBy('hash')
      .limit(AT_ONCE)
      .execute();
  for await (const rows of readInSlices('', ({ hash }) => hash, after)) {
    for (const { hash } of rows) {
      const path = contentPath(folder, hash);
      if (!existsSync(path)) report.breaks.push({ about: 'file', id: path, reason: 'missing' });
      else if ((await hashOfFile(path)) !== hash) report.breaks.push({ about: 'file', id: path, reason: 'changed' });
      report.files = (report.files ?? 0) + 1;
    }
    yield;
  }
}
