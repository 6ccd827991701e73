/** Rotating backups: which stay, what is never deleted, the daily job, and a trial restore. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { backupCommand } from '../../src/server/jobs/backupCommand.ts';
import { drillBackup } from '../../src/server/jobs/drill.ts';
import { backupName, newestBackupIn, rotatingBackup, surplusBackups } from '../../src/server/jobs/rotation.ts';
import { LAST_BACKUP, type MakeBackup, scheduledBackup } from '../../src/server/jobs/scheduledBackup.ts';
import { readBackupRetention } from '../../src/server/settings/backups.ts';
import { openWorld } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { onServer } from '../support/postgres.ts';

const DAY = 86_400_000;

describe('which backups stay', () => {
  const keep = { days: 7, weeks: 4, months: 12 };
  const last = Date.parse('2026-11-22T22:00:00Z');

  it('of two years of days: the newest of seven days, four weeks and twelve months', () => {
    let there: string[] = [];
    for (let at = last - 730 * DAY; at <= last; at += DAY) {
      there.push(backupName(new Date(at)));
      const gone = new Set(surplusBackups(there, keep));
      there = there.filter((name) => !gone.has(name));
    }
    // It is already the next day in Kabul. Weeks end on Friday, months on their last day.
    const days = ['23', '22', '21', '20', '19', '18', '17'].map((day) => `2026-11-${day}`);
    const weeks = ['2026-11-20', '2026-11-13', '2026-11-06'];
    const months = Array.from({ length: 11 }, (_, back) => new Date(Date.UTC(2026, 10 - back, 0)));
    const expected = new Set([...days, ...weeks, ...months.map((day) => day.toISOString().slice(0, 10))]);
    expect(there.map(dayInKabul).sort()).toEqual([...expected].sort());
  });

  it('of one day the newest, and it stays however old it is', () => {
    const day = ['02', '05', '09'].map((hour) => backupName(new Date(`2020-01-01T${hour}:00:00Z`)));
    expect(surplusBackups(day, keep)).toEqual(day.slice(0, 2).reverse());
    expect(surplusBackups([backupName(new Date(0))], { days: 1, weeks: 0, months: 0 })).toEqual([]);
  });

  it('is asked for in words that can be read, or refused', () => {
    expect(readBackupRetention('7d,4w,12m')).toEqual(keep);
    expect(readBackupRetention(' 3d ')).toEqual({ days: 3, weeks: 0, months: 0 });
    for (const wrong of ['', '7', '0d', 'd', '7d,7d', '7y', '-1d', '7d;4w'])
      expect(readBackupRetention(wrong), wrong).toBeUndefined();
  });
});

function dayInKabul(name: string): string {
  const at = name.replace(/^amanat-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return new Date(Date.parse(at) + 4.5 * 3_600_000).toISOString().slice(0, 10);
}

for (const kind of databases()) {
  // Backups use a second connection, which an in-memory database cannot have.
  const suite = kind.name === 'pglite' ? describe.skip : describe;
  suite(`backups of ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let store: { dataDir: string; databaseUrl?: string };
    const folder = mkdtempSync(join(tmpdir(), 'amanat-backups-'));
    beforeAll(async () => {
      opened = await kind.open();
      const { dataDir, databaseUrl } = opened.config;
      store = { dataDir, ...(databaseUrl && { databaseUrl }) };
      const world = await openWorld(opened.database);
      await world.visit(await world.site('Kept safe'), {
        problems: [{ problem_type_id: '1', problem_details: 'Dry' }],
      });
      world.registry.close();
    });
    afterEach(() => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    });
    afterAll(async () => {
      await opened?.dispose();
      rmSync(folder, { recursive: true, force: true });
    });
    const names = () => readdirSync(folder).sort();
    const keepOne = { days: 1, weeks: 0, months: 0 };
    const at = (day: number) => new Date(Date.parse('2026-05-01T02:30:00Z') + day * DAY);

    it('old ones go; what was not made here, or was given another name, stays', async () => {
      mkdirSync(join(folder, 'photographs'));
      mkdirSync(join(folder, 'amanat-20200101T000000Z'));
      writeFileSync(join(folder, 'amanat-20200102T000000Z'), 'a file of somebody');
      const first = await rotatingBackup(store, folder, keepOne, at(0));
      const second = await rotatingBackup(store, folder, keepOne, at(1));
      expect(second.removed).toEqual([backupName(at(0))]);
      expect(existsSync(first.folder)).toBe(false);
      // Somebody put a folder aside under a name like ours.
      renameSync(second.folder, join(folder, backupName(at(-9))));
      const third = await rotatingBackup(store, folder, keepOne, at(2));
      expect(third.removed).toEqual([]);
      expect(names()).toEqual([
        'amanat-20200101T000000Z',
        'amanat-20200102T000000Z',
        backupName(at(-9)),
        backupName(at(2)),
        'photographs',
      ]);
      expect(await newestBackupIn(folder)).toBe(third.folder);
    });

    it('a failed one takes nothing away', async () => {
      const { folder: good } = await rotatingBackup(store, folder, keepOne, at(0));
      mkdirSync(join(folder, backupName(at(1))));
      writeFileSync(join(folder, backupName(at(1)), 'in the way'), '');
      await expect(rotatingBackup(store, folder, keepOne, at(1))).rejects.toThrow('not empty');
      expect(existsSync(good)).toBe(true);
    });

    it('is tried out: put back, verified, counted, and nothing is left of it', async () => {
      const done = await rotatingBackup(store, folder, keepOne, at(0));
      const before = await traces();
      expect(await drillBackup(store, done.folder)).toEqual({ records: done.records, files: 0, faults: [] });
      expect(await backupCommand(['--check', folder], store)).toBe(0);
      expect(await traces()).toEqual(before);

      const path = join(done.folder, 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...manifest, rows: { ...manifest.rows, problems: 7 } }));
      expect((await drillBackup(store, done.folder)).faults).toEqual(['problems: 1 rows came back of 7']);
      expect(await backupCommand(['--check', done.folder], store)).toBe(1);
      writeFileSync(path, JSON.stringify({ ...manifest, hash: 'another' }));
      await expect(drillBackup(store, done.folder)).rejects.toThrow('its checksum does not match the backup');
      await expect(newestBackupIn(join(folder, 'nowhere'))).rejects.toThrow('is not a backup');
      expect(await traces()).toEqual(before);
    });

    /** Returns stores that a check may have left behind. */
    const traces = async (): Promise<string[]> => {
      const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('amanat-check-'));
      if (!store.databaseUrl) return folders;
      const { rows } = await onServer(
        store.databaseUrl,
        `SELECT datname FROM pg_database WHERE datname LIKE 'amanat_check_%'`,
      );
      return [...folders, ...rows.map(({ datname }) => String(datname))];
    };

    it('a user who may make no database is told what to do', async () => {
      if (!store.databaseUrl) return;
      const done = await rotatingBackup(store, folder, keepOne, at(0));
      const role = `plain_${process.pid}`;
      await onServer(store.databaseUrl, `CREATE ROLE ${role} LOGIN`);
      const url = new URL(store.databaseUrl);
      url.username = role;
      await expect(drillBackup({ databaseUrl: url.toString() }, done.folder)).rejects.toThrow('ALTER USER … CREATEDB');
      await onServer(store.databaseUrl, `DROP ROLE ${role}`);
    });

    it('the daily round is made by one server, its result is written down, good or bad', async () => {
      let time = at(0);
      let rounds = 0;
      let make: MakeBackup = async () => {
        rounds += 1;
        return { records: 3, files: 2 };
      };
      const job = () =>
        scheduledBackup({
          database: opened.database,
          plan: { at: '02:30', to: folder, keep: '7d' },
          log: { info: () => undefined } as never,
          now: () => time,
          make: (plan, signal) => make(plan, signal),
        });
      const last = async () =>
        JSON.parse(
          (
            await opened.database.read
              .selectFrom('settings')
              .select('value')
              .where('key', '=', LAST_BACKUP)
              .executeTakeFirstOrThrow()
          ).value,
        );
      const { signal } = new AbortController();
      await Promise.all([job().work(signal), job().work(signal)]);
      expect(rounds).toBe(1);
      expect(await last()).toEqual({ at: at(0).toISOString(), ok: true, records: 3, files: 2 });
      time = at(1);
      make = () => Promise.reject(new Error('no space left'));
      await expect(job().work(signal)).rejects.toThrow('no space left');
      expect(await last()).toEqual({ at: at(1).toISOString(), ok: false, error: 'no space left' });
      // After a failure the other server tries too.
      make = async () => ({ records: 4, files: 0 });
      await job().work(signal);
      expect(await last()).toMatchObject({ ok: true, records: 4 });
    });
  });
}
