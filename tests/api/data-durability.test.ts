/** Acknowledged data survives: kill -9 during writes, a second process on the same folder, backup and restore. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { makeBackup } from '../../src/server/jobs/backup.ts';
import { restoreBackup } from '../../src/server/jobs/restore.ts';
import { CHIEF, openWorld } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

/** Drops the tables and returns a store on which nothing was ever opened. */
async function emptied(opened: OpenedDatabase): Promise<{ dataDir: string; databaseUrl?: string | undefined }> {
  await sql`DROP SCHEMA public CASCADE`.execute(opened.database.kysely);
  await sql`CREATE SCHEMA public`.execute(opened.database.kysely);
  await opened.database.close();
  return { dataDir: join(opened.config.dataDir, 'restored'), databaseUrl: opened.config.databaseUrl };
}

const ROUNDS = process.env.AMANAT_FULL ? 20 : 3;
const WRITER = fileURLToPath(new URL('../support/data-writer.ts', import.meta.url));

/** A row that refers to a stored file content. */
const attachment = (hash: string) => ({
  id: hash.slice(0, 32),
  hash,
  name: 'picture.jpg',
  media_type: 'image/jpeg',
  size: 9,
  width: null,
  height: null,
  record_id: null,
  form: null,
  field: null,
  created_by: 'nobody',
  created_at: '2026-06-01T00:00:00Z',
});

interface Writer {
  child: ChildProcess;
  /** Lines that it printed */
  said: string[];
  /** Resolves when it has printed this many lines. Rejects if it ends before. */
  until(lines: number): Promise<void>;
  ended: Promise<void>;
}

function startWriter(config: { dataDir: string; databaseUrl?: string | undefined }, round: number): Writer {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, JSON.stringify({ config, round })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  let rest = '';
  let complaint = '';
  const waiting: { lines: number; resolve(): void; reject(error: Error): void }[] = [];
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    said.push(...parts);
    for (const one of waiting) if (said.length >= one.lines) one.resolve();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      for (const one of waiting) one.reject(new Error(complaint || 'the writer ended'));
      resolve();
    });
  });
  return {
    child,
    said,
    ended,
    until: (lines) =>
      new Promise((resolve, reject) => (said.length >= lines ? resolve() : waiting.push({ lines, resolve, reject }))),
  };
}

