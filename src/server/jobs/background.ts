/** Background work of a running server: digests by e-mail, backups, sweeping, sealing the history, retention rules, and the nightly check. */

import { existsSync } from 'node:fs';
import { createSealing } from '../audit/sealing.ts';
import { lastSeal } from '../audit/seals.ts';
import { damagedPages } from '../db/sqlite/pageCheck.ts';
import { publishFigures } from '../publication/publish.ts';
import type { OpenServices } from '../services.ts';
import { erasureFileOf } from '../settings/settings.ts';
import { digestJob } from './digest/digest.ts';
import { checkHistory } from './nightly.ts';
import { applyRetention } from './retention.ts';
import { dailyAt, everyMilliseconds, type Job, startSchedule } from './schedule.ts';
import { scheduledBackup } from './scheduledBackup.ts';
import { sweepJobs } from './sweep.ts';

/** Milliseconds between two rounds of sealing committed events. */
const SEAL_EVERY = 2_000;
/** Times of day in Kabul, after the last work of a day and before the first of the next. */
const NIGHT = '01:30';
const RETENTION = '00:30';
const PUBLICATION = '02:00';
const FIRST_PUBLICATION = 5_000;
const PAGES = '03:30';
const FIRST_PAGES = 1_000;

export interface Background {
  /** Stops the rounds, then seals what is left. */
  close(): Promise<void>;
}

export async function startBackground(services: OpenServices): Promise<Background> {
  const { database, registry, erase, files, uploads, settings, now, log, outage } = services;
  const { backup: plan, auditKeyFile: keyFile, auditAnchorFile: anchorFile } = settings;
  const erasureFile = erasureFileOf(settings);
  if (!existsSync(anchorFile) && (await lastSeal(database.read)))
    log.warn(
      { anchorFile },
      'the history has seals, but there are no anchors here: if they were not moved, look who removed them',
    );
  const sealing = await createSealing({ database, keyFile, anchorFile, erasureFile, now });
  const schedule = startSchedule(
    [
      ...(plan ? [scheduledBackup({ database, plan, log, now })] : []),
      ...(settings.smtpUrl ? [digestJob(services, settings.smtpUrl)] : []),
      ...sweepJobs({ database, files, uploads, now }),
      ...(database.engine === 'sqlite' ? [pageJob(services)] : []),
      {
        name: 'seal the history',
        wait: everyMilliseconds(SEAL_EVERY),
        // It runs so often that an outage would fill the log.
        work: (signal) =>
          sealing.seal(signal).catch((error: unknown) => {
            if (!outage.note(error)) throw error;
          }),
      },
      {
        name: 'check the history',
        wait: dailyAt(NIGHT),
        work: (signal) => checkHistory({ database, keyFile, anchorFile, now, log, signal }),
      },
      {
        name: 'retention',
        wait: dailyAt(RETENTION),
        work: async (signal) => {
          await applyRetention({ database, registry, erase, now, log, signal });
        },
      },
      {
        name: 'publish figures',
        // Also at the start: there may be nothing of today. Not while the server still opens.
        wait: (at, isFirst) => (isFirst ? FIRST_PUBLICATION : dailyAt(PUBLICATION)(at, false)),
        work: () => publishFigures({ database, registry, now }),
      },
    ],
    log,
  );
  return {
    async close() {
      await schedule.close();
      await sealing.close();
    },
  };
}

/** Looks for damaged pages, soon after the start and every night. PostgreSQL has checksums of its own. */
function pageJob({ settings, damage, log }: OpenServices): Job {
  return {
    name: 'check the pages',
    wait: (at, isFirst) => (isFirst ? FIRST_PAGES : dailyAt(PAGES)(at, false)),
    async work(signal) {
      const pages = await damagedPages(settings.dataDir, signal);
      if (pages === undefined) return;
      damage.pages = pages;
      log.error(
        { found: pages },
        'the database is damaged: stop the server, keep a copy of the data folder, and restore a backup into another one',
      );
    },
  };
}
