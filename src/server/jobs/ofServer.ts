/** What a running server does besides answering, by its settings. */
import type { Services } from '../http/services.ts';
import { SettingError } from '../settings/settings.ts';
import { readKeep } from './rotation.ts';
import { type Job, TIME_OF_DAY } from './schedule.ts';
import { scheduledBackup } from './scheduledBackup.ts';

/** Throws a SettingError where a setting cannot be read. */
export function jobsOf({ settings, database, log, now }: Services): Job[] {
  const jobs: Job[] = [];
  const plan = settings.backup;
  if (plan) {
    if (!TIME_OF_DAY.test(plan.at))
      throw new SettingError(`BACKUP_AT must be a time of day like 02:30, not "${plan.at}"`);
    if (!readKeep(plan.keep)) throw new SettingError(`BACKUP_KEEP must be like 7d,4w,12m, not "${plan.keep}"`);
    jobs.push(scheduledBackup({ database, plan, log, now }));
  }
  return jobs;
}
