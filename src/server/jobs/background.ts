/** Background work of a running server: digests by e-mail, backups, sweeping, sealing the history, retention rules, and the nightly check. */
import { createSealing } from '../audit/sealing.ts';
import { publishFigures } from '../publication/publish.ts';
import type { OpenServices } from '../services.ts';
import { erasureFileOf } from '../settings/settings.ts';
import { digestJob } from './digest/digest.ts';
import { checkHistory } from './nightly.ts';
import { applyRetention } from './retention.ts';
import { dailyAt, every, startSchedule } from './schedule.ts';
import { scheduledBackup } from './scheduledBackup.ts';
import { sweepJobs } from './sweep.ts';

/** Milliseconds between two rounds of sealing committed events. */
const SEAL_EVERY = 2_000;
/** Times of day in Kabul, after the last work of a day and before the first of the next. */
const NIGHT = '01:30';
const RETENTION = '00:30';
const PUBLICATION = '02:00';
const FIRST_PUBLICATION = 5_000;

export interface Background {
  /** Stops the rounds, then seals what is left. */
  close(): Promise<void>;
}

export async function startBackground(services: OpenServices): Promise<Background> {
  const { database, registry, erase, files, uploads, settings, now, log } = services;
  const { backup: plan, auditKeyFile: keyFile, auditAnchorFile: anchorFile } = settings;
  const erasureFile = erasureFileOf(settings);
  const sealing = await createSealing({ database, keyFile, anchorFile, erasureFile, now });
  const schedule = startSchedule(
    [
      ...(plan ? [scheduledBackup({ database, plan, log, now })] : []),
      ...(settings.smtpUrl ? [digestJob(services, settings.smtpUrl)] : []),
      ...sweepJobs({ database, files, uploads, now }),
      { name: 'seal the history', wait: every(SEAL_EVERY), work: (signal) => sealing.seal(signal) },
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