for (const kind of databases()) {
  describe(`durability on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    beforeAll(async () => {
      opened = await kind.open();
      await opened.database.close();
    });
    afterAll(async () => {
      await opened?.dispose();
    });

    // An in-memory database ends with its process, and only SQLite locks its folder. Elsewhere there is nothing to test.
    const none = () => undefined;
    // The everyday run kills a whole server under writes, in `tests/faults/kill.test.ts`.
    const whenServed = kind.name === 'pglite' || !process.env.AMANAT_FULL ? none : it;
    const whenEmbedded = kind.name === 'sqlite' ? it : none;

    whenServed(
      'kill -9 while writing loses nothing that was acknowledged and doubles nothing',
      { timeout: 60_000 * ROUNDS + 240_000 },
      async () => {
        const acknowledged = new Map<string, number>();
        for (let round = 1; round <= ROUNDS; round += 1) {
          const writer = startWriter(opened.config, round);
          await writer.until(20 + round * 13);
          writer.child.kill('SIGKILL');
          await writer.ended;
          for (const line of writer.said) {
            const [id, version] = line.split(' ');
            if (id && version) acknowledged.set(id, Math.max(Number(version), acknowledged.get(id) ?? 0));
          }
          const database = await opened.reopen();
          const rows = await database.read
            .selectFrom('records')
            .select(['id', 'version', 'code'])
            .where('form', '=', 'visit')
            .execute();
          const stored = new Map(rows.map((row) => [row.id, row.version]));
          for (const [id, version] of acknowledged) expect(stored.get(id)).toBeGreaterThanOrEqual(version);
          expect(new Set(rows.map((row) => row.code)).size).toBe(rows.length);
          const operations = await database.read.selectFrom('operations').select('key').execute();
          expect(operations.length).toBe(rows.length);
          expect((await verifyWholeHistory(database.read)).breaks).toEqual([]);
          const revisions = await database.read
            .selectFrom('record_revisions')
            .select((query) => query.fn.countAll().as('n'))
            .executeTakeFirstOrThrow();
          const versions = await database.read
            .selectFrom('records')
            .select((query) => query.fn.sum('version').as('n'))
            .executeTakeFirstOrThrow();
          expect(Number(revisions.n)).toBe(Number(versions.n));
          const problems = await database.read
            .selectFrom('problems')
            .select((query) => query.fn.countAll().as('n'))
            .executeTakeFirstOrThrow();
          expect(Number(problems.n)).toBe(rows.length);
          const world = await openWorld(database);
          let listed = 0;
          for (let after: string | null | undefined; after !== null; ) {
            const page = await world.records.list(
              { form: world.form('visit'), filters: [], sort: [], page: 1, per_page: 200, ...(after && { after }) },
              CHIEF,
            );
            listed += page.rows.length;
            after = page.next_cursor;
          }
          expect(listed).toBe(rows.length);
          await world.close();
        }
        expect(acknowledged.size).toBeGreaterThan(ROUNDS);
      },
    );

    whenEmbedded(
      'a second process on the folder refuses with a sentence; a lock left behind does not block',
      { timeout: 300_000 },
      async () => {
        const first = startWriter(opened.config, 1001);
        await first.until(1);
        const second = startWriter(opened.config, 1002);
        const refusal = await second.until(1).then(
          () => 'it started',
          (error: Error) => error.message,
        );
        expect(refusal).toContain(`in use by another running Amanat (process ${first.child.pid})`);
        const readOnly = await openDatabase({ ...opened.config, readOnly: true });
        expect((await readOnly.read.selectFrom('records').select('id').limit(1).execute()).length).toBe(1);
        await readOnly.close();
        first.child.kill('SIGKILL');
        await first.ended;
        const database = await opened.reopen();
        await expect(openDatabase(opened.config)).rejects.toThrow('in use by another running Amanat');
        await database.close();
      },
    );

    whenServed(
      'a backup made while running comes back whole; a changed one is refused',
      { timeout: 300_000 },
      async () => {
        const world = await openWorld(await opened.reopen());
        const site = await world.site('Backed up');
        const made = await world.visit(site, {
          remarks: 'کتابخانه',
          problems: [{ problem_type_id: '1', problem_details: 'Dry' }],
        });
        const named = createHash('sha256').update('a picture').digest('hex');
        const shelf = named.slice(0, 2);
        const files = join(opened.config.dataDir, 'files', shelf);
        mkdirSync(files, { recursive: true });
        writeFileSync(join(files, 'content'), 'a file');
        writeFileSync(join(files, named), 'a picture');
        const gone = createHash('sha256').update('lost before').digest('hex');
        await world.database.transaction(async (trx) => {
          for (const hash of [named, gone]) await trx.insertInto('attachments').values(attachment(hash)).execute();
        });
        const store = {
          dataDir: opened.config.dataDir,
          ...(opened.config.databaseUrl && { databaseUrl: opened.config.databaseUrl }),
        };
        const folder = join(opened.config.dataDir, '..', `${opened.config.dataDir.split('/').at(-1)}-backup`);
        const copied = await makeBackup(store, folder);
        expect(copied.files).toBe(2);
        expect(copied.missing).toEqual([gone]);
        await expect(makeBackup(store, folder)).rejects.toThrow('not empty');
        await world.visit(site, { remarks: 'after the backup' });
        const count = async (of: typeof world) =>
          (
            await of.records.list(
              { form: of.form('visit'), filters: [], sort: [], page: 1, per_page: 5, parent_id: site },
              CHIEF,
            )
          ).total;
        expect(await count(world)).toBe(2);
        const history = await world.records.history(world.form('visit'), made, CHIEF);
        await world.close();

        const empty = await kind.open();
        await empty.database.close();
        const target = {
          dataDir: join(empty.config.dataDir, 'restored'),
          ...(empty.config.databaseUrl && { databaseUrl: empty.config.databaseUrl }),
        };
        writeFileSync(join(folder, 'files', shelf, named), 'another picture');
        await expect(restoreBackup(target, folder)).rejects.toThrow(`${named} is damaged`);
        rmSync(join(folder, 'files', shelf, named));
        await expect(restoreBackup(target, folder)).rejects.toThrow(`${named} is missing from`);
        writeFileSync(join(folder, 'files', shelf, named), 'a picture');
        await restoreBackup(target, folder);
        await expect(restoreBackup(target, folder)).rejects.toThrow(/exists|already/);
        const database = await openDatabase(target);
        const back = await openWorld(database);
        await back.projector.idle();
        expect(await count(back)).toBe(1);
        expect(await back.records.history(back.form('visit'), made, CHIEF)).toEqual(history);
        expect(
          (
            await back.records.list(
              { form: back.form('visit'), filters: [], sort: [], page: 1, per_page: 5, text: 'كتابخانه' },
              CHIEF,
            )
          ).total,
        ).toBe(1);
        expect((await verifyWholeHistory(database.read)).breaks).toEqual([]);
        expect(readFileSync(join(target.dataDir, 'files', shelf, 'content'), 'utf8')).toBe('a file');
        const counted = await database.read.selectFrom('records').select('id').execute();
        expect(copied.records).toBe(counted.length);
        const again = await back.records.create(
          back.form('visit'),
          { visit_date: '2026-05-30', problems: [{ problem_type_id: '2', problem_details: 'Roof' }] },
          { parent_id: site },
          { actor: CHIEF },
        );
        expect(again.record.version).toBe(1);
        await back.close();

        const part = ['amanat.db', 'rows.jsonl']
          .map((name) => join(folder, name))
          .find((path) => existsSync(path)) as string;
        writeFileSync(part, `${readFileSync(part, 'latin1')} `, 'latin1');
        await expect(
          restoreBackup({ ...target, dataDir: join(empty.config.dataDir, 'other') }, folder),
        ).rejects.toThrow('its checksum does not match the backup');
        await empty.dispose();
      },
    );

    it.skipIf(kind.name !== 'postgres')('a backup of an older version is put back and brought up to date', async () => {
      // Not for SQLite: its backup is a full copy, which is migrated like any store of an older version.
      const older = await kind.open();
      const world = await openWorld(older.database);
      await world.site('Long ago');
      await world.close();
      const folder = join(older.config.dataDir, 'older');
      const store = { dataDir: older.config.dataDir, databaseUrl: older.config.databaseUrl };
      await makeBackup(store, folder);
      const SINCE = [
        '0010-logins',
        '0012-lifted-restrictions',
        '0013-sealed-history',
        '0014-unsealed-events',
        '0015-pending-work',
        '0016-problem-answers',
        '0017-retired-forms',
        '0018-withdrawn-versions',
        '0019-definition-drafts',
        '0020-common-versions',
        '0021-definition-media',
        '0022-place-borders',
        '0023-edited-by',
        '0025-list-views',
        '0072-report-drafts',
        '0073-form-drafts',
        '0091-sent-by-office',
        '0093-text-states',
        '0094-record-started',
        '0095-draft-writers',
        '0096-text-states-named',
        '0097-version-starts',
      ];
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      manifest.migrations = manifest.migrations.filter((name: string) => !SINCE.includes(name));
      const NEW = new Set([
        'seals',
        'lifted_restrictions',
        'retired_forms',
        'withdrawn_versions',
        'version_starts',
        'definition_drafts',
        'text_states',
        'list_views',
        'form_drafts',
        'definition_media',
        'place_borders',
        'known_devices',
        'pending_work',
      ]);
      const GONE: Record<string, string[]> = {
        events: ['seal', 'seq', 'hash'],
        record_revisions: ['answers', 'record'],
        records: ['edited_by', 'created_sent_by', 'edited_sent_by', 'started_at'],
      };
      const lines = readFileSync(join(folder, 'rows.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as [string, Record<string, unknown>])
        .filter(([table]) => !NEW.has(table))
        .map(([table, row]) => {
          const gone = GONE[table] ?? [];
          return JSON.stringify([
            table,
            Object.fromEntries(Object.entries(row).filter(([name]) => !gone.includes(name))),
          ]);
        });
      const rows = `${lines.join('\n')}\n`;
      writeFileSync(join(folder, 'rows.jsonl'), rows);
      manifest.hash = createHash('sha256').update(rows).digest('hex');
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
      const empty = await kind.open();
      const target = await emptied(empty);
      await restoreBackup(target, folder);
      const database = await openDatabase(target);
      const done = await database.read.selectFrom('migrations').select('name').execute();
      expect(done.map(({ name }) => name)).toEqual(expect.arrayContaining(SINCE));
      expect((await database.read.selectFrom('record_revisions').select('answers').execute())[0]).toEqual({
        answers: null,
      });
      await database.close();
      await empty.dispose();
      await older.dispose();
    });
  });
}
