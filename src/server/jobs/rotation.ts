/**
 * Backups that follow each other in one folder, each named by its time in UTC. The newest of a day is kept for the last
 * days that have one, the newest of a week for the last weeks, of a month for the last months; days are those of Kabul,
 * weeks begin on Saturday. The newest always stays, and nothing goes that was not made here under its present name.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kabulDay, weekday } from '../../core/text/dates.ts';
import type { Keep } from '../settings/backups.ts';
import { UsageError } from '../settings/settings.ts';
import { type BackupDone, backup, readManifest, type Store } from './backup.ts';

const NAME = /^amanat-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
/** What a backup that was killed leaves behind. */
const REST = /^amanat-\d{8}T\d{6}Z\.part-\d+$/;
const DAY = 86_400_000;

export function nameAt(at: Date): string {
  return `amanat-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

function timeOf(name: string): Date {
  const [, year, month, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Which of these names need not stay. */
export function surplus(names: readonly string[], keep: Keep): string[] {
  const newestFirst = [...names].sort().reverse();
  const kept = new Set(newestFirst.slice(0, 1));
  const keepNewestOf = (most: number, period: (day: string) => string | number) => {
    const seen = new Set<string | number>();
    for (const name of newestFirst) {
      const one = period(kabulDay(timeOf(name)));
      if (seen.has(one)) continue;
      if (seen.size === most) return;
      seen.add(one);
      kept.add(name);
    }
  };
  keepNewestOf(keep.days, (day) => day);
  keepNewestOf(keep.weeks, (day) => Date.parse(day) / DAY - (weekday(day) ?? 0));
  keepNewestOf(keep.months, (day) => day.slice(0, 7));
  return newestFirst.filter((name) => !kept.has(name));
}

/** Names of the backups in a folder that were made here, oldest first. */
async function madeHere(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder)) {
    if (!NAME.test(name)) continue;
    const manifest = await readManifest(join(folder, name)).catch(() => undefined);
    if (manifest?.name === name) names.push(name);
  }
  return names.sort();
}

/** Makes one more backup in the folder, then removes what need not stay. */
export async function rotatingBackup(
  store: Store,
  folder: string,
  keep: Keep,
  now: Date,
): Promise<BackupDone & { folder: string; removed: string[] }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = nameAt(now);
  const done = await backup(store, join(folder, name), name);
  const removed = surplus(await madeHere(folder), keep);
  for (const old of removed) await rm(join(folder, old), { recursive: true, force: true });
  for (const rest of (await readdir(folder)).filter((one) => REST.test(one))) {
    const path = join(folder, rest);
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > DAY) await rm(path, { recursive: true, force: true });
  }
  return { ...done, folder: join(folder, name), removed };
}

/** A backup: the folder itself, or the newest one in it. */
export async function newestIn(folder: string): Promise<string> {
  const isBackup = await readManifest(folder).then(
    () => true,
    () => false,
  );
  if (isBackup) return folder;
  const newest = (await madeHere(folder).catch(() => [])).at(-1);
  if (!newest) throw new UsageError(`${folder} is no backup and holds none`);
  return join(folder, newest);
}
