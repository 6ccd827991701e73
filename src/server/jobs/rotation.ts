/**
 * Rotating backups in one folder, each named by its time in UTC. Keeps the newest backup of each of the last days, weeks and
 * months that have one. Days are those of Kabul; weeks begin on Saturday. The newest backup always stays. It removes only
 * backups that were made here under their present name.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kabulDay, weekday } from '../../core/text/dates.ts';
import type { BackupRetention } from '../settings/backups.ts';
import { UsageError } from '../settings/settings.ts';
import { type BackupDone, makeBackup, readManifest, type StorePlace } from './backup.ts';

const NAME = /^amanat-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
/** What an interrupted backup leaves behind. */
const REST = /^amanat-\d{8}T\d{6}Z\.part-\d+$/;
const DAY = 86_400_000;

export function backupName(at: Date): string {
  return `amanat-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

function timeOf(name: string): Date {
  const [, year, month, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Returns the names that need not be kept. */
export function surplusBackups(names: readonly string[], keep: BackupRetention): string[] {
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

/** Returns the names of backups in a folder that were made here, oldest first. */
async function madeHere(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder)) {
    if (!NAME.test(name)) continue;
    const manifest = await readManifest(join(folder, name)).catch(() => undefined);
    if (manifest?.name === name) names.push(name);
  }
  return names.sort();
}

/** Makes a backup in the folder, then removes those that need not be kept. */
export async function rotatingBackup(
  store: StorePlace,
  folder: string,
  keep: BackupRetention,
  now: Date,
): Promise<BackupDone & { folder: string; removed: string[] }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = backupName(now);
  const done = await makeBackup(store, join(folder, name), name);
  const removed = surplusBackups(await madeHere(folder), keep);
  for (const old of removed) await rm(join(folder, old), { recursive: true, force: true });
  for (const rest of (await readdir(folder)).filter((one) => REST.test(one))) {
    const path = join(folder, rest);
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > DAY) await rm(path, { recursive: true, force: true });
  }
  return { ...done, folder: join(folder, name), removed };
}

/** Returns a backup: the folder itself, or the newest one in it. */
export async function newestBackupIn(folder: string): Promise<string> {
  const isBackup = await readManifest(folder).then(
    () => true,
    () => false,
  );
  if (isBackup) return folder;
  const newest = (await madeHere(folder).catch(() => [])).at(-1);
  if (!newest) throw new UsageError(`${folder} is not a backup and has none in it.`);
  return join(folder, newest);
}
