/** Nightly check of the history. It runs in slices with pauses, on one server at a time. The result is stored. */
import { setTimeout as rest } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { readAllAnchors } from '../audit/anchors.ts';
import { breakText, type HistoryReport } from '../audit/report.ts';
import { readPublicKey } from '../audit/signer.ts';
import { verifyHistory } from '../audit/verify.ts';
import type { Database } from '../db/database.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';

/** Setting that holds the result, a `CheckedHistory` as JSON. */
const RESULT = 'verify.last';
const SHOWN = 20;
/** Milliseconds within which a check by another server is not repeated. */
const RECENT = 6 * 3_600_000;
/** Length of the pause after a slice, as a multiple of the time the slice took. */
const REST = 2;

export interface CheckedHistory {
  at: string;
  ok: boolean;
  records: number;
  events: number;
  /** The first few faults, in words. */
  breaks: string[];
}

export interface CheckOptions {
  database: Database;
  keyFile: string;
  anchorFile: string;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  signal: AbortSignal;
}

export async function checkHistory(options: CheckOptions): Promise<void> {
  const { database, now, log } = options;
  await database.hold('check the history', async () => {
    const last = await readSetting(database.read, RESULT);
    if (last && now().getTime() - Date.parse((JSON.parse(last) as CheckedHistory).at) < RECENT) return;
    const report = await verifySlowly(options);
    if (!report) return;
    const { records, events, breaks } = report;
    const result: CheckedHistory = {
      at: now().toISOString(),
      ok: breaks.length === 0,
      records,
      events,
      breaks: breaks.slice(0, SHOWN).map(breakText),
    };
    await database.transaction((trx) => writeSetting(trx, RESULT, JSON.stringify(result)));
    if (result.ok) log.info({ records, events }, 'the history holds');
    else log.error({ breaks: result.breaks, count: breaks.length }, 'the history was tampered with');
  });
}

/** Returns null if the server stopped before the end. */
async function verifySlowly({ database, keyFile, anchorFile, signal }: CheckOptions): Promise<HistoryReport | null> {
  const key = await readPublicKey(keyFile);
  const slices = verifyHistory(database.read, {
    keys: key ? [key] : [],
    anchors: await readAllAnchors(anchorFile),
    expected: { keyFile, anchorFile },
  });
  while (!signal.aborted) {
    const began = performance.now();
    const { done, value } = await slices.next();
    if (done) return value;
    await rest(REST * (performance.now() - began));
  }
  return null;
}
