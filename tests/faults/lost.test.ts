/**
 * A store that lost something is not served: one sentence, exit status 1, and nothing is overwritten. Then what people do about
 * it: restore a backup, accept the loss, or begin anew.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkStore } from '../../src/server/audit/storeCheck.ts';
import { type Handle, withDatabase } from '../../src/server/db/open.ts';
import { damagedPages } from '../../src/server/db/sqlite/pageCheck.ts';
import { makeBackup } from '../../src/server/jobs/backup.ts';
import { acceptLossCommand, restoreCommand } from '../../src/server/jobs/commands.ts';
import { verifyCommand } from '../../src/server/jobs/verify.ts';
import { openServices } from '../../src/server/services.ts';
import type { Settings } from '../../src/server/settings/settings.ts';
import { anyDatabase } from '../support/database.ts';
import { databaseEnv, runServer, startServer } from '../support/process.ts';
import { makeSealedStore, type SealedStore, settingsOf } from '../support/sealedStore.ts';

/** Commands that must leave such a store alone. Each is a process of its own. */
const COMMANDS = process.env.AMANAT_FULL ? [['serve'], ['user', 'list'], ['migrate']] : [['serve']];

const log = (settings: Settings) => join(settings.dataDir, 'amanat.db-wal');
const LOG = ['amanat.db-wal', 'amanat.db-shm'];
const file = (settings: Settings) => join(settings.dataDir, 'amanat.db');

/** Everything in the data folder that must stay as it is, with its content. Not what SQLite makes when it reads. */
function contentOf({ dataDir }: Settings): Record<string, string> {
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/amanat\.db-(shm|wal\.kept)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = names.sort().map((name) => [name, readFileSync(name, 'base64')] as const);
  return Object.fromEntries(contents.filter(([name, content]) => content !== '' || !name.endsWith('-wal')));
}

