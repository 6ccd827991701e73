/**
 * What is made of restricted answers is absent for everybody who may not read these, wherever it could stand, on both
 * databases: the rows of tests/golden/restricted-places.csv that are not refused at publication. The first version restricts
 * nothing; the second one restricts what it was all made of.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { expectRefusal, type Refused } from '../support/refusal.ts';
import { ROLES, restrictedPlaces } from '../support/restricted-places.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });
const PEOPLE_OF: Record<(typeof ROLES)[number], string> = {
  administrator: 'admin',
  'program-manager': 'manager.schools',
  'me-officer': 'mande',
};

const text = { type: 'string', maxLength: 200 };
const question = (id: string, more: object = {}) => ({ id: `q_${id}`, type: 'text', label: words(id), ...more });
const derived = (id: string, derivation: object) => question(id, { type: 'derived', derived: derivation });

/** Returns a definition with its contract. Every question is a text unless the contract says otherwise. */
function formOf(form: string, fields: Record<string, object>, more: object = {}, contracts: object = {}): FormSource {
  const names = Object.keys(fields);
  const definition = {
    ...{ form, version: 1, kind: 'record', programme: 'schools', title: words(form), plural: words(`${form}s`) },
    paths: { list: `/${form}s`, record: `/${form}s/:id`, figures: `/${form}s/figures` },
    api: { base: `${form}s` },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: names }],
    fields,
    list: { columns: [names[0]] },
    changes: { from: 0, note: words('First') },
    ...more,
  };
  const properties = { ...Object.fromEntries(names.map((name) => [name, text])), ...contracts };
  return {
    definition: definition as never,
    schema: { type: 'object', required: [names[0]], additionalProperties: false, properties },
  };
}

const CALLER = 'Zarghuna Amiri';
const PHONES = ['0799111222', '0799333444'];

const TIP = formOf(
  'test-tip',
  {
    subject: question('tip_subject'),
    caller: question('tip_caller'),
    copied: derived('tip_copied', { expr: '"From " + caller' }),
    twice: derived('tip_twice', { concat: ['copied', 'subject'] }),
    people: {
      ...question('tip_people', { type: 'table' }),
      columns: {
        role: question('tip_role'),
        contact: question('tip_contact'),
        called: derived('tip_called', { expr: '"call " + contact' }),
        heard: derived('tip_heard', { expr: 'role + " of " + caller' }),
      },
    },
    phones: derived('tip_phones', { expr: 'people.map(p, p.contact).join("/")' }),
    crowd: derived('tip_crowd', { count: 'people' }),
    greeting: question('tip_greeting', { default: '"Dear " + caller' }),
    reply: question('tip_reply', { visibleWhen: { expr: 'caller.startsWith("Z")' } }),
    met: question('tip_met', { type: 'date' }),
    until: question('tip_until', { type: 'date', notBefore: 'met' }),
  },
  {
    constraints: [
      { id: 'probe', expr: 'subject != "probe" || !caller.startsWith("Z")', at: 'subject', message: words('Not so') },
    ],
    list: { columns: ['subject', 'copied'], filters: ['subject', 'copied'] },
    figures: { title: words('Figures'), items: [{ id: 'callers', show: 'bars', title: words('By'), by: 'copied' }] },
  },
  {
    people: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { role: text, contact: text, called: text, heard: text },
      },
    },
    crowd: { type: 'integer' },
    met: { type: 'string', format: 'date' },
    until: { type: 'string', format: 'date' },
  },
);

/** Restricts what the first version made everything of. Its constraint is at a restricted question. */
function restricting(): FormSource {
  const next = structuredClone(TIP);
  const { fields } = next.definition as Json;
  for (const name of ['caller', 'met']) fields[name].restricted = true;
  fields.people.columns.contact.restricted = true;
  delete fields.greeting.default;
  delete fields.reply.visibleWhen;
  delete fields.until.notBefore;
  (next.definition.constraints as Json)[0].at = 'caller';
  Object.assign(next.definition, { version: 2, changes: { from: 1, note: words('Kept') } });
  return next;
}

const below = (parent: string) => ({
  parent: { forms: [parent], field: 'above_id' },
});
const naming = (parent: string, id: string) => question(id, { type: 'record', record: { forms: [parent] } });
const NOTE = formOf(
  'test-tip-note',
  {
    word: question('note_word'),
    above_id: naming('test-tip', 'note_above'),
    heard: question('note_heard', { default: 'parent.copied' }),
  },
  { ...below('test-tip'), list: { columns: ['word', 'parent.copied', 'heard'] } },
);
/** The record above is of a programme in which nobody has a role. */
const OATH = formOf(
  'test-oath',
  { word: question('oath_word'), oath: question('oath_oath', { restricted: true }) },
  { programme: 'courts' },
);
const HEARING = formOf(
  'test-hearing',
  {
    word: question('hearing_word'),
    above_id: naming('test-oath', 'hearing_above'),
    sworn: question('hearing_sworn', { default: 'parent.oath', restricted: true }),
  },
  below('test-oath'),
);

