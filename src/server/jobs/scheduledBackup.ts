/**
 * The daily backup of a running server. It runs in its own process, since copying a large database would block everybody.
 * One server at a time makes it; the next one finds a recent backup and skips its own.
 */
import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';
import type { Settings } from '../settings/settings.ts';
import type { BackupDone } from './backup.ts';
import { dailyAt, type Job } from './schedule.ts';

/** Row of `settings` with the result of the last round: `BackupResult` as JSON. */
export const LAST_BACKUP = 'backup.last';

export interface BackupResult {
  /** Start time, UTC. */
  at: string;
  ok: boolean;
  records?: number;
  files?: number;
  error?: string;
}

export type BackupPlan = NonNullable<Settings['backup']>;

export type MakeBackup = (plan: BackupPlan, signal: AbortSignal) => Promise<Pick<BackupDone, 'records' | 'files'>>;

/** A backup younger than this was made by another server in the same round. */
const FRESH = 30 * 60_000;

export interface ScheduledBackupDeps {
  database: Database;
  plan: BackupPlan;
  log: Pick<FastifyBaseLogger, 'info'>;
  now: () => Date;
  make?: MakeBackup;
}

export function scheduledBackup({ database, plan, log, now, make = inProcess }: ScheduledBackupDeps): Job {
  const tell = (result: BackupResult) =>
    database.transaction((trx) => writeSetting(trx, LAST_BACKUP, JSON.stringify(result)));
  return {
    name: 'backup',
    wait: dailyAt(plan.at),
    work: (signal) =>
      database.hold('backup', async () => {
        const at = now();
        const last = await readSetting(database.read, LAST_BACKUP);
        const before = last === null ? undefined : (JSON.parse(last) as BackupResult);
        if (before?.ok && Math.abs(at.getTime() - Date.parse(before.at)) < FRESH) return;
        try {
          const { records, files } = await make(plan, signal);
          await tell({ at: at.toISOString(), ok: true, records, files });
          log.info({ records, files, to: plan.to }, 'backup made');
        } catch (error) {
          if (!signal.aborted) await tell({ at: at.toISOString(), ok: false, error: (error as Error).message });
          throw error;
        }
      }),
  };
}

/** Runs this program's `backup` command. If the server stops, ends it and removes its unfinished backup. */
const inProcess: MakeBackup = (plan, signal) =>
  new Promise((resolve, reject) => {
    const program = [...process.execArgv, process.argv[1] as string];
    const args = [...program, 'backup', '--to', plan.to, '--keep', plan.keep, '--json'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const stop = () => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    let said = '';
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000);
    });
    child.once('error', reject);
    child.once('close', async (code) => {
      signal.removeEventListener('abort', stop);
      if (code === 0) return resolve(JSON.parse(said) as BackupDone);
      await removeBegun(plan.to, child.pid).catch(() => undefined);
      reject(new Error(complaint.trim() || `the backup ended with ${code}`));
    });
  });

async function removeBegun(folder: string, pid: number | undefined): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(`.part-${pid}`)) await rm(join(folder, name), { recursive: true, force: true });
}
