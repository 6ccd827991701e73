/** Restricted answers reach only programme and administrators, at every depth and version, and survive edits by others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, PEOPLE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

const SOURCE: FormSource = {
  definition: {
    form: 'test-case',
    version: 1,
    kind: 'record',
    programme: 'courts',
    title: words('Case'),
    plural: words('Cases'),
    paths: { list: '/test-cases', record: '/test-cases/:id' },
    api: { base: 'test-cases', show: { sections: 'sections' } },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: ['subject', 'accused'] }],
    fields: {
      subject: { id: 'q_case_subject', type: 'text', label: words('Subject') },
      accused: { id: 'q_case_accused', type: 'text', label: words('Name'), restricted: true },
    },
    list: { columns: ['subject', 'accused'], filters: ['subject', 'accused'] },
    // As an earlier version may have it, which was published before the answer was restricted.
    sameAs: { fields: ['accused'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['subject', 'accused'],
    additionalProperties: false,
    properties: { subject: { type: 'string', maxLength: 100 }, accused: { type: 'string', maxLength: 100 } },
  },
};
const SECRET = 'Somebody Whose Name Is Kept';

/** A record with a restricted table column and a restricted picture, and records below it that list one of its answers. */
const AUDIT: FormSource = {
  definition: {
    form: 'test-audit',
    version: 1,
    kind: 'record',
    programme: 'courts',
    title: words('Audit'),
    plural: words('Audits'),
    paths: { list: '/test-audits', record: '/test-audits/:id' },
    api: { base: 'test-audits' },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: ['subject', 'witness', 'people', 'picture'] }],
    fields: {
      subject: { id: 'q_audit_subject', type: 'text', label: words('Subject') },
      witness: { id: 'q_audit_witness', type: 'text', label: words('Witness'), restricted: true },
      people: {
        id: 'q_audit_people',
        type: 'table',
        label: words('People'),
        columns: {
          role: { id: 'q_audit_role', type: 'text', label: words('Role') },
          contact: { id: 'q_audit_contact', type: 'text', label: words('Contact'), restricted: true },
          paper: { id: 'q_audit_paper', type: 'file', label: words('Paper'), restricted: true },
        },
      },
      picture: { id: 'q_audit_picture', type: 'file', label: words('Picture'), restricted: true },
    },
    list: { columns: ['subject', 'people'], filters: ['subject'], search: ['subject', 'witness'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['subject'],
    additionalProperties: false,
    properties: {
      subject: { type: 'string', maxLength: 100 },
      witness: { type: 'string', maxLength: 100 },
      people: {
        type: 'array',
        maxItems: 20,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['role'],
          properties: {
            role: { type: 'string', maxLength: 100 },
            contact: { type: 'string', maxLength: 100 },
            paper: { type: 'array', maxItems: 3, items: { type: 'string' } },
          },
        },
      },
      picture: { type: 'array', maxItems: 3, items: { type: 'string' } },
    },
  },
};

const FINDING: FormSource = {
  definition: {
    form: 'test-finding',
    version: 1,
    kind: 'record',
    programme: 'courts',
    title: words('Finding'),
    plural: words('Findings'),
    paths: { list: '/test-findings', record: '/test-findings/:id' },
    api: { base: 'test-findings' },
    parent: { field: 'audit_id', forms: ['test-audit'] },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: ['audit_id', 'text'] }],
    fields: {
      audit_id: { id: 'q_finding_audit', type: 'record', label: words('Audit'), record: { forms: ['test-audit'] } },
      text: { id: 'q_finding_text', type: 'text', label: words('Text') },
    },
    list: { columns: ['text', 'parent.witness'], filters: ['text', 'parent.witness'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['audit_id', 'text'],
    additionalProperties: false,
    properties: { audit_id: { type: 'string' }, text: { type: 'string', maxLength: 100 } },
  },
};

