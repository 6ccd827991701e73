/** When backups are made and which of them stay, as settings and the command say it. */

/** A time of day, HH:MM. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** What is kept where nothing else is asked for. */
export const KEEP = '7d,4w,12m';

/** How many days, weeks and months keep their newest backup. */
export interface Keep {
  days: number;
  weeks: number;
  months: number;
}

/** Parts as in `KEEP`, each at most once and in any order; undefined when the text says something else or keeps nothing. */
export function readKeep(text: string): Keep | undefined {
  const keep: Keep = { days: 0, weeks: 0, months: 0 };
  const names = { d: 'days', w: 'weeks', m: 'months' } as const;
  for (const part of text.split(',')) {
    const [, count, unit] = /^\s*(\d{1,3})([dwm])\s*$/.exec(part) ?? [];
    const name = names[unit as keyof typeof names];
    if (!name || keep[name] > 0) return undefined;
    keep[name] = Number(count);
  }
  return keep.days + keep.weeks + keep.months > 0 ? keep : undefined;
}
