/** `verify`: checks the whole history, or that of a backup, with progress. Names everything that was tampered with. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAnchors } from '../audit/anchors.ts';
import { breakText, type HistoryReport } from '../audit/report.ts';
import { readPublicKey } from '../audit/signer.ts';
import { verifyHistory } from '../audit/verify.ts';
import { withDatabase } from '../db/open.ts';
import type { Settings } from '../settings/settings.ts';
import { UsageError } from '../settings/settings.ts';
import { mustBeThere, readManifest } from './backup.ts';

/** Least milliseconds between two lines of progress. */
const PROGRESS = 2000;

/** Returns 1 if something is wrong. */
export async function verify(settings: Settings, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: 'string' }, anchors: { type: 'string' } },
  });
  const { auditKeyFile, auditAnchorFile } = settings;
  for (const file of [values.key, values.anchors])
    if (file !== undefined && !existsSync(file)) throw new UsageError(`No file ${file}.`);
  const key = await readPublicKey(values.key ?? auditKeyFile);
  const anchors = await readAnchors(values.anchors ?? auditAnchorFile);
  const store = await storeOf(settings, positionals[0]);
  return withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    const slices = verifyHistory(read, { keys: key ? [key] : [], anchors });
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

async function storeOf({ dataDir, databaseUrl }: Settings, backup: string | undefined) {
  if (backup === undefined) {
    mustBeThere({ dataDir, databaseUrl });
    return { dataDir, databaseUrl };
  }
  const { engine } = await readManifest(backup);
  if (engine === 'postgres')
    throw new UsageError('a backup of PostgreSQL is checked by restoring it: use `backup --check` with its folder');
  if (!existsSync(join(backup, 'amanat.db'))) throw new UsageError(`No database in ${backup}.`);
  return { dataDir: backup };
}

function say(report: HistoryReport): number {
  for (const one of report.breaks) console.error(breakText(one));
  const { records, revisions, events, seals, erased, purged, unsealed, breaks } = report;
  const parts = [
    `${records} records with ${revisions} revisions and ${events} events under ${seals} seals were checked`,
    breaks.length === 0 ? 'everything is intact' : `${breaks.length} damaged`,
    ...(report.areSignaturesChecked ? [] : ['signatures were not checked, there is no key']),
    ...(erased > 0 ? [`${erased} answers were erased by rule`] : []),
    ...(purged > 0 ? [`${purged} records were removed by rule`] : []),
    ...(unsealed.events > 0 ? [`${unsealed.events} events wait for their seal since ${unsealed.since}`] : []),
  ];
  console.log(`${parts.join('; ')}.`);
  return breaks.length > 0 ? 1 : 0;
}
