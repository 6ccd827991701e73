/** Only the server's own account can read stored data: database, uploads, backups, also of an older version. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup } from '../../src/server/jobs/backup.ts';
import { restoreBackup } from '../../src/server/jobs/restore.ts';
import { checkDataFolder } from '../../src/server/startSentence.ts';
import { databases } from '../support/database.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';

/** Returns the folder and the paths below it that other accounts can read, list or write. */
function open(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [folder, ...paths].filter((path) => statSync(path).mode & 0o077);
}

it('the data folder that a start makes, with a database elsewhere too', () => {
  const before = process.umask(0o022);
  const folder = mkdtempSync(join(tmpdir(), 'amanat-modes-'));
  try {
    checkDataFolder(join(folder, 'data'));
    expect(open(folder)).toEqual([]);
  } finally {
    process.umask(before);
    rmSync(folder, { recursive: true, force: true });
  }
});

describe.each(DATABASES)('modes on %s', (database) => {
  let server: TestServer;
  const before = process.umask();
  const folder = mkdtempSync(join(tmpdir(), 'amanat-modes-'));
  beforeAll(async () => {
    process.umask(0o022);
    server = await startTestServer(database);
  });
  afterAll(async () => {
    await server?.stop();
    process.umask(before);
    rmSync(folder, { recursive: true, force: true });
  });

  it('what a running server writes is its own', async () => {
    const { files, settings } = server.services;
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
      .jpeg()
      .toBuffer();
    const { id } = await files.save(Readable.from([picture]), 'a.jpg', 'somebody');
    const row = await server.services.database.read
      .selectFrom('attachments')
      .select('hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const thumb = await files.readThumb(row.hash);
    thumb?.stream.destroy();
    expect(readdirSync(join(settings.dataDir, 'files'))).toContain('thumbs');
    expect(open(settings.dataDir)).toEqual([]);
  });

  it('a backup, and what is restored from one that was open', async () => {
    const { settings } = server.services;
    const copy = join(folder, 'backup');
    await makeBackup(settings, copy);
    expect(readdirSync(copy)).toContain('manifest.json');
    expect(open(copy)).toEqual([]);
    for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' }))
      chmodSync(join(copy, path), statSync(join(copy, path)).isDirectory() ? 0o755 : 0o644);
    const opened = await (
      databases().find(({ name }) => name === database) as ReturnType<typeof databases>[number]
    ).open();
    const { dataDir, databaseUrl } = opened.config;
    await opened.database.close();
    const target = databaseUrl ? dataDir : join(folder, 'restored');
    await restoreBackup({ dataDir: target, databaseUrl }, copy);
    expect(open(join(target, 'files'))).toEqual([]);
    if (!databaseUrl) expect(open(target)).toEqual([]);
    await opened.dispose();
  });
});

describe('a store of an older version', () => {
  it('is closed when it is opened, with nothing that is not its own', async () => {
    const opened = await (databases()[0] as ReturnType<typeof databases>[number]).open();
    const { dataDir } = opened.config;
    await opened.database.close();
    mkdirSync(join(dataDir, 'files/thumbs/ab'), { recursive: true });
    for (const name of ['files/thumbs/ab/small.webp', 'amanat.key', 'notes.txt'])
      writeFileSync(join(dataDir, name), 'x');
    const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name));
    for (const path of [dataDir, ...paths]) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    const again = await opened.reopen();
    expect(open(dataDir)).toEqual([join(dataDir, 'notes.txt')]);
    await again.close();
    await opened.dispose();
  });
});
