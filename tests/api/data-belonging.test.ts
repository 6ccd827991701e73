/** Database, folder of files and signing key belong together: a server that has one of them wrong is refused in one sentence. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adoptFolderAndKey, mustMatchStore } from '../../src/server/belonging.ts';
import type { DatabaseConfig } from '../../src/server/db/database.ts';
import { type Database, withDatabase } from '../../src/server/db/open.ts';
import { FileStore } from '../../src/server/files/store.ts';
import { makeBackup } from '../../src/server/jobs/backup.ts';
import { restoreBackup } from '../../src/server/jobs/restore.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

const SETTINGS = ['store.id', 'store.signer'];

for (const kind of databases()) {
  // An in-memory database has no second process.
  const suite = kind.name === 'pglite' ? describe.skip : describe;
  const isPostgres = kind.name === 'postgres';
  suite(`what belongs together on ${kind.name}`, { timeout: 60_000 }, () => {
    let opened: OpenedDatabase;
    let database: Database;
    let dataDir: string;
    const folder = mkdtempSync(join(tmpdir(), 'amanat-belonging-'));
    let folders = 0;

    beforeAll(async () => {
      opened = await kind.open();
      ({ database } = opened);
      ({ dataDir } = opened.config);
      const files = new FileStore({
        database,
        folder: join(dataDir, 'files'),
        limit: 1_000_000,
        now: () => new Date(),
      });
      await files.save(Readable.from([Buffer.from('Notes\n'.repeat(100))]), 'notes.txt', 'somebody');
    });
    afterAll(async () => {
      await opened?.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    /** What a server does first, with this data folder. */
    const start = (own = dataDir, on = database) =>
      mustMatchStore(on, { dataDir: own, auditKeyFile: join(own, 'audit/key.pem') });
    const nameIn = (own: string) => readFileSync(join(own, 'files/store-id'), 'utf8').trim();
    const another = () => {
      folders += 1;
      return join(folder, `data-${folders}`);
    };
    /** Returns a copy of the data folder, without these parts. */
    const copy = (...without: string[]) => {
      const to = another();
      for (const part of ['files', 'audit']) cpSync(join(dataDir, part), join(to, part), { recursive: true });
      for (const part of without) rmSync(join(to, part), { recursive: true });
      return to;
    };
    /** Runs the work with an empty database of the same kind, which is removed then. */
    const onEmpty = async (work: (config: DatabaseConfig) => Promise<void>) => {
      const { config, dispose } = await kind.copy(undefined);
      try {
        await work(config);
      } finally {
        await dispose();
      }
    };

    it('is what the first server has, without a word, also in a store of an older version', async () => {
      expect(existsSync(join(dataDir, 'files/store-id'))).toBe(false);
      await Promise.all([start(), start()]);
      await start();
      const rows = await database.kysely.selectFrom('settings').selectAll().where('key', 'in', SETTINGS).execute();
      expect(rows.map(({ key }) => key).sort()).toEqual(SETTINGS);
      expect(nameIn(dataDir)).toBe(rows.find(({ key }) => key === 'store.id')?.value);
    });

    it('is copied with all of the folder to another machine', () => start(copy()));

    it.each([
      ['another folder', /does not belong to this database: it has no store-id .*shared folder.*"adopt"/, ['files']],
      ['a folder without its name', /does not belong to this database: it has no store-id/, ['files/store-id']],
      ['no key', /key\.pem is not there\..*AUDIT_KEY_FILE.*"adopt"/, ['audit']],
    ])('%s is refused', async (_what, sentence, without) => {
      const own = copy(...without);
      await expect(start(own)).rejects.toThrow(sentence);
      expect([existsSync(join(own, 'files/store-id')), existsSync(join(own, 'audit/key.pem'))]).toEqual([
        without[0] === 'audit',
        without[0] !== 'audit',
      ]);
    });

    it('a key or a folder of another store are refused', () =>
      onEmpty((config) =>
        withDatabase(config, async (other) => {
          await start(config.dataDir, other);
          for (const [part, sentence] of [
            ['audit', /key\.pem is not the one that signs the history of this database/],
            ['files', /does not belong to this database: its store-id is another one/],
          ] as const) {
            const own = copy(part);
            cpSync(join(config.dataDir, part), join(own, part), { recursive: true });
            await expect(start(own)).rejects.toThrow(sentence);
          }
        }),
      ));

    it.skipIf(!isPostgres)('an older store is not taken by the first wrong folder', async () => {
      await database.kysely.deleteFrom('settings').where('key', 'in', SETTINGS).execute();
      const wrong = another();
      await expect(start(wrong)).rejects.toThrow(/or none of its files/);
      expect(existsSync(join(wrong, 'files/store-id'))).toBe(false);
      // The folder has its files, so it may also be ahead of a database that was put back.
      await start();
    });

    it.skipIf(!isPostgres)('an empty database does not take the folder of another one', () =>
      onEmpty((config) =>
        withDatabase(config, (empty) => expect(start(dataDir, empty)).rejects.toThrow(/its store-id is another one/)),
      ),
    );

    it('a restored backup is another store, with a key of its own', async () => {
      const to = join(folder, 'backup');
      await makeBackup(opened.config, to);
      expect(existsSync(join(to, 'files/store-id'))).toBe(false);
      await onEmpty(async (config) => {
        await restoreBackup(config, to);
        await withDatabase(config, (restored) => start(config.dataDir, restored));
        expect(nameIn(config.dataDir)).not.toBe(nameIn(dataDir));
      });
      await start();
    });

    it('what is lost for good is replaced by a command', async () => {
      const lost = copy('files', 'audit');
      await expect(start(lost)).rejects.toThrow(/"adopt"/);
      await adoptFolderAndKey(database, { dataDir: lost, auditKeyFile: join(lost, 'audit/key.pem') });
      await start(lost);
      await expect(start()).rejects.toThrow(/its store-id is another one/);
    });
  });
}