/** Returns the next version, in which nothing is restricted. */
function openly(source: FormSource): FormSource {
  const next = structuredClone(source);
  next.definition.version += 1;
  next.definition.changes = { from: source.definition.version, note: words('Nothing is kept back') };
  const open = (fields: Record<string, { restricted?: boolean; columns?: Record<string, never> }>): void => {
    for (const field of Object.values(fields)) {
      delete field.restricted;
      if (field.columns) open(field.columns);
    }
  };
  open(next.definition.fields as never);
  return next;
}

describe.each(ANY_DATABASE)('restricted answers on %s', (database) => {
  let server: TestServer;
  let id: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(SOURCE);
    id = (await server.person('admin').must('POST', 'test-cases', { subject: 'Theft', accused: SECRET })).id;
  });
  afterAll(() => server?.stop());

  it('are in no answer to others', async () => {
    const evaluator = server.person('mande');
    for (const path of [
      'test-cases',
      `test-cases/${id}`,
      `test-cases/${id}?edit=1`,
      `test-cases/${id}/history`,
      'test-cases/export?format=csv',
      'home',
    ]) {
      const { status, body } = await evaluator.call('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body), path).not.toContain(SECRET);
    }
    for (const query of [`filters={"accused":"${SECRET}"}`, 'sort=accused', 'columns=accused'])
      expect((await evaluator.call('GET', `test-cases?${query}`)).body.code).toBe('bad_filter');
    expect((await server.person('admin').must('GET', `test-cases/${id}`)).data.accused).toBe(SECRET);
  });

  it('are named to those who may not read them, so that no list offers them as columns', async () => {
    const hiddenFrom = async (username: string) =>
      (await server.person(username).must('GET', 'definitions')).data.find((one: Json) => one.form === 'test-case')
        .hidden;
    expect([await hiddenFrom('mande'), await hiddenFrom('admin')]).toEqual([['accused'], undefined]);
  });

  it('are not found by free text, other answers are', async () => {
    const found = async (text: string) =>
      (await server.person('mande').must('GET', `test-cases?text=${text}`)).meta.total;
    expect(await found('Theft')).toBe(1);
    expect(await found('Somebody')).toBe(0);
  });

  it('are kept when somebody who does not see them saves the rest', async () => {
    const evaluator = server.person('mande');
    const saved = await evaluator.must('PUT', `test-cases/${id}`, {
      subject: 'Robbery',
      accused: 'Overwritten',
      version: 1,
    });
    expect(JSON.stringify(saved)).not.toContain(SECRET);
    expect((await server.person('admin').must('GET', `test-cases/${id}`)).data).toMatchObject({
      subject: 'Robbery',
      accused: SECRET,
    });
    const conflict = await evaluator.call('PUT', `test-cases/${id}`, { subject: 'Late', version: 1 });
    expectRefusal(conflict, 'conflict');
    expect(JSON.stringify(conflict.body as Json)).not.toContain(SECRET);
  });

  it('are not compared for those who may not read them', async () => {
    const answers = { subject: 'Fraud', accused: SECRET, same: 'ask' };
    expectRefusal(await server.person('admin').call('POST', 'test-cases', answers), 'record_same');
    expect((await server.person('mande').call('POST', 'test-cases', answers)).status).toBe(200);
  });
});