describe.each(ANY_DATABASE)('what is made of restricted answers on %s', (database) => {
  let server: TestServer;
  let tip: string;
  let note: string;
  let hearing: string;
  let refusedBelow: Json;
  let published: Json;
  beforeAll(async () => {
    server = await startTestServer(database);
    const { registry } = server.services;
    for (const source of [TIP, NOTE, OATH, HEARING]) await registry.publish(source);
    const admin = server.person('admin');
    const people = PHONES.map((contact, at) => ({ role: `Clerk ${at}`, contact }));
    const answers = {
      subject: 'Water',
      caller: CALLER,
      people,
      greeting: `Dear ${CALLER}`,
      reply: `Back to ${CALLER}`,
    };
    tip = (await admin.must('POST', 'test-tips', { ...answers, met: '2026-06-05', until: '2026-06-10' })).id;
    note = (
      await admin.must('POST', 'test-tip-notes', { word: 'Heard', above_id: tip, heard: `Was told by ${CALLER}` })
    ).id;
    const oath = await admin.must('POST', 'test-oaths', { word: 'Court', oath: `By ${CALLER}` });
    hearing = (await admin.must('POST', 'test-hearings', { word: 'Heard', above_id: oath.id, sworn: `By ${CALLER}` }))
      .id;

    const mande = server.person('mande');
    refusedBelow = await mande.call('POST', 'definitions', restricting());
    const without = structuredClone(NOTE);
    delete (without.definition.fields.heard as Json).default;
    Object.assign(without.definition, { version: 2, changes: { from: 1, note: words('Nothing is taken over') } });
    await registry.publish(without);
    published = await mande.call('POST', 'definitions', restricting());
    await server.services.idle();
  });
  afterAll(() => server?.stop());

  const body = async (person: Person, path: string) => JSON.stringify((await person.call('GET', path)).body);
  const tells = (path: string, words: string) => async (person: Person) =>
    (await body(person, path)).includes(words) ? 'sees' : 'absent';
  /** A refused filter or order is absent too, but nothing else that fails. */
  const finds = (query: string) => async (person: Person) => {
    const { status, body: found } = await person.call('GET', `test-tips?${query}`);
    if (found.code === 'bad_filter') return 'absent';
    expect([query, status]).toEqual([query, 200]);
    return found.meta.total > 0 ? 'sees' : 'absent';
  };
  const changes = (more: object) => async (person: Person) => {
    const before = (await server.person('admin').must('GET', `test-tips/${tip}`)).data;
    const seen = (await person.must('GET', `test-tips/${tip}`)).data;
    const { status, body: answer } = await person.call('PUT', `test-tips/${tip}`, { ...seen, ...more });
    if (status === 200) {
      await server.person('admin').must('PUT', `test-tips/${tip}`, { ...before, version: answer.version });
      return 'saved';
    }
    expect([status, answer.code]).toEqual([422, 'validation_failed']);
    return 'refused';
  };
  const detail = (words: string) => tells(`test-tips/${tip}`, words);

  const PLACES: Record<string, (person: Person) => Promise<string>> = {
    'detail: a derived text': (person) => detail(`From ${CALLER}"`)(person),
    'detail: a derived text of a derived text': (person) => detail(`From ${CALLER} Water`)(person),
    'detail: a derived column of a restricted column': (person) => detail(`call ${PHONES[0]}`)(person),
    'detail: a derived column of an answer around the row': (person) => detail(`Clerk 0 of ${CALLER}`)(person),
    'detail: a text over the rows of a table': (person) => detail(PHONES.join('/'))(person),
    'detail: the number of rows of that table': (person) => detail('"crowd":2')(person),
    'detail: a default that an older version had': (person) => detail(`Dear ${CALLER}`)(person),
    'detail: an answer that an older version asked by a condition': (person) => detail(`Back to ${CALLER}`)(person),
    list: tells('test-tips?fields=all', CALLER),
    'list: an answer of the record above': tells('test-tip-notes', `From ${CALLER}`),
    'list: a default from the record above': tells('test-tip-notes', `Was told by ${CALLER}`),
    'list: filter': finds(`filters=${encodeURIComponent(JSON.stringify({ copied: `From ${CALLER}` }))}`),
    'list: sort': finds('sort=copied'),
    'list: free text': finds('text=Zarghuna'),
    figures: tells('test-tips/figures', CALLER),
    history: (person) => tells(`test-tips/${tip}/history`, CALLER)(person),
    export: tells('test-tips/export?format=csv&all=1', CALLER),
    device: tells('sync/records?forms=test-tip,test-tip-note', CALLER),
    'a restricted default from a form of another programme': (person) =>
      tells(`test-hearings/${hearing}`, CALLER)(person),
    'a change against a constraint that reads one': (person) => changes({ subject: 'probe' })(person),
    'a change that an unread date forbids': (person) => changes({ until: '2026-06-01' })(person),
  };

  const open = restrictedPlaces().filter(({ finding }) => finding === '');

  it('has a row for each place', () => {
    expect(open.map(({ place }) => place)).toEqual(Object.keys(PLACES));
  });

  it.each(open)('$place', async ({ place, cells }) => {
    const found = [];
    for (const role of ROLES)
      found.push(await (PLACES[place] as (person: Person) => Promise<string>)(server.person(PEOPLE_OF[role])));
    expect(found).toEqual(cells);
  });

  it('is in no answer to whoever may not read it, whatever is asked', async () => {
    const mande = server.person('mande');
    for (const path of [
      ...[
        'test-tips',
        `test-tips/${tip}`,
        `test-tips/${tip}?edit=1`,
        `test-tips/${tip}/review`,
        `test-tips/create?id=${tip}`,
      ],
      ...[
        'test-tips/export?format=csv&rows=people&labels=codes',
        `test-tip-notes/${note}`,
        `test-tip-notes/${note}/history`,
      ],
      ...[
        'test-tip-notes/export?format=csv&all=1',
        'sync/records',
        'find?q=Zarghuna',
        `test-tip-notes/create?parent_id=${tip}`,
      ],
    ]) {
      const answer = await body(mande, path);
      for (const secret of [CALLER, 'Zarghuna', ...PHONES]) expect(answer, path).not.toContain(secret);
    }
    const { data } = await mande.must('GET', 'definitions');
    expect(data.find((one: Json) => one.form === 'test-tip').hidden.sort()).toEqual(
      [
        'caller',
        'copied',
        'greeting',
        'met',
        'people.called',
        'people.contact',
        'people.heard',
        'phones',
        'reply',
        'twice',
      ].sort(),
    );
  });

  it('stays in the record when somebody saves who does not see it, and follows what it is made of', async () => {
    const mande = server.person('mande');
    const seen = (await mande.must('GET', `test-tips/${tip}`)).data;
    await mande.must('PUT', `test-tips/${tip}`, { ...seen, subject: 'Wells', copied: 'mine', greeting: 'mine' });
    const { data } = await server.person('admin').must('GET', `test-tips/${tip}`);
    expect(data).toMatchObject({ copied: `From ${CALLER}`, twice: `From ${CALLER} Wells`, greeting: `Dear ${CALLER}` });
  });

  it('is refused at publication where it cannot be hidden, also in a form below, and named where it is hidden', async () => {
    expect(refusedBelow.body.issues.map(({ pointer, code }: Json) => [pointer, code])).toEqual([
      ['/fields/heard/default', 'default_restricted'],
    ]);
    expectRefusal(refusedBelow as Refused, 'validation_failed');
    expect(published.status).toBe(200);
    expect(published.body.still_restricted.map((one: Json) => one.question)).toEqual([
      'q_tip_copied',
      'q_tip_twice',
      'q_tip_called',
      'q_tip_heard',
      'q_tip_phones',
      'q_tip_greeting',
      'q_tip_reply',
    ]);
    const probing = restricting();
    (probing.definition.constraints as Json)[0].at = 'subject';
    probing.definition.version = 3;
    for (const field of Object.values(probing.definition.fields) as Json[]) delete field.restricted;
    const { status, body: answer } = await server.person('mande').call('POST', 'definitions', probing);
    expect([status, answer.issues.map(({ pointer, code }: Json) => [pointer, code])]).toEqual([
      422,
      [['/constraints/0/expr', 'constraint_restricted']],
    ]);
  });

  it('is shown when an administrator lifts the restriction that it comes from, and hidden again with it', async () => {
    const openly = structuredClone(TIP);
    const { fields } = openly.definition as Json;
    for (const name of ['greeting', 'reply', 'until'])
      for (const key of ['default', 'visibleWhen', 'notBefore']) delete fields[name][key];
    delete openly.definition.constraints;
    Object.assign(openly.definition, { version: 3, changes: { from: 2, note: words('Open') } });
    const [admin, mande] = [server.person('admin'), server.person('mande')];
    expect((await mande.call('POST', 'definitions', openly)).status).toBe(200);
    expect(await body(mande, `test-tips/${tip}`)).not.toContain(CALLER);
    const made = await admin.call('POST', 'definitions/test-tip/restrictions/q_tip_copied/lift', { reason: 'x' });
    expect([made.status, made.body.code]).toEqual([404, 'record_not_found']);
    await admin.must('POST', 'definitions/test-tip/restrictions/q_tip_caller/lift', { reason: 'She agreed' });
    await server.services.idle();
    expect(await body(mande, `test-tips/${tip}`)).toContain(`From ${CALLER} Wells`);
    expect(await body(mande, `test-tips/${tip}`)).not.toContain(PHONES[0]);
    expect(await finds('text=Zarghuna')(mande)).toBe('sees');
    expect(await tells('test-tip-notes', `Was told by ${CALLER}`)(mande)).toBe('sees');
    await admin.must('POST', 'definitions/test-tip/restrictions/q_tip_caller/restore', { reason: 'No' });
    await server.services.idle();
    expect(await body(mande, `test-tips/${tip}`)).not.toContain(CALLER);
    expect(await finds('text=Zarghuna')(mande)).toBe('absent');
  });
});
