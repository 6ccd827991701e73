/** `verify`: checks the whole history, or that of a backup, with progress. Names everything that was tampered with. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAllAnchors, readAnchors } from '../audit/anchors.ts';
import { breakText, type HistoryReport } from '../audit/report.ts';
import { readPublicKey } from '../audit/signer.ts';
import { verifyHistory } from '../audit/verify.ts';
import type { Handle } from '../db/database.ts';
import { withDatabase } from '../db/open.ts';
import type { Settings } from '../settings/settings.ts';
import { UsageError } from '../settings/settings.ts';
import { mustHaveStore, readManifest, type StorePlace } from './backup.ts';
import { readStoredDefinitions } from './forms/withdraw.ts';

/** Least milliseconds between two lines of progress. */
const PROGRESS = 2000;
/** Milliseconds between the time of a seal and its commit, at most. */
const SEALING = 60_000;

/** Returns 1 if something is wrong. */
export async function verifyCommand(settings: Settings, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: 'string' }, anchors: { type: 'string' }, files: { type: 'boolean', default: false } },
  });
  const { auditKeyFile, auditAnchorFile } = settings;
  for (const file of [values.key, values.anchors])
    if (file !== undefined && !existsSync(file)) throw new UsageError(`No file ${file}.`);
  const key = await readPublicKey(values.key ?? auditKeyFile);
  const [backup] = positionals;
  const store = await storeOf(settings, backup);
  const all = await (values.anchors ? readAnchors(values.anchors) : readAllAnchors(auditAnchorFile));
  // A backup has no seals that are later than itself.
  const anchors = store.until === undefined ? all : all.filter(({ at }) => at < (store.until as string));
  const options = {
    keys: key ? [key] : [],
    anchors,
    ...(backup === undefined && {
      expected: { keyFile: values.key ?? auditKeyFile, anchorFile: values.anchors ?? auditAnchorFile },
    }),
    ...(values.files && { files: join(store.dataDir, 'files') }),
  };
  return withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    await sayUnserved(read);
    const slices = verifyHistory(read, options);
    let last = performance.now();
    for (;;) {
      const { done, value } = await slices.next();
      if (done) return say(value);
      if (performance.now() - last < PROGRESS) continue;
      last = performance.now();
      console.log(`${value.events} events, ${value.records} records …`);
    }
  });
}

interface CheckedStore extends StorePlace {
  /** Of a backup: seals until this time are in it. */
  until?: string;
}

async function storeOf({ dataDir, databaseUrl }: Settings, backup: string | undefined): Promise<CheckedStore> {
  if (backup === undefined) {
    mustHaveStore({ dataDir, databaseUrl });
    return { dataDir, databaseUrl };
  }
  const { engine, at } = await readManifest(backup);
  if (engine === 'postgres')
    throw new UsageError('a backup of PostgreSQL is checked by restoring it: use `backup --check` with its folder');
  if (!existsSync(join(backup, 'amanat.db'))) throw new UsageError(`No database in ${backup}.`);
  return { dataDir: backup, until: new Date(Date.parse(at) - SEALING).toISOString() };
}

/** Names stored definitions that the server passes over: they are no damage, `forms withdraw` sets them aside. */
async function sayUnserved(read: Handle): Promise<void> {
  const { unserved } = await readStoredDefinitions(read);
  for (const { name, version, reason } of unserved.values())
    console.error(`${name}@${version} is stored but cannot be served: ${reason}.`);
}

function say(report: HistoryReport): number {
  for (const one of report.breaks) console.error(breakText(one));
  const { records, revisions, events, seals, rows, files, erased, purged, unsealed, breaks } = report;
  const parts = [
    `${records} records with ${revisions} revisions and ${events} events under ${seals} seals, and ${rows} rows of accounts, definitions and reference data, were checked`,
    ...(files === null ? [] : [`${files} files were read`]),
    breaks.length === 0 ? 'everything is intact' : `${breaks.length} damaged`,
    ...(report.areAnchorsChecked ? [] : ['anchors were not checked, there are none']),
    ...(report.uncovered.length > 0
      ? [`no event covers yet: ${report.uncovered.join(', ')}; start the server once`]
      : []),
    ...report.losses,
    ...(report.areSignaturesChecked ? [] : ['signatures were not checked, there is no key']),
    ...(erased > 0 ? [`${erased} answers were erased by rule`] : []),
    ...(purged > 0 ? [`${purged} records were removed by rule`] : []),
    ...(unsealed.events > 0 ? [`${unsealed.events} events wait for their seal since ${unsealed.since}`] : []),
  ];
  console.log(`${parts.join('; ')}.`);
  return breaks.length > 0 ? 1 : 0;
}