describe.each(ANY_DATABASE)('answers restricted at depth on %s', (database) => {
  const CONTACT = '0799 111 222';
  const WITNESS = 'A Witness Whose Name Is Kept';
  let server: TestServer;
  let id: string;
  let paper: string;
  let picture: string;
  const file = async (name: string) => {
    const body = new FormData();
    body.set('file', new Blob([`name,${name}\n`], { type: 'text/csv' }), `${name}.csv`);
    return (await server.person('admin').must('POST', 'files', body)).id as string;
  };
  const told = async (username: string, path: string) => {
    const { status, body } = await server.person(username).call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return JSON.stringify(body);
  };
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(AUDIT);
    await server.services.registry.publish(FINDING);
    paper = await file('paper');
    picture = await file('picture');
    const people = [
      { role: 'Clerk', contact: CONTACT, paper: [paper] },
      { role: 'Guard', contact: '0799 333 444' },
    ];
    const admin = server.person('admin');
    id = (await admin.must('POST', 'test-audits', { subject: 'Land', witness: WITNESS, people, picture: [picture] }))
      .id;
    await admin.must('POST', 'test-findings', { audit_id: id, text: 'Found' });
  });
  afterAll(() => server?.stop());

  const PATHS = () => [
    'test-audits',
    'test-audits?fields=all',
    `test-audits/${id}`,
    `test-audits/create?id=${id}`,
    `test-audits/${id}/history`,
    `test-audits/${id}/attachments`,
    'test-audits/export?format=csv&all=1',
    'test-audits/export?format=csv&all=1&labels=codes&split=1',
    'test-audits/export?format=csv&columns=subject',
    'test-audits/export?format=csv&rows=people&labels=codes',
    'test-findings',
    'test-findings/export?format=csv&all=1',
  ];

  it('are in no row, history or export of others, and neither is an answer of the record above', async () => {
    for (const path of PATHS()) {
      const answer = await told('mande', path);
      for (const secret of [CONTACT, WITNESS, paper, picture]) expect(answer, path).not.toContain(secret);
    }
    for (const call of ['test-audits', 'test-audits/export']) {
      const { status, body } = await server.person('mande').call('GET', `${call}?columns=subject,witness`);
      expect([call, status, body.code]).toEqual([call, 400, 'bad_filter']);
    }
    const finding = `test-findings?filters=${encodeURIComponent(JSON.stringify({ 'parent.witness': WITNESS }))}`;
    for (const path of [finding, 'test-findings?sort=parent.witness'])
      expect((await server.person('mande').call('GET', path)).body.code).toBe('bad_filter');
    expect(await told('admin', `test-audits/${id}`)).toContain(CONTACT);
    expect(await told('admin', 'test-findings')).toContain(WITNESS);
    expect(JSON.parse(await told('mande', 'test-findings?text=Witness')).meta.total).toBe(0);
  });

  it('and so are their files', async () => {
    for (const one of [paper, picture]) {
      expectRefusal(await server.person('mande').call('GET', `files/${one}`), 'record_not_found');
      expect((await server.person('admin').call('GET', `files/${one}`)).status).toBe(200);
    }
    for (const field of ['picture', 'people'])
      expectRefusal(
        await server.person('mande').call('GET', `test-audits/download/${id}/${field}`),
        'record_not_found',
      );
  });

  it('stay in their rows when somebody who does not see them changes, moves, adds and removes rows', async () => {
    const mande = server.person('mande');
    const rows = [
      { role: 'Visitor', contact: 'written by who may not read' },
      { role: 'Guard' },
      { role: 'Clerk of the court' },
    ];
    const { version } = (await mande.must('GET', `test-audits/${id}`)).data;
    await mande.must('PUT', `test-audits/${id}`, { subject: 'Land and water', people: rows, version });
    const { data } = await server.person('admin').must('GET', `test-audits/${id}`);
    expect(data).toMatchObject({ subject: 'Land and water', witness: WITNESS, picture: [picture] });
    expect(data.people.find((row: Json) => row.role === 'Guard')).toMatchObject({ contact: '0799 333 444' });
    expect(JSON.stringify(data.people)).not.toContain('written by');
    expect(JSON.stringify(data.people).match(/0799/g)?.length).toBeLessThanOrEqual(2);
  });

  it('are in neither side of a conflict, whatever was tried', async () => {
    const mande = server.person('mande');
    const { data } = await mande.must('GET', `test-audits/${id}`);
    await mande.must('PUT', `test-audits/${id}`, { ...data, subject: 'Again' });
    const tries: [string, string, Json][] = [
      ['PUT', `test-audits/${id}`, { ...data, version: 1 }],
      ['POST', 'test-audits/change-record-status', { record_id: id, action: 'verify', version: 1 }],
      ['DELETE', `test-audits/${id}`, { version: 1 }],
    ];
    for (const [method, path, body] of tries) {
      const { status, body: answer } = await mande.call(method, path, body);
      expectRefusal({ status, body: answer }, 'conflict', undefined, method);
      for (const secret of [WITNESS, '0799']) expect(JSON.stringify(answer), method).not.toContain(secret);
    }
  });

  it('stay so when the next version forgets it, until an administrator decides otherwise, with a reason that is logged', async () => {
    const mande = server.person('mande');
    const published = await mande.call('POST', 'definitions', openly(AUDIT));
    expect([published.status, published.body]).toMatchObject([200, { version: 2 }]);
    expect(published.body.still_restricted.map((one: Json) => one.question)).toEqual([
      'q_audit_witness',
      'q_audit_contact',
      'q_audit_paper',
      'q_audit_picture',
    ]);
    // Also a record of the new version, because lists and filters do not distinguish versions.
    const other = await server
      .person('admin')
      .must('POST', 'test-audits', { subject: 'Later', witness: `${WITNESS} II` });
    for (const path of [...PATHS(), `test-audits/${other.id}`])
      for (const secret of [WITNESS, '0799', picture]) expect(await told('mande', path), path).not.toContain(secret);
    expect((await mande.call('GET', `test-audits?filters={"witness":"${WITNESS}"}`)).body.code).toBe('bad_filter');

    const lift = 'definitions/test-audit/restrictions/q_audit_witness/lift';
    expectRefusal(await mande.call('POST', lift, { reason: 'I want to' }), 'forbidden');
    const admin = server.person('admin');
    expect((await admin.call('POST', lift, {})).body.errors).toHaveProperty('/reason');
    expectRefusal(
      await admin.call('POST', 'definitions/test-audit/restrictions/q_audit_subject/lift', { reason: 'x' }),
      'record_not_found',
    );
    await admin.must('POST', lift, { reason: 'The witness agreed' });
    await server.services.idle();
    expect(await told('mande', `test-audits/${id}`)).toContain(WITNESS);
    expect(await told('mande', `test-audits/${id}`)).not.toContain('0799');
    expect(JSON.parse(await told('mande', 'test-audits?text=Witness')).meta.total).toBe(2);
    expect(JSON.parse(await told('mande', 'definitions/test-audit/restrictions')).data[0]).toMatchObject({
      question: 'q_audit_witness',
      versions: [1],
      restricted: false,
      lifted: { by_id: admin.id, reason: 'The witness agreed' },
    });
    const logged = await server.services.database.read
      .selectFrom('events')
      .selectAll()
      .where('action', '=', 'restriction_lifted')
      .execute();
    expect(logged).toMatchObject([{ user_id: admin.id, form: 'test-audit' }]);

    await admin.must('POST', lift.replace('/lift', '/restore'), { reason: 'No, not this one' });
    await server.services.idle();
    expect(await told('mande', `test-audits/${id}`)).not.toContain(WITNESS);
    expect(JSON.parse(await told('mande', 'test-audits?text=Witness')).meta.total).toBe(0);
  });

  it('are listed for those who decide: since when the newest version forgets them, and what was decided by whom', async () => {
    const admin = server.person('admin');
    const listed = async (question: string) =>
      (await admin.must('GET', 'restrictions')).data.find((one: Json) => one.question === question);
    const [, second] = await server.services.database.read
      .selectFrom('definitions')
      .select('published_at')
      .where('form', '=', 'test-audit')
      .orderBy('version')
      .execute();
    expect(await listed('q_audit_contact')).toMatchObject({
      form: 'test-audit',
      within: [words('All'), words('People')],
      versions: [1],
      version: 2,
      since: second?.published_at,
      restricted: true,
      marked: false,
      asked: true,
      lifted: null,
    });
    const marked = (await admin.must('GET', 'restrictions')).data.filter((one: Json) => one.marked);
    expect(marked.length).toBeGreaterThan(5);
    expect(marked.every((one: Json) => one.restricted && one.since === null)).toBe(true);
    const path = 'definitions/test-audit/restrictions/q_audit_contact';
    await admin.must('POST', `${path}/lift`, { reason: 'Only offices are named' });
    expect(await listed('q_audit_contact')).toMatchObject({
      restricted: false,
      lifted: { by: { id: admin.id, name: PEOPLE.admin?.name }, reason: 'Only offices are named' },
    });
    await admin.must('POST', `${path}/restore`, { reason: 'Phones as well' });
    expectRefusal(await server.person('finance').call('GET', 'restrictions'), 'forbidden');
    expectRefusal(await server.person('finance').call('GET', path), 'forbidden');
    const session = async (username: string) => (await server.person(username).must('GET', 'session')).may;
    expect([(await session('admin')).restrictions, (await session('mande')).restrictions]).toEqual([true, false]);
  });

  it('what lifting would show to whom is told before, as the calls of those people then tell it', async () => {
    const admin = server.person('admin');
    const reach = async (question: string) =>
      (await admin.must('GET', `definitions/test-audit/restrictions/${question}`)).data;
    const witness = await reach('q_audit_witness');
    expect(witness).toMatchObject({
      records: 2,
      complete: true,
      below: [{ form: 'test-finding', plural: words('Findings') }],
    });
    expect(await reach('q_audit_paper')).toMatchObject({ below: [] });
    // Roles of users who see the record or the list below it, but not the answer.
    const kept = [];
    for (const [username, { role }] of Object.entries(PEOPLE)) {
      const answers = [`test-audits/${id}`, 'test-findings'].map((path) => server.person(username).call('GET', path));
      const seen = (await Promise.all(answers)).filter(({ status, body }) => status === 200 && body.meta?.total !== 0);
      if (seen.length > 0 && !seen.some(({ body }) => JSON.stringify(body).includes(WITNESS))) kept.push(role);
    }
    expect(kept).toContain('me-officer');
    expect(witness.people).toBe(kept.length);
    expect(witness.roles.map((one: Json) => one.id).sort()).toEqual([...new Set(kept)].sort());

    const { id: third } = await admin.must('POST', 'test-audits', { subject: 'Nobody spoke', people: [] });
    expect((await reach('q_audit_witness')).records).toBe(2);
    await admin.must('PUT', `test-audits/${third}`, { subject: 'Nobody spoke', witness: 'Another', version: 1 });
    expect((await reach('q_audit_witness')).records).toBe(3);
    const missing = await admin.call('GET', 'definitions/test-audit/restrictions/q_audit_subject');
    expectRefusal(missing, 'record_not_found');
  });

  it('restricting a question later keeps what was told before, in the search as well', async () => {
    const first = openly(SOURCE);
    first.definition = {
      ...first.definition,
      form: 'test-memo',
      version: 1,
      api: { base: 'test-memos' },
      paths: { list: '/test-memos', record: '/test-memos/:id' },
      changes: { from: 0, note: words('First') },
    };
    for (const field of Object.values(first.definition.fields)) field.id = `${field.id}_memo`;
    await server.services.registry.publish(first);
    const memo = await server.person('admin').must('POST', 'test-memos', { subject: 'Note', accused: SECRET });
    expect(JSON.parse(await told('mande', 'test-memos?text=Somebody')).meta.total).toBe(1);
    const second = structuredClone(first);
    second.definition.version = 2;
    (second.definition.fields.accused as Json).restricted = true;
    second.definition.changes = { from: 1, note: words('Kept from now on') };
    await server.services.registry.publish(second);
    await server.services.idle();
    expect(JSON.parse(await told('mande', 'test-memos?text=Somebody')).meta.total).toBe(0);
    for (const path of ['test-memos', `test-memos/${memo.id}`, `test-memos/${memo.id}/history`])
      expect(await told('mande', path)).not.toContain(SECRET);
    const lift = await server
      .person('admin')
      .call('POST', 'definitions/test-memo/restrictions/q_case_accused_memo/lift', { reason: 'x' });
    expect(lift.body.code).toBe('restricted_by_version');
  });
});
