/** Reads settings and command options about backups: when they are made and which are kept. */

/** A time of day, HH:MM. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** What is kept by default. */
export const DEFAULT_BACKUP_KEEP = '7d,4w,12m';

/** Numbers of days, weeks and months for which the newest backup is kept. */
export interface BackupRetention {
  days: number;
  weeks: number;
  months: number;
}

/** Reads parts as in `DEFAULT_BACKUP_KEEP`, each at most once, in any order. Returns undefined if invalid or if it keeps nothing. */
export function readBackupRetention(text: string): BackupRetention | undefined {
  const keep: BackupRetention = { days: 0, weeks: 0, months: 0 };
  const names = { d: 'days', w: 'weeks', m: 'months' } as const;
  for (const part of text.split(',')) {
    const [, count, unit] = /^\s*(\d{1,3})([dwm])\s*$/.exec(part) ?? [];
    const name = names[unit as keyof typeof names];
    if (!name || keep[name] > 0) return undefined;
    keep[name] = Number(count);
  }
  return keep.days + keep.weeks + keep.months > 0 ? keep : undefined;
}
