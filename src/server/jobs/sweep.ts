/**
 * Deletes unused uploads, remembered requests, rejected writes and drafts that nobody went on with. Several servers may do it at
 * the same time.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { DRAFT_DAYS, sweepDraftTraces } from '../db/formDrafts.ts';
import type { Services } from '../http/services.ts';
import { everyMilliseconds, type Job } from './schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days an upload waits for a record that names it. */
const UPLOAD_DAYS = 1;
/** Days in which a repeated request gets the same response. */
const OPERATION_DAYS = 30;
/** Days a rejected write is kept. It was rejected because its key belonged to another write. */
const PARKED_DAYS = 90;
const SEEN = 10_000;
const BATCH = 500;

export function sweepJobs({
  database,
  files,
  uploads,
  now,
}: Pick<Services, 'database' | 'files' | 'uploads' | 'now'>): Job[] {
  const ago = (days: number) => new Date(now().getTime() - days * DAY);
  return [
    { name: 'interrupted uploads', wait: everyMilliseconds(HOUR), work: () => files.sweepAside() },
    {
      name: 'unfinished uploads',
      wait: everyMilliseconds(HOUR),
      work: async (signal) => void (await uploads.sweep(signal)),
    },
    {
      name: 'unused uploads',
      wait: everyMilliseconds(HOUR),
      work: async (signal) => void (await files.sweepUnattached(ago(UPLOAD_DAYS), signal)),
    },
    {
      name: 'old requests',
      wait: everyMilliseconds(DAY),
      work: async (signal) => {
        await sweepRows(database, OPERATIONS, ago(OPERATION_DAYS), signal);
        await sweepRows(database, PARKED, ago(PARKED_DAYS), signal);
      },
    },
    {
      name: 'old drafts',
      wait: everyMilliseconds(DAY),
      work: async (signal) => {
        await sweepDraftTraces(database, ago(DRAFT_DAYS).toISOString(), signal);
        await sweepRows(database, DRAFTS, ago(DRAFT_DAYS), signal);
      },
    },
  ];
}

/** A table, the column that names its rows, and the one that tells their age. */
const OPERATIONS = { table: 'operations', key: 'key', time: 'at' } as const;
const PARKED = { table: 'parked_writes', key: 'id', time: 'at' } as const;
/** Traces of removed ones stay: they are summed up. */
const DRAFTS = { table: 'form_drafts', key: 'id', time: 'changed_at', and: sql<boolean>`body IS NOT NULL` } as const;

type Old = (typeof OPERATIONS | typeof PARKED | typeof DRAFTS) & { and?: RawBuilder<boolean> };

/** Deletes in small steps, so that writes of users can run in between. */
async function sweepRows(
  database: Database,
  { table, key, time, and = sql<boolean>`1 = 1` }: Old,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const isOld = sql<boolean>`${sql.ref(time)} < ${before.toISOString()} AND ${and}`;
  for (;;) {
    const rows = await database.read.selectFrom(table).select(key).where(isOld).limit(SEEN).execute();
    const keys = rows.map((row) => (row as Record<string, string>)[key] as string);
    for (let from = 0; from < keys.length; from += BATCH) {
      if (signal.aborted) return;
      const some = keys.slice(from, from + BATCH);
      // Drafts of two people may have one id.
      await database.transaction((trx) => trx.deleteFrom(table).where(key, 'in', some).where(isOld).execute());
    }
    if (keys.length < SEEN) return;
  }
}
