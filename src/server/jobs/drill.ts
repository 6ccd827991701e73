/**
 * Tests a restore. Restores a backup into a temporary store, compares the result with the manifest, checks the history, and
 * removes the store again. SQLite: a temporary folder. PostgreSQL: a new database on the server of DATABASE_URL, whose user
 * must be allowed to create one.
 */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { getOwn } from '../../core/json.ts';
import { breakText } from '../audit/report.ts';
import { verifyWholeHistory } from '../audit/verify.ts';
import { withDatabase } from '../db/open.ts';
import { UsageError } from '../settings/settings.ts';
import { countRows, readManifest, type StorePlace } from './backup.ts';
import { restoreBackup } from './restore.ts';

export interface DrillDone {
  records: number;
  files: number;
  /** Sentences about what is wrong. Empty if the backup is good. */
  faults: string[];
}

/** Tables that the restore itself changes. */
const OWN_ROWS = new Set(['settings', 'migrations']);
const NOT_ALLOWED = '42501';

/** Throws if the backup cannot be restored at all. */
export async function drillBackup(
  { databaseUrl }: Pick<StorePlace, 'databaseUrl'>,
  folder: string,
): Promise<DrillDone> {
  const manifest = await readManifest(folder);
  const dataDir = await mkdtemp(join(tmpdir(), 'amanat-check-'));
  try {
    if (databaseUrl === undefined) return await putBack({ dataDir: join(dataDir, 'store') }, folder, manifest.rows);
    return await withOwnDatabase(databaseUrl, (url) => putBack({ dataDir, databaseUrl: url }, folder, manifest.rows));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function putBack(
  store: StorePlace,
  folder: string,
  written: Record<string, number> | undefined,
): Promise<DrillDone> {
  const { files } = await restoreBackup(store, folder);
  return withDatabase({ ...store, readOnly: true }, async ({ read }) => {
    const rows = await countRows(read);
    const { breaks } = await verifyWholeHistory(read);
    const faults = breaks.map(breakText);
    for (const [table, count] of Object.entries(written ?? {}))
      if (!OWN_ROWS.has(table) && getOwn(rows, table) !== count)
        faults.push(`${table}: ${getOwn(rows, table) ?? 0} rows came back of ${count}`);
    return { records: rows.records ?? 0, files, faults };
  });
}

async function withOwnDatabase<T>(databaseUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `amanat_check_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'amanat backup check' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`).catch((error: { code?: string }) => {
      if (error.code !== NOT_ALLOWED) throw error;
      throw new UsageError(
        'The user of DATABASE_URL may not make a database for the check. Allow it (ALTER USER … CREATEDB), or set DATABASE_URL for this command to a user who may.',
      );
    });
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    try {
      return await work(url.toString());
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  } finally {
    await client.end();
  }
}
