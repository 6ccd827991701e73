/** Commands on the stored data. Each opens the store, does its work and prints the result. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readErasures, repeatErasures } from '../audit/erasures.ts';
import { withDatabase } from '../db/open.ts';
import { withServices } from '../services.ts';
import { erasureFileOf, type Settings, UsageError } from '../settings/settings.ts';
import { restore } from './restore.ts';

/** Least milliseconds between two lines of progress. */
const PROGRESS = 1000;

export async function migrate({ dataDir, databaseUrl }: Settings): Promise<number> {
  await withDatabase({ dataDir, databaseUrl }, async () => undefined);
  console.log('The database is up to date.');
  return 0;
}

export async function reindex(settings: Settings): Promise<number> {
  await withServices({ settings }, async ({ projector }) => {
    let last = performance.now();
    const done = await projector.rebuild((read) => {
      if (performance.now() - last < PROGRESS) return;
      last = performance.now();
      console.log(`${read} records read`);
    });
    console.log(`${done} records are in the lists.`);
  });
  return 0;
}

export async function restoreCommand(settings: Settings, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { erasures: { type: 'string' } },
  });
  const [folder] = positionals;
  if (!folder) throw new UsageError('restore needs the folder of the backup');
  const { erasures: file = erasureFileOf(settings) } = values;
  if (values.erasures && !existsSync(file)) throw new UsageError(`there is no file ${file}`);
  const done = await restore(settings, folder);
  console.log(`The store is as it was in ${folder}; ${done.files} files were copied.`);
  const erasures = await readErasures(file);
  if (erasures.length === 0) return 0;
  const erased = await withServices({ settings }, ({ erase }) => repeatErasures(erase, erasures));
  if (erased > 0) console.log(`${erased} erasures of later days were done again.`);
  return 0;
}
