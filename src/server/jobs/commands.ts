/** Commands on the stored data. Each opens the store, does its work and prints the result. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSources } from '../../core/contract/read.ts';
import { CONSOLE_ACTOR } from '../accounts/log.ts';
import { readAllAnchors } from '../audit/anchors.ts';
import { readErasures, repeatErasures } from '../audit/erasures.ts';
import { logAcceptedLoss, lostAnchors } from '../audit/losses.ts';
import { checkStore } from '../audit/storeCheck.ts';
import { LOSS_ACCEPTED } from '../audit/storeEvents.ts';
import { adoptFolderAndKey } from '../belonging.ts';
import { DataFolderInUse } from '../db/database.ts';
import { withDatabase } from '../db/open.ts';
import { createFormRegistry } from '../definitions/registry.ts';
import { createProjector } from '../projections/projector.ts';
import { shippedFiles, withServices } from '../services.ts';
import { erasureFileOf, type Settings, UsageError } from '../settings/settings.ts';
import { mustHaveStore } from './backup.ts';
import { restoreBackup } from './restore.ts';

/** Least milliseconds between two lines of progress. */
const PROGRESS = 1000;

export async function migrateCommand(settings: Settings): Promise<number> {
  const { dataDir, databaseUrl } = settings;
  await checkStore(settings);
  await withDatabase({ dataDir, databaseUrl }, async () => undefined);
  console.log('The database is up to date.');
  return 0;
}

export async function adoptCommand(settings: Settings): Promise<number> {
  const { dataDir, databaseUrl, auditKeyFile } = settings;
  await withDatabase({ dataDir, databaseUrl }, (database) => adoptFolderAndKey(database, settings));
  console.log(`The database took the folder ${join(dataDir, 'files')} and the key ${auditKeyFile} for its own.`);
  return 0;
}

/** Rebuilds the lists. While a server runs, their rows are written again in place: always on PostgreSQL, which servers share. */
export async function reindexCommand(settings: Settings): Promise<number> {
  let read = 0;
  let told = 0;
  const report = (done: number) => {
    read = done;
  };
  const progress = setInterval(() => {
    if (read > told) console.log(`${read} records read`);
    told = read;
  }, PROGRESS);
  try {
    const done = settings.databaseUrl
      ? await reindexBeside(settings, report)
      : await withServices({ settings }, ({ projector }) => projector.rebuild(report)).catch((error: unknown) => {
          if (error instanceof DataFolderInUse) return reindexBeside(settings, report);
          throw error;
        });
    console.log(`Indexed ${done} records.`);
    return 0;
  } finally {
    clearInterval(progress);
  }
}

/** Opens no more than projections need, and stores no definitions: a running server serves what it has stored. */
async function reindexBeside(settings: Settings, report: (done: number) => void): Promise<number> {
  const { dataDir, databaseUrl } = settings;
  return withDatabase({ dataDir, databaseUrl, beside: !databaseUrl }, async (database) => {
    const { common } = await loadSources(shippedFiles);
    const sources = { forms: [], common: { ...common, choices: {} } };
    const registry = await createFormRegistry({ database, sources, poll: false });
    const projector = await createProjector(database, registry);
    await projector.idle();
    return projector.reproject(report);
  });
}

export async function restoreCommand(settings: Settings, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { erasures: { type: 'string' } },
  });
  const [folder] = positionals;
  if (!folder) throw new UsageError('Name the folder of the backup: restore <folder>');
  const { erasures: file = erasureFileOf(settings) } = values;
  if (values.erasures && !existsSync(file)) throw new UsageError(`No file ${file}.`);
  const done = await restoreBackup(settings, folder);
  console.log(`Restored ${folder}: ${done.files} files copied.`);
  if (done.lost > 0)
    console.log(
      `The history notes that ${done.lost} anchors of later seals are given up with what was written after it.`,
    );
  const erasures = await readErasures(file);
  if (erasures.length === 0) return 0;
  const erased = await withServices({ settings }, ({ erase }) => repeatErasures(erase, erasures));
  if (erased > 0) console.log(`${erased} erasures of later days were done again.`);
  return 0;
}

/** Notes in the history that seals are lost, so that the server starts again. */
export async function acceptLossCommand(settings: Settings, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { reason: { type: 'string' } } });
  const reason = values.reason?.trim();
  if (!reason) throw new UsageError('Say why: accept-loss --reason "…"');
  const { dataDir, databaseUrl, auditAnchorFile } = settings;
  mustHaveStore(settings);
  return withDatabase({ dataDir, databaseUrl }, async (database) => {
    const lost = await lostAnchors(database.read, await readAllAnchors(auditAnchorFile));
    if (lost.length === 0) {
      console.log('Nothing is lost that the anchors name.');
      return 0;
    }
    await database.transaction((trx) => logAcceptedLoss(trx, LOSS_ACCEPTED, lost, { by: CONSOLE_ACTOR, reason }));
    const numbers = lost.map(({ number }) => number);
    console.log(
      `The history notes that seals ${Math.min(...numbers)} to ${Math.max(...numbers)} are lost, and why. The server starts again.`,
    );
    return 0;
  });
}
