/** News by e-mail: to a real mail server, in the person's language, none twice, and nothing breaks if the mail server does. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DigestServices, sendDigests } from '../../src/server/jobs/digest/digest.ts';
import { writeDigest } from '../../src/server/jobs/digest/letter.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

const ADDRESS = 'focal@example.org';
const HOUR = 3_600_000;

describe.each(ANY_DATABASE)('digests on %s', (database) => {
  const letters: { to: string[]; body: string }[] = [];
  /** What the mail server says to a receiver. */
  let refuses: Error | null = null;
  const mail = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuses),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        letters.push({ to, body: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  let server: TestServer;
  let stage: Stage;
  let url: string;
  const lines: unknown[][] = [];
  const log = { info: () => undefined, warn: (...line: unknown[]) => void lines.push(line) };

  beforeAll(async () => {
    await new Promise<void>((done) => mail.listen(0, '127.0.0.1', done));
    url = `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}?from=amanat@example.org`;
    server = await startTestServer(database, { env: { SMTP_URL: url, PUBLIC_URL: 'https://amanat.example.org/' } });
    stage = await prepareStage(server);
    const admin = server.person('admin');
    const answers = { first_name: 'Staff', last_name: 'One', role: 'focal-point', province_id: stage.province };
    await admin.must('PUT', `staff/${stage.staff}`, { ...answers, email: ADDRESS });
    const { user } = await server.person('focal.bamyan').must('GET', 'session');
    await server.services.database.transaction((trx) =>
      trx.updateTable('users').set({ person_id: stage.staff, language: 'fa' }).where('id', '=', user.id).execute(),
    );
  });
  afterAll(async () => {
    await server?.stop();
    await new Promise<void>((done) => mail.close(() => done()));
  });

  /** Noon in Kabul, within the next two days. */
  const noon = Math.ceil((Date.now() + HOUR) / (24 * HOUR)) * 24 * HOUR + 7.5 * HOUR;
  const round = (smtp = url) => {
    const services: DigestServices = { ...server.services, now: () => new Date(noon), log };
    return sendDigests(services, smtp, new AbortController().signal);
  };
  /** Puts the last letter so many days before the round. */
  const lastLetter = (ago: number) =>
    server.services.database.transaction((trx) =>
      trx
        .updateTable('user_news')
        .set({ digest_at: new Date(noon - ago * 24 * HOUR).toISOString() })
        .execute(),
    );
  let days = 0;
  const returned = async () => {
    const { id } = await server
      .person('focal.bamyan')
      .must('POST', 'schools-rates/store', ratingAnswers(stage, `2026-07-${10 + days++}`));
    const step = { record_id: id, action: 'return', comment: 'راز میان ما' };
    await server.person('coordinator.bamyan').must('POST', 'schools-rates/change-record-status', step);
    return id as string;
  };

  it('says where the letters go', async () => {
    const focal = await server.fresh('focal.bamyan');
    expect(await focal.must('GET', 'news/digest')).toEqual({ every: 'weekly', email: ADDRESS, sends: true });
    expect(await server.person('finance').must('GET', 'news/digest')).toMatchObject({ email: null });
    expectRefusal(await focal.call('PUT', 'news/digest', { every: 'hourly' }), 'choice', '/every');
  });

  it('sends nothing when nothing is new, then one letter in the language of the person', async () => {
    await round();
    expect(letters).toEqual([]);
    const id = await returned();
    await Promise.all([round(), round()]);
    expect(letters.map(({ to }) => to)).toEqual([[ADDRESS]]);
    const body = decoded(letters[0]?.body ?? '');
    expect(body).toContain('dir="rtl"');
    expect(body).toContain('lang="fa-AF"');
    expect(body).toContain(`https://amanat.example.org/schools-rates/${id}`);
    expect(body).toContain('برگشتی برای اصلاح');
    expect(body, 'comments stay on the server').not.toContain('راز میان ما');
  });

  it('comes again only after its time, and not to those who want none', async () => {
    await returned();
    await lastLetter(5);
    await round();
    expect(letters).toHaveLength(1);
    await server.person('focal.bamyan').must('PUT', 'news/digest', { every: 'never' });
    await lastLetter(8);
    await round();
    expect(letters).toHaveLength(1);
    await server.person('focal.bamyan').must('PUT', 'news/digest', { every: 'weekly' });
    await round();
    expect(letters).toHaveLength(2);
    await server.person('focal.bamyan').must('PUT', 'news/digest', { every: 'daily' });
    await lastLetter(2);
    await round();
    expect(letters).toHaveLength(3);
    // What was looked at under the bell is not told again.
    await lastLetter(2);
    const { until } = await server.person('focal.bamyan').must('GET', 'news');
    await server.person('focal.bamyan').must('POST', 'news/seen', { until });
    await round();
    expect(letters).toHaveLength(3);
  });

  it('is tried again when the mail server was away, and the server goes on', async () => {
    await returned();
    await lastLetter(2);
    await round('smtp://127.0.0.1:1?from=amanat@example.org');
    expect(lines.at(-1)?.[1]).toContain('the mail server took no digest');
    refuses = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    await round();
    expect(lines.at(-1)?.[1]).toContain('refused the address');
    refuses = null;
    await round();
    expect(letters, 'a refused address waits for the next day').toHaveLength(3);
    await lastLetter(2);
    await round();
    expect(letters).toHaveLength(4);
  });
});

/** Returns the parts of a letter, decoded. */
function decoded(body: string): string {
  const plain = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const base64 = [...body.matchAll(/base64\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, text]) =>
    Buffer.from(text ?? '', 'base64').toString(),
  );
  return `${Buffer.from(plain, 'latin1').toString()}\n${base64.join('\n')}`;
}

it('a letter names a record with several problems once, and says whose problems they are', () => {
  const item = (id: string) => ({
    ...{ id, form: 'school-rating', code: null, name: `School ${id}`, path: `/schools-rates/${id}` },
    ...{ at: '2026-05-01T08:00:00.000Z', by: '', comment: 'A wall fell', questions: [] },
  });
  const label = { en: 'Solved', fa: 'حل‌شده', ps: 'حل شوې' };
  const group = { action: 'problem', label, count: 9, data: [item('a'), item('b'), item('a')] };
  const reader = { name: 'Somebody', language: 'en' as const, calendar: null };
  const { text, html } = writeDigest(reader, { count: 9, groups: [group] }, 'https://amanat.example.org');
  expect(text).toContain('\nProblems you reported: Solved (9)\n');
  expect(text.match(/School \w/g)).toEqual(['School a', 'School b']);
  expect(html.match(/School \w/g)).toEqual(['School a', 'School b']);
  expect(text).toContain('And others: 6');
});
