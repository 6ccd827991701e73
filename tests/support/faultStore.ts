/** A store for the fault suites. It is made once with its people, written to by server processes, and checked at the end. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import { type Handle, openDatabase } from '../../src/server/db/open.ts';
import { ROOT } from './definitions.ts';
import { PASSWORD } from './server.ts';
import { ServerProcess } from './serverProcess.ts';
import { Writers, type WritersOptions, type Written } from './writers.ts';

/** User name of the writers */
const WRITER = 'focal.bamyan';

export interface StoreConfig {
  dataDir: string;
  databaseUrl?: string | undefined;
}

export class FaultStore {
  readonly config: StoreConfig;
  /** Session of the writer, and a place for what it writes. */
  readonly writer: Pick<WritersOptions, 'token' | 'province' | 'district'>;

  private constructor(config: StoreConfig, writer: Pick<WritersOptions, 'token' | 'province' | 'district'>) {
    this.config = config;
    this.writer = writer;
  }

  /**
   * Fills an empty store with the test people. It uses another process, because this one would close its embedded database
   * some time later, while files are being compared.
   */
  static make({ dataDir, databaseUrl }: StoreConfig): FaultStore {
    const args = ['--import', 'tsx', fileURLToPath(new URL('./faultStoreMaker.ts', import.meta.url)), WRITER];
    const own = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const made = spawnSync(process.execPath, args, { env: { ...process.env, ...own }, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`the store was not made: ${made.stderr}${made.stdout}`);
    return new FaultStore({ dataDir, databaseUrl }, JSON.parse(made.stdout));
  }

  /** Returns a server on this store, not started yet. */
  server(env: Record<string, string> = {}, program?: string): ServerProcess {
    const { dataDir, databaseUrl } = this.config;
    const own = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    return new ServerProcess({ ...own, ...env }, program);
  }

  writers(server: WritersOptions['server'], name: string, options: Partial<WritersOptions> = {}): Writers {
    return new Writers({
      server,
      ...this.writer,
      username: WRITER,
      password: PASSWORD,
      name,
      ...options,
    });
  }

  /** Returns the acknowledged schools that are missing or changed. */
  async lost({ schools }: Writers): Promise<Written[]> {
    return this.#look((db) => lostOf(db, schools));
  }

  /** Checks that acknowledged data is stored unchanged, nothing is stored twice, and related data agree. */
  async expectWhole({ schools, files, sent }: Writers): Promise<void> {
    const { dataDir } = this.config;
    await this.#look(async (db) => {
      const rows = await db.selectFrom('records').select(['name', 'code']).where('form', '=', 'school').execute();
      expect(await lostOf(db, schools), 'acknowledged and lost').toEqual([]);
      const names = rows.map(({ name }) => name).filter((name) => sent.has(name));
      expect(names.length - new Set(names).size, 'written twice').toBe(0);
      expect(rows.length - new Set(rows.map(({ code }) => code)).size, 'codes given twice').toBe(0);

      const { rows: counts } = await sql<Record<string, number>>`SELECT
        (SELECT count(*) FROM record_revisions) AS revisions,
        (SELECT sum(version) FROM records) AS versions,
        (SELECT count(*) FROM record_revisions r WHERE NOT EXISTS (SELECT 1 FROM records WHERE id = r.record_id)) AS orphans,
        (SELECT count(*) FROM p_school) AS listed,
        (SELECT count(*) FROM records WHERE form = 'school') AS schools`.execute(db);
      const [found] = counts.map((row) => Object.fromEntries(Object.entries(row).map(([k, n]) => [k, Number(n)])));
      expect(found?.orphans).toBe(0);
      expect(found?.revisions).toBe(found?.versions);
      expect(found?.listed).toBe(found?.schools);
      expect((await verifyWholeHistory(db)).breaks).toEqual([]);

      const stored = await db.selectFrom('attachments').select(['id', 'hash']).execute();
      const hashes = new Map(stored.map(({ id, hash }) => [id, hash]));
      const missing = files.filter(({ id, content }) => {
        const hash = createHash('sha256').update(content).digest('hex');
        const path = join(dataDir, 'files', hash.slice(0, 2), hash);
        return hashes.get(id) !== hash || !existsSync(path) || readFileSync(path, 'utf8') !== content;
      });
      expect(missing, 'uploaded and lost').toEqual([]);
    });
  }

  /**
   * Reads the store. Of the embedded database it reads a copy made by another process. This process had the database open
   * before, and its knowledge of the write-ahead log would be of files that a stopped server removed.
   */
  async #look<T>(work: (db: Handle) => Promise<T>): Promise<T> {
    const { dataDir, databaseUrl } = this.config;
    const folder = mkdtempSync(join(tmpdir(), 'amanat-look-'));
    const copy = join(folder, 'copy');
    if (databaseUrl === undefined) {
      const args = [join(ROOT, 'dist/server/main.js'), 'backup', copy];
      const done = spawnSync(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' });
      if (done.status !== 0) throw new Error(`the store was not copied: ${done.stderr}${done.stdout}`);
    }
    const database = await openDatabase({
      dataDir: databaseUrl === undefined ? copy : dataDir,
      databaseUrl,
      readOnly: true,
    });
    try {
      return await work(database.read);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function lostOf(db: Handle, schools: readonly Written[]): Promise<Written[]> {
  const rows = await db
    .selectFrom('records')
    .select(['id', 'name', 'version', 'data'])
    .where('form', '=', 'school')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return schools.filter(({ id, name, version, level }) => {
    const row = byId.get(id);
    const isOther = row?.name !== name || row.version < version;
    return isOther || (row.version === version && JSON.parse(row.data).level !== level);
  });
}
