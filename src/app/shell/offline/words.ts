/** Sizes, times and shares of offline work in words. */
import type { TFunction } from 'i18next';
import { number } from '../../data/words.ts';

const KILO = 1000;

/** Formats bytes as kB, MB or GB. The units are the same in all languages, so that phones' own settings can be compared. */
export function formatBytes(size: number): string {
  const [unit, value] =
    size < KILO ** 2 ? ['kB', size / KILO] : size < KILO ** 3 ? ['MB', size / KILO ** 2] : ['GB', size / KILO ** 3];
  return `\u2068${number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))}\u00a0${unit}\u2069`;
}

/** Formats the time left, in minutes from one and a half on. */
export function formatDuration(seconds: number, t: TFunction<'offline'>): string {
  return seconds < 90
    ? t('prepare.seconds', { time: number(Math.max(1, Math.round(seconds))) })
    : t('prepare.minutes', { time: number(Math.round(seconds / 60)) });
}
