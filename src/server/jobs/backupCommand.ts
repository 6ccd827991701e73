/** `backup`: makes a single backup, adds one to a folder of rotating backups, or tests a restore. */
import { parseArgs } from 'node:util';
import { DEFAULT_BACKUP_KEEP, readBackupRetention } from '../settings/backups.ts';
import { UsageError } from '../settings/settings.ts';
import { type BackupDone, makeBackup, type StorePlace } from './backup.ts';
import { newestBackupIn, rotatingBackup } from './rotation.ts';

/** Returns the exit status. */
export async function backupCommand(args: string[], store: StorePlace): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      keep: { type: 'string', default: DEFAULT_BACKUP_KEEP },
      check: { type: 'string' },
      // Print the result as one line of JSON, for programs.
      json: { type: 'boolean', default: false },
    },
  });
  if (values.check !== undefined) return check(store, values.check);
  const say = (done: BackupDone, folder: string): number => {
    if (values.json) console.log(JSON.stringify({ ...done, folder }));
    else console.log(`Backup written to ${folder}: ${done.records} records, ${done.files} files.`);
    if (done.missing.length > 0)
      console.warn(
        `${done.missing.length} files used by records are missing from the file store: ${done.missing.join(', ')}`,
      );
    if (done.damaged.length === 0) return 0;
    console.error(
      `The content of ${done.damaged.length} files is not what was uploaded, so the backup is without them: ${done.damaged.join(', ')}. Keep the data folder as it is, and look for them in older backups.`,
    );
    return 1;
  };
  if (values.to !== undefined) {
    const keep = readBackupRetention(values.keep);
    if (!keep) throw new UsageError(`--keep must be like ${DEFAULT_BACKUP_KEEP}, not "${values.keep}"`);
    const done = await rotatingBackup(store, values.to, keep, new Date());
    const status = say(done, done.folder);
    if (done.removed.length > 0 && !values.json)
      console.log(`${done.removed.length} old ones were removed: ${done.removed.join(', ')}`);
    return status;
  }
  const [folder] = positionals;
  if (!folder) throw new UsageError('Name the folder to write to: backup <folder>');
  return say(await makeBackup(store, folder), folder);
}

async function check(store: StorePlace, given: string): Promise<number> {
  const { drillBackup } = await import('./drill.ts');
  const folder = await newestBackupIn(given);
  const { records, files, faults } = await drillBackup(store, folder);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`${folder} came back, but not as it was written: ${faults.length} faults.`);
    return 1;
  }
  console.log(`${folder} can be put back: ${records} records with their history hold, ${files} files are whole.`);
  return 0;
}
