/** Unused uploads, old requests and leftovers are removed. A file that a record names stays, even if named meanwhile. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentPath } from '../../src/server/files/sweep.ts';
import { sweepJobs } from '../../src/server/jobs/sweep.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

const HOUR = 3_600_000;
const text = (words: string) => Readable.from([Buffer.from(`name\n${words}\n`)]);

describe.each(DATABASES)('sweeping on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let clock = Date.parse('2026-05-01T08:00:00Z');
  let event: Json;
  beforeAll(async () => {
    server = await startTestServer(database, {
      now: () => new Date(clock),
      env: { UPLOAD_QUOTA_MB: '0.02', SESSION_DAYS: '3650' },
    });
    stage = await prepareStage(server);
    event = {
      title: 'Swept',
      department: '3',
      type: 'community-meeting',
      event_date: '2026-05-01',
      province_id: stage.province,
    };
  });
  afterAll(() => server?.stop());

  const me = () => server.person('admin').id;
  const upload = (words: string, by = me()) => server.services.files.save(text(words), 'list.csv', by);
  const work = async (name: string) =>
    sweepJobs(server.services)
      .find((job) => job.name === name)
      ?.work(new AbortController().signal);
  const hashes = async (ids: string[]) => {
    const rows = await server.services.database.read
      .selectFrom('attachments')
      .select(['id', 'hash'])
      .where('id', 'in', ids)
      .execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.hash);
  };
  const folder = () => join(server.services.settings.dataDir, 'files');
  const aside = () => readdirSync(join(folder(), 'aside'));
  const later = (hours: number) => {
    clock += hours * HOUR;
  };

  it('an upload no record names goes after a day with its content, not one that is named, young or shared', async () => {
    const [unused, used, shared] = [await upload('unused'), await upload('used'), await upload('shared')];
    await server.person('admin').must('POST', 'cbm-events/store', { ...event, scan: [used.id] });
    const [gone, named, both] = (await hashes([unused.id, used.id, shared.id])) as string[];
    later(23);
    await work('unused uploads');
    expect(await hashes([unused.id, used.id, shared.id])).toEqual([gone, named, both]);
    const again = await upload('shared');
    later(2);
    await work('unused uploads');
    expect(await hashes([unused.id, used.id, shared.id, again.id])).toEqual([undefined, named, undefined, both]);
    const there = (hash?: string) => existsSync(contentPath(folder(), hash as string));
    expect([there(gone), there(named), there(both)]).toEqual([false, true, true]);
    expect(aside()).toEqual([]);
  });

  it('a record saved in the same moment has its file, or is refused and can be sent again', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const file = await upload(`round ${round}`);
      later(25);
      const [saved] = await Promise.all([
        server.person('admin').call('POST', 'cbm-events/store', { ...event, title: `R ${round}`, scan: [file.id] }),
        new Promise((resolve) => setTimeout(resolve, round)).then(() => work('unused uploads')),
      ]);
      outcomes.add(String(saved.status));
      const [hash] = await hashes([file.id]);
      if (saved.status === 200) {
        expect(existsSync(contentPath(folder(), hash as string))).toBe(true);
        const headers = { authorization: `Bearer ${server.tokens.admin}` };
        const read = await fetch(`${server.base}/api/files/${file.id}`, { headers });
        expect([read.status, await read.text()]).toEqual([200, `name\nround ${round}\n`]);
      } else {
        expect([hash, Object.values(saved.body.errors as Json).flat()]).toEqual([
          undefined,
          [expect.objectContaining({ code: 'file_missing' })],
        ]);
      }
    }
    expect([...outcomes].every((status) => ['200', '422'].includes(status))).toBe(true);
  });

  it('the same content uploaded while it is swept is there afterwards', async () => {
    for (let round = 0; round < 20; round++) {
      await upload('again and again');
      later(25);
      const [second, third] = await Promise.all([
        upload('again and again'),
        upload('again and again'),
        work('unused uploads'),
        work('unused uploads'),
      ]);
      const found = await hashes([second.id, third.id]);
      for (const hash of found) expect(existsSync(contentPath(folder(), hash as string))).toBe(true);
    }
    later(25);
    await work('unused uploads');
  });

  it('what was interrupted is ended: named contents are put back, the rest goes', async () => {
    const file = await upload('interrupted');
    const [hash] = (await hashes([file.id])) as [string];
    const { renameSync } = await import('node:fs');
    renameSync(contentPath(folder(), hash), join(folder(), 'aside', `${hash}.torn`));
    const nobody = 'a'.repeat(64);
    mkdirSync(join(folder(), 'aside'), { recursive: true });
    for (const name of [`${nobody}.torn`, 'old', 'young']) writeFileSync(join(folder(), 'aside', name), 'x');
    utimesSync(join(folder(), 'aside', 'old'), new Date(0), new Date(0));
    await work('interrupted uploads');
    expect([existsSync(contentPath(folder(), hash)), existsSync(contentPath(folder(), nobody)), aside()]).toEqual([
      true,
      false,
      ['young'],
    ]);
  });

  it('a person may not fill the disk with files no record names', async () => {
    later(25);
    await work('unused uploads');
    const large = 'x'.repeat(9000);
    const first = await upload(large);
    await upload(`${large}y`);
    const before = readdirSync(folder()).length;
    await expect(upload(`${large}z`)).rejects.toMatchObject({ code: 'upload_quota' });
    expect(readdirSync(folder()).length).toBe(before);
    await upload(`${large}z`, server.person('focal.bamyan').id);
    await server.person('admin').must('POST', 'cbm-events/store', { ...event, title: 'Used', scan: [first.id] });
    await upload(`${large}z`);
    const parts = new FormData();
    parts.append('file', new Blob([`name\n${large}q\n`]), 'a.csv');
    const headers = { authorization: `Bearer ${server.tokens.admin}`, 'accept-language': 'fa' };
    const refused = await fetch(`${server.base}/api/files`, { method: 'POST', headers, body: parts });
    const { code, message } = (await refused.json()) as Json;
    expect([refused.status, code, message]).toEqual([413, 'upload_quota', expect.stringMatching(/[آ-ی]+ .* MB/)]);
  });

  it('remembered requests go after a month, refused writes after three', async () => {
    const admin = server.person('admin');
    const db = server.services.database;
    const at = (days: number) => new Date(clock - days * 24 * HOUR).toISOString();
    const operation = (key: string, days: number) => ({
      key,
      request_hash: 'x',
      user_id: admin.id,
      answer: '{}',
      at: at(days),
    });
    const parked = (id: string, days: number) => ({ id, key: id, user_id: admin.id, at: at(days), body: '{}' });
    await db.transaction(async (trx) => {
      const many = Array.from({ length: 1200 }, (_, n) => operation(`old ${n}`, 31));
      for (let from = 0; from < many.length; from += 100)
        await trx
          .insertInto('operations')
          .values(many.slice(from, from + 100))
          .execute();
      await trx.insertInto('operations').values(operation('young', 29)).execute();
      await trx
        .insertInto('parked_writes')
        .values([parked('old', 91), parked('young', 89)])
        .execute();
    });
    await work('old requests');
    const keys = await db.read.selectFrom('operations').select('key').where('request_hash', '=', 'x').execute();
    const ids = await db.read.selectFrom('parked_writes').select('id').execute();
    expect([keys, ids]).toEqual([[{ key: 'young' }], [{ id: 'young' }]]);
  });
});