for (const kind of anyDatabase()) {
  const suite = kind.name === 'pglite' ? describe.skip : describe;
  suite(`a store that lost something, on ${kind.name}`, { timeout: 300_000 }, () => {
    const isFile = kind.name === 'sqlite';
    let store: SealedStore;
    beforeAll(async () => {
      store = await makeSealedStore(kind);
    });
    afterAll(() => store?.dispose());
    afterEach(() => vi.restoreAllMocks());

    /** Works on a copy of the store, or on an empty one. */
    const onCopy = async (work: (settings: Settings) => Promise<void>, isEmpty = false) => {
      const { config, dispose } = await kind.copy(isEmpty ? undefined : store);
      // This process knows the log of the store that it copied. It is empty.
      for (const name of LOG) rmSync(join(config.dataDir, name), { force: true });
      try {
        await work(settingsOf(config));
      } finally {
        await dispose();
      }
    };
    const onDatabase = ({ dataDir, databaseUrl }: Settings, work: (db: Handle) => Promise<unknown>) =>
      withDatabase({ dataDir, databaseUrl }, ({ kysely }) => work(kysely));
    /** Rewinds the history to its second seal. */
    const rewind = (settings: Settings) =>
      onDatabase(settings, async (db) => {
        await db.deleteFrom('events').where('seal', '=', 3).execute();
        await db.deleteFrom('seals').where('number', '=', 3).execute();
        await db.deleteFrom('sessions').execute();
      });
    const printed = async (work: () => Promise<number>): Promise<[status: number, text: string]> => {
      const lines: string[] = [];
      for (const way of ['log', 'warn', 'error'] as const)
        vi.spyOn(console, way).mockImplementation((line: string) => void lines.push(line));
      const status = await work();
      vi.restoreAllMocks();
      return [status, lines.join('\n')];
    };

    it('starts when nothing is lost', () =>
      onCopy(async (settings) => {
        expect(await checkStore(settings)).toEqual([]);
      }));

    const LOST: [name: string, work: (settings: Settings) => unknown, sentence: RegExp][] = [
      [
        'the history ends before the last seal that was remembered',
        rewind,
        /has lost what was written.*ends with seal 2 .*name seal 3 .*accept-loss/,
      ],
      [
        'the last seal is another one',
        (settings) =>
          onDatabase(settings, (db) => db.updateTable('seals').set({ hash: 'x' }).where('number', '=', 3).execute()),
        /name seal 3 of .*, which is not in it/,
      ],
      [
        'accounts are gone and the tables are empty',
        (settings) =>
          onDatabase(settings, async (db) => {
            for (const table of ['sessions', 'grants', 'known_devices', 'users'] as const)
              await db.deleteFrom(table).execute();
          }),
        /is empty, but .*anchors\.jsonl show that an installation was in use here.*restore <backup>.*--new/,
      ],
      [
        'the anchors cannot be read',
        ({ auditAnchorFile }) => writeFileSync(auditAnchorFile, 'no line of ours\n'),
        /anchors of the history beside .* cannot be read .* Put a copy of that folder back/,
      ],
    ];
    const IN_FILE: typeof LOST = [
      [
        'the database is missing',
        (settings) => rmSync(file(settings)),
        /is missing, but .*anchors\.jsonl and .*files show/,
      ],
      ['the database has no bytes', (settings) => truncateSync(file(settings)), /is missing, but /],
      [
        'the database is missing, and only its log and the uploads are there',
        (settings) => {
          rmSync(file(settings));
          rmSync(join(settings.dataDir, 'audit'), { recursive: true });
          writeFileSync(log(settings), 'what was written last');
        },
        /is missing, but .*files and .*amanat\.db-wal show/,
      ],
      [
        'an older copy was put back',
        (settings) => copyFileSync(join(settings.dataDir, 'older.db'), file(settings)),
        /ends with seal 2 .*name seal 3/,
      ],
    ];
    it.each(isFile ? [...LOST, ...IN_FILE] : LOST)('%s', (_name, work, sentence) =>
      onCopy(async (settings) => {
        await work(settings);
        const before = contentOf(settings);
        await expect(openServices({ settings })).rejects.toThrow(
          expect.objectContaining({ name: 'StoreLost', message: expect.stringMatching(sentence) }),
        );
        expect(contentOf(settings)).toEqual(before);
      }),
    );

    it.runIf(!isFile)('the database is empty and has no tables', () =>
      onCopy(async (settings) => {
        cpSync(store.dataDir, settings.dataDir, { recursive: true });
        await expect(openServices({ settings })).rejects.toThrow(/is empty, but .*anchors\.jsonl and .*files show/);
        const dataDir = mkdtempSync(join(tmpdir(), 'amanat-other-'));
        // Another folder knows nothing of it: there nothing was lost.
        expect(
          await checkStore({ ...settings, dataDir, auditAnchorFile: join(dataDir, 'audit/anchors.jsonl') }),
        ).toEqual([]);
      }, true),
    );

    it.runIf(isFile)('the log of the database is cut, overwritten or removed', () =>
      onCopy(async (settings) => {
        const killed = mkdtempSync(join(tmpdir(), 'amanat-log-'));
        // A server that is killed leaves its newest writes in the log. The third seal is written anew, into the log.
        await withDatabase(settings, async ({ kysely }) => {
          await sql`PRAGMA wal_autocheckpoint = 0`.execute(kysely);
          const seal = await kysely.selectFrom('seals').selectAll().where('number', '=', 3).executeTakeFirstOrThrow();
          await kysely.deleteFrom('seals').where('number', '=', 3).execute();
          await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(kysely);
          for (const language of ['fa', 'ps', 'en']) await kysely.updateTable('users').set({ language }).execute();
          await kysely.insertInto('seals').values(seal).execute();
          cpSync(settings.dataDir, killed, { recursive: true });
        });
        const whole = readFileSync(join(killed, 'amanat.db-wal'));
        const half = Math.floor(whole.length / 2);
        const fault = Buffer.from(whole);
        fault.fill(0xff, half, half + 200);
        const withLog = async (left: Buffer | undefined) => {
          const dataDir = mkdtempSync(join(tmpdir(), 'amanat-log-'));
          try {
            cpSync(killed, dataDir, { recursive: true });
            for (const name of LOG) rmSync(join(dataDir, name), { force: true });
            if (left) writeFileSync(join(dataDir, 'amanat.db-wal'), left);
            const found = await checkStore(settingsOf({ dataDir })).catch((error: Error) => error);
            // What is left of a log stays, so that somebody can look at it.
            expect(existsSync(join(dataDir, 'amanat.db-wal.kept'))).toBe(found instanceof Error && left !== undefined);
            return found;
          } finally {
            rmSync(dataDir, { recursive: true });
          }
        };
        expect(await withLog(whole)).toEqual([]);
        for (const left of [whole.subarray(0, half), fault, undefined])
          expect(String(await withLog(left))).toMatch(/ends with seal 2 .*name seal 3/);
        rmSync(killed, { recursive: true });
      }),
    );

    it('a loss is accepted with a reason, and the history says so', () =>
      onCopy(async (settings) => {
        await rewind(settings);
        expect(await printed(() => acceptLossCommand(settings, ['--reason', 'the disk broke']))).toEqual([
          0,
          expect.stringMatching(/seals 3 to 3 are lost/),
        ]);
        expect(await checkStore(settings)).toEqual([]);
        expect(await printed(() => verifyCommand(settings, []))).toEqual([
          0,
          expect.stringMatching(/a loss was accepted \(“the disk broke”\); seals 3 to 3 of .* are given up/),
        ]);
        await onDatabase(settings, (db) => db.deleteFrom('seals').where('number', '=', 2).execute());
        await expect(checkStore(settings)).rejects.toThrow(/ends with seal 1 /);
        expect((await printed(() => verifyCommand(settings, [])))[1]).toMatch(/^anchor 2: missing/m);
      }));

    it('an older backup is restored into the emptied store, and the next start accepts its anchors', () =>
      onCopy(async (settings) => {
        await rewind(settings);
        const folder = join(mkdtempSync(join(tmpdir(), 'amanat-older-')), 'backup');
        await makeBackup(settings, folder);
        await onCopy(async (target) => {
          for (const name of ['audit', 'files'])
            cpSync(join(store.dataDir, name), join(target.dataDir, name), { recursive: true });
          if (isFile) writeFileSync(file(target), '');
          expect(await printed(() => restoreCommand(target, [folder]))).toEqual([
            0,
            expect.stringMatching(/1 anchors of later seals are given up/),
          ]);
          expect(await checkStore(target)).toEqual([]);
          expect(await printed(() => verifyCommand(target, ['--files']))).toEqual([
            0,
            expect.stringMatching(
              /everything is intact.*the backup of .* was restored; seals 3 to 3 of .* are given up/,
            ),
          ]);
        }, true);
      }));

    it('a restore does not read an old log into the database', async ({ skip }) => {
      skip(!isFile, 'only the embedded database has one');
      await onCopy(async (settings) => {
        const folder = join(mkdtempSync(join(tmpdir(), 'amanat-log-')), 'backup');
        await makeBackup(settings, folder);
        rmSync(file(settings));
        writeFileSync(log(settings), 'of the lost database');
        await expect(restoreCommand(settings, [folder])).rejects.toThrow(/already exists at .*amanat\.db-wal/);
        await expect(checkStore(settings, true)).rejects.toThrow(
          /amanat\.db-wal belongs to the database that was here/,
        );
      });
    });

    it('the server ends with one sentence; with --new it begins beside the old files', () =>
      onCopy(async (settings) => {
        cpSync(store.dataDir, settings.dataDir, { recursive: true });
        for (const name of readdirSync(settings.dataDir)) if (/\.db/.test(name)) rmSync(join(settings.dataDir, name));
        const env = { ...databaseEnv(settings), PORT: '0' };
        const before = contentOf(settings);
        for (const command of COMMANDS) {
          const { ended, output } = runServer(command, env);
          expect([await ended, output().trim().split('\n').length], output()).toEqual([1, 1]);
          expect(output()).toMatch(/show that an installation was in use here/);
        }
        expect(contentOf(settings)).toEqual(before);
        const begun = runServer(['serve', '--new'], { ...env, LOG_LEVEL: 'warn' });
        await vi.waitFor(() => expect(begun.output()).toMatch(/is ready on/), { timeout: 60_000, interval: 100 });
        begun.child.kill('SIGTERM');
        await begun.ended;
        expect(begun.output()).toMatch(/One-time password/);
        const key = join(settings.dataDir, 'audit/key.pem');
        expect(readFileSync(key, 'base64')).toBe(before[key]);
        const anchors = Buffer.from(before[settings.auditAnchorFile] as string, 'base64').toString();
        expect(readFileSync(settings.auditAnchorFile, 'utf8').startsWith(anchors)).toBe(true);
        const again = await startServer(env);
        again.child.kill('SIGTERM');
        await again.ended;
        expect(again.output()).not.toMatch(/password/);
        expect(await printed(() => verifyCommand(settings, []))).toEqual([
          0,
          expect.stringMatching(/begun anew beside files of an older one; seals 1 to 3 of .* are given up/),
        ]);
        await expect(checkStore(settings, true)).rejects.toThrow(/already holds accounts/);
      }, true));

    it('a damaged page is found while the server works, and then it is not ready', async ({ skip }) => {
      skip(!isFile, 'PostgreSQL has checksums of its own');
      await onCopy(async (settings) => {
        const { signal } = new AbortController();
        expect(await damagedPages(settings.dataDir, signal)).toBeUndefined();
        await spoil(settings, 'record_revisions');
        expect(await damagedPages(settings.dataDir, signal)).toMatch(/./);
        const server = await startServer({ ...databaseEnv(settings), LOG_LEVEL: 'error' });
        try {
          await vi.waitFor(
            async () => {
              const response = await fetch(`${server.base}/api/ready`);
              expect([response.status, (await response.json()).checks?.pages]).toEqual([503, 'failed']);
            },
            { timeout: 30_000, interval: 200 },
          );
          expect((await fetch(`${server.base}/api/health`)).status).toBe(200);
          expect(server.output()).toMatch(/the database is damaged: stop the server/);
        } finally {
          server.child.kill('SIGTERM');
          await server.ended;
        }
      });
    });

    it('a damaged page of what decides about rights stops the start', async ({ skip }) => {
      skip(!isFile, 'PostgreSQL has checksums of its own');
      await onCopy(async (settings) => {
        await spoil(settings, 'grants');
        const { ended, output } = runServer(['serve'], { ...databaseEnv(settings), PORT: '0' });
        expect([await ended, output()]).toEqual([
          1,
          expect.stringMatching(/is damaged or no database .* restore a backup/),
        ]);
      });
    });
  });
}

/** Overwrites the root page of a table. */
async function spoil(settings: Settings, table: string): Promise<void> {
  const { page, size } = await withDatabase(settings, async ({ kysely }) => {
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(kysely);
    const { rows } = await sql<{ page: number; size: number }>`
      SELECT rootpage AS page, (SELECT page_size FROM pragma_page_size()) AS size
      FROM sqlite_master WHERE name = ${table}`.execute(kysely);
    return rows[0] as { page: number; size: number };
  });
  for (const name of LOG) rmSync(join(settings.dataDir, name), { force: true });
  expect(existsSync(file(settings))).toBe(true);
  const handle = openSync(file(settings), 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
}
