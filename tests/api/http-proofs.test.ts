/** What the public sees of a verifiable record, and what not: no login, no id, no guessing, no flood of requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endsOf, expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const HOLDER = 'Holder Of The Story';
const SECRET = 'Father Of The Holder';

describe.each(ANY_DATABASE)('public proof on %s', (database) => {
  let server: TestServer;
  let clock = Date.parse('2026-06-01T08:00:00Z');
  let id: string;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => new Date(clock) });
    const made = await server.person('finance').must('POST', 'certificates', {
      holder_name: HOLDER,
      father_name: SECRET,
      kind: 'training',
      title: 'Watching over a school',
      issue_date: '2026-05-30',
    });
    id = made.id;
    const { qr_code } = await server.person('finance').must('GET', `certificates/${id}`);
    expect(qr_code).toMatch(/^\/certificates\/[A-Za-z0-9_-]{22}$/);
    token = qr_code.split('/').pop();
  });
  afterAll(() => server?.stop());

  const ask = async (asked: string, language = 'en'): Promise<{ status: number; body: Json; headers: Headers }> => {
    const response = await fetch(`${server.base}/api/proofs/${asked}`, { headers: { 'accept-language': language } });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  const step = (action: string) =>
    server.person('finance').must('POST', 'certificates/change-record-status', {
      record_id: id,
      action,
      comment: `because of the test: ${action}`,
    });

  it('is told without a login: name, title, date, issuer, state, and nothing else', async () => {
    const { status, body, headers } = await ask(token);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['code', 'fields', 'issuer', 'state', 'title']);
    expect(body.state.id).toBe('valid');
    expect(body.fields.map(({ name, value }: Json) => [name, value])).toEqual([
      ['holder_name', HOLDER],
      ['kind', 'Training'],
      ['title', 'Watching over a school'],
      ['issue_date', '30 May 2026'],
    ]);
    expect(body.issuer).not.toBe('');
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(JSON.stringify(body)).not.toContain(id);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('speaks the three languages', async () => {
    const [dari, pashto] = [(await ask(token, 'fa')).body, (await ask(token, 'pa')).body];
    expect(dari.state.name).toBe('معتبر');
    expect(pashto.state.name).toBe('معتبره');
    expect(dari.fields.find(({ name }: Json) => name === 'issue_date').value).toContain('جوزا');
    expect(pashto.fields.find(({ name }: Json) => name === 'issue_date').value).toContain('غبرګولی');
  });

  it('has one token, which only those are told who see the record', async () => {
    const again = await server.person('admin').must('GET', `certificates/${id}`);
    expect(again.qr_code).toBe(`/certificates/${token}`);
    const stranger = await server.person('focal.bamyan').call('GET', `certificates/${id}`);
    expectRefusal(stranger, 'record_not_found');
    expect(JSON.stringify(stranger.body)).not.toContain(token);
  });

  it('says revoked once it is revoked, not why, and valid when it is made valid again', async () => {
    await step('revoke');
    const { body } = await ask(token);
    expect(body.state.id).toBe('revoked');
    expect(JSON.stringify(body)).not.toContain('because of the test');
    await step('reinstate');
    expect((await ask(token)).body.state.id).toBe('valid');
  });

  it('a reason is needed to revoke, and the right to', async () => {
    const revoke = { record_id: id, action: 'revoke' };
    expectRefusal(
      await server.person('finance').call('POST', 'certificates/change-record-status', revoke),
      'transition_comment_required',
    );
    const other = await server
      .person('mande')
      .call('POST', 'certificates/change-record-status', { ...revoke, comment: 'I would like to' });
    expectRefusal(other, 'role_needed');
  });

  it('knows nothing of forged tokens, of ids and of deleted records', async () => {
    const forged = [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, id, 'x', 'a'.repeat(300), "' OR 1=1 --"];
    for (const one of forged) {
      const { status, body } = await ask(encodeURIComponent(one));
      expect([one, status, body.code]).toEqual([one, 404, 'record_not_found']);
    }
    const admin = server.person('admin');
    await admin.must('DELETE', `certificates/${id}`);
    expectRefusal(await refusalOf(ask(token)), 'record_not_found');
    await admin.must('POST', `certificates/${id}/restore`, {});
    expect((await ask(token)).status).toBe(200);
  });

  it('guessing ends soon, and begins anew after a while', async () => {
    clock += 3_600_000;
    let refused: { status: number; headers: Headers } | undefined;
    for (let guess = 0; guess < 40 && !refused; guess += 1) {
      const answer = await ask(`${'z'.repeat(20)}${String(guess).padStart(2, '0')}`);
      if (answer.status === 429) refused = answer;
      else expectRefusal(answer, 'record_not_found');
    }
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(token)).body.code).toBe('rate_limited');
    clock += 3_600_000;
    expect((await ask(token)).status).toBe(200);
  });

  it('asking very often waits as well', async () => {
    clock += 3_600_000;
    const answers = await Promise.all(Array.from({ length: 150 }, () => ask(token)));
    expect(endsOf(answers)).toContain('rate_limited');
    clock += 3_600_000;
  });
});
